// Reads a file of JSON lines, each with subjects and programs and what the runtime makes of them, and asks the page's interpreter the
// same. Says where they differ; the exit code is 1 then.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const vm = require("node:vm");

const MOST_SHOWN = 20;
const source = readFileSync(join(__dirname, "../../cli/src/page/matcher.js"), "utf8");
const { readProgram, decide, takesPrefix } = vm.runInNewContext(`${source}\n({ readProgram, decide, takesPrefix })`, { atob });

const textOf = (units) => units.map((unit) => String.fromCharCode(unit)).join("");
const differences = [];
let compared = 0;

for (const line of readFileSync(process.argv[2], "utf8").split("\n").filter((line) => line !== "")) {
  const { subjects, programs } = JSON.parse(line);
  const texts = subjects.map(textOf);
  for (const { matcher, answers, prefix } of programs) {
    const program = readProgram(matcher);
    const differs = (what, here, there) => differences.push(`${JSON.stringify(matcher.pattern)} ${what}: here ${here}, the runtime ${there}`);
    const begins = takesPrefix(program, "MCP:") ?? null;
    if (begins !== prefix) differs("begins", begins, prefix);
    answers.forEach(([decision, steps], at) => {
      compared += 1;
      const here = decide(program, texts[at]);
      if (here.decision !== decision || here.steps !== steps) {
        differs(JSON.stringify(texts[at].slice(0, 80)), `${here.decision} after ${here.steps}`, `${decision} after ${steps}`);
      }
    });
  }
}

console.log(`${compared} decisions compared, ${differences.length} differ`);
console.log(differences.slice(0, MOST_SHOWN).join("\n"));
process.exitCode = differences.length > 0 || compared === 0 ? 1 : 0;
