#!/usr/bin/env bun
// hookc: event=preToolUse failClosed
interface ToolCall {
  tool_name: string;
  tool_input: Record<string, unknown>;
}

abstract class Rule {
  abstract readonly tool: string;
  abstract check(input: Record<string, unknown>): string | undefined;
}

class NoLockfiles extends Rule {
  readonly tool = "Write";
  check(input: Record<string, unknown>) {
    const path = String(input["file_path"] ?? "");
    return /(package-lock\.json|bun\.lock|\.lock)$/.test(path) ? `${path} is generated` : undefined;
  }
}

class NoGlobalInstall extends Rule {
  readonly tool = "Shell";
  check(input: Record<string, unknown>) {
    const command = String(input["command"] ?? "");
    return /\b(npm i(nstall)? -g|yarn global add)\b/.test(command) ? "no global packages" : undefined;
  }
}

const rules: Rule[] = [new NoLockfiles(), new NoGlobalInstall()];
const call: ToolCall = JSON.parse((await Bun.stdin.text()).replace(/^\uFEFF/, ""));

const reasons = rules
  .filter((rule) => rule.tool === call.tool_name)
  .map((rule) => rule.check(call.tool_input))
  .filter((reason): reason is string => reason !== undefined);

console.log(
  JSON.stringify(
    reasons.length > 0
      ? { permission: "deny", user_message: reasons.join("; "), agent_message: reasons.join("; ") }
      : { permission: "allow" },
  ),
);
