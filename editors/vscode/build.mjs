// Bundles the extension into dist/ and lays what it ships beside it: `node build.mjs`, or with --test the tests alone.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../..");
const inHere = (...names) => path.join(here, ...names);
const common = { absWorkingDir: here, bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning" };

/** The schemas that `contributes.jsonValidation` names; they are generated from the types in /schema. */
const SCHEMAS = ["hooks", "plugin-manifest", "plan"];

function ship() {
  rmSync(inHere("schemas"), { recursive: true, force: true });
  mkdirSync(inHere("schemas"));
  for (const name of SCHEMAS) {
    copyFileSync(path.join(root, "schema/json", `${name}.schema.json`), inHere("schemas", `${name}.schema.json`));
  }
  const licences = ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => readFileSync(path.join(root, name), "utf8"));
  writeFileSync(inHere("LICENSE.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
}

rmSync(inHere("dist"), { recursive: true, force: true });
if (process.argv.includes("--test")) {
  const tests = readdirSync(inHere("src")).filter((name) => name.endsWith(".test.ts"));
  await build({ ...common, entryPoints: tests.map((name) => `src/${name}`), outdir: "dist/test" });
} else {
  ship();
  await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", external: ["vscode"], minify: true });
}
