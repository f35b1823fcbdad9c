// Packs a binary for npm: `node packages/npm/pack.mjs BINARY PLATFORM OUT` writes the tarball of one platform and that of the launcher.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [binary, platform, out] = process.argv.slice(2);
if (!out || !/^(darwin|linux|win32)-(x64|arm64)$/.test(platform)) {
  console.error("usage: node packages/npm/pack.mjs BINARY PLATFORM OUT, where PLATFORM is like linux-x64");
  process.exit(2);
}

const launcher = path.join(path.dirname(fileURLToPath(import.meta.url)), "hookc");
const { version, license, repository } = JSON.parse(readFileSync(path.join(launcher, "package.json"), "utf8"));
const [os, cpu] = platform.split("-");
const file = os === "win32" ? "hookc.exe" : "hookc";

mkdirSync(out, { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), "hookc-npm-"));
try {
  copyFileSync(binary, path.join(folder, file));
  chmodSync(path.join(folder, file), 0o755);
  const manifest = {
    name: `@hookc/${platform}`,
    version,
    description: `The hookc binary for ${platform}`,
    license,
    repository,
    os: [os],
    cpu: [cpu],
    files: [file],
  };
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const pack = (source) => execFileSync("npm", ["pack", "--silent", "--pack-destination", path.resolve(out)], { cwd: source, encoding: "utf8" });
  process.stdout.write(pack(folder));
  process.stdout.write(pack(launcher));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
