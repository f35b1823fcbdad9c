// The plans that the page is looked at with, each compiled by the real program from real files.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SCRIPT = "#!/bin/sh\ncat >/dev/null\necho '{}'\n";
/** Reorders, hides, closes elements, begins others, quotes. */
export const HOSTILE = [
  `</script><script>globalThis.broken = "script"</script>`,
  `<!-- <script> <img src=x onerror="globalThis.broken = 'img'">`,
  `]]></style><style>body{display:none}</style>`,
  `rm -rf "$HOME" '&amp;' \`id\` \\" \\u003c/script\\u003e`,
  `echo safe \u202e# fdp.exe\u202c \u2066hidden\u2069`,
  `zero\u200bwidth\u200djoin\ufeff \u{e0041}tag`,
  `line\nbreak\r\nand\ttab\u0007bell\u2028separator`,
  `javascript:globalThis.broken='link'`,
  `@PLAN@ @SCRIPT@ {{x}} \${x}`,
  "日本語 עברית العربية 😀",
  "x".repeat(4000),
];

function write(root, path, content) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  if (path.endsWith(".sh")) chmodSync(file, 0o755);
}

const hooksFile = (hooks) => ({ version: 1, hooks });

/** Several sources, every kind of step, and every status that an event can have. */
function ordinary(root) {
  for (const name of ["guard-shell", "protect", "format", "notify"]) write(root, `work/.cursor/hooks/${name}.sh`, SCRIPT);
  write(root, "work/.cursor/hooks.json", hooksFile({
    beforeShellExecution: [
      { command: ".cursor/hooks/guard-shell.sh --strict", matcher: "curl|wget|git push", failClosed: true },
      { command: "jq -r .command >> .cursor/audit.log", timeout: 5 },
      { command: ".cursor/hooks/guard-shell.sh", matcher: "^(?:sudo\\s+)?rm\\s+-\\w*[rf]", failClosed: true, timeout: 10 },
      { command: ".cursor/hooks/guard-shell.sh --again", matcher: "(\\w+) \\1", timeout: 300 },
    ],
    preToolUse: [
      { command: ".cursor/hooks/protect.sh", matcher: "Shell|Write|Delete", failClosed: true },
      { command: ".cursor/hooks/protect.sh --reading", matcher: "^(Read|Grep|List)$" },
    ],
    beforeSubmitPrompt: [{ type: "prompt", prompt: "Does this prompt hold a secret, such as a token or a private key?\n\n$ARGUMENTS", model: "fast", failClosed: true }],
    afterFileEdit: [{ command: ".cursor/hooks/format.sh", matcher: "Write" }, { command: "echo never", matcher: "^Edit$" }],
    stop: [{ command: ".cursor/hooks/notify.sh", loop_limit: 3 }],
  }));
  write(root, "home/.cursor/hooks.json", hooksFile({
    beforeShellExecution: [{ command: "./hooks/mine.sh", matcher: "kubectl" }],
    beforeReadFile: [{ command: "./hooks/secrets.sh" }],
    stop: [{ command: "say done" }],
  }));
  write(root, "home/.cursor/hooks/mine.sh", SCRIPT);
  write(root, "home/.cursor/hooks/secrets.sh", SCRIPT);
  write(root, "work/.claude/settings.json", { hooks: { PreToolUse: [{ matcher: "Bash|Edit", hooks: [{ type: "command", command: "true" }] }], Notification: [{ hooks: [{ type: "command", command: "notify-send" }] }] } });
  return ["--home", join(root, "home")];
}

/** A thousand steps, most of them at one event, some with matchers that cost all they may. */
function thousand(root) {
  const at = (event, count) => Array.from({ length: count }, (_, number) => ({
    command: `node .cursor/hooks/check-${event}-${number}.js --level ${number % 7}`,
    matcher: number % 10 === 9 ? `(?:(a+)+b\\1|x)${number}` : `tool-${number}|git (?:push|tag) v${number}|curl`,
    failClosed: number % 3 === 0,
    timeout: 5 + (number % 50),
  }));
  write(root, "work/.cursor/hooks.json", hooksFile({ beforeShellExecution: at("shell", 600), preToolUse: at("tool", 250), stop: at("stop", 50) }));
  write(root, "home/.cursor/hooks.json", hooksFile({ afterShellExecution: at("after", 100) }));
  return ["--home", join(root, "home")];
}

/** Strings that would break a page that is written carelessly, wherever a string of others can stand. */
function hostile(root) {
  const commands = HOSTILE.map((command) => ({ command, matcher: command.slice(0, 200).replace(/[\\()[\]{}*+?^$|]/g, "\\$&"), failClosed: true }));
  write(root, "work/.cursor/hooks.json", hooksFile({
    beforeShellExecution: commands,
    preToolUse: HOSTILE.map((prompt) => ({ type: "prompt", prompt, model: prompt.slice(0, 80) })),
  }));
  const folder = `plugin <b>&"'</script>\u202e`;
  write(root, `${folder}/.cursor-plugin/plugin.json`, { name: "plug", version: "1.0.0", hooks: "./hooks/<i>hooks.json" });
  write(root, `${folder}/hooks/<i>hooks.json`, hooksFile({ stop: [{ command: "./<b>\u202e'&.sh" }] }));
  write(root, `${folder}/<b>\u202e'&.sh`, SCRIPT);
  return ["--plugin", join(root, folder)];
}

/** A plan for cloud agents: events that never fire there, hooks that are left out, a source that the host refuses. */
function cloud(root) {
  write(root, "work/.cursor/hooks.json", hooksFile({
    beforeMCPExecution: [{ command: "exit 0", failClosed: true }],
    beforeShellExecution: [{ command: "exit 0", matcher: "(?=git)git", failClosed: true }, { command: "exit 0", failClosed: true }],
    stop: [{ type: "prompt", prompt: "Is it done?" }],
  }));
  write(root, "system/etc/cursor/hooks.json", hooksFile({ stop: [{ command: "exit 0" }], notification: [] }));
  return ["--system-root", join(root, "system"), "--target", "cloud", "--enterprise-plan", "--semantics", "observed"];
}

const empty = (root) => {
  write(root, "work/.cursor/hooks.json", hooksFile({}));
  return [];
};

const PLANS = { ordinary, thousand, hostile, cloud, empty };

/** Writes each plan's files into a folder of its own and compiles its page: `{ name: file }`. */
export function compileAll(hookc, folder) {
  return Object.fromEntries(Object.entries(PLANS).map(([name, build]) => {
    const root = join(folder, name);
    const places = build(root);
    const page = (file) => {
      execFileSync(hookc, ["compile", "--allow-voided", "--html", file, "--workspace", join(root, "work"), ...places], { stdio: ["ignore", "pipe", "pipe"] });
      return file;
    };
    return [name, page(join(root, "plan.html"))];
  }));
}
