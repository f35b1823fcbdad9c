// Reads a file of JSON lines {"p": pattern, "s": [subject, ...]} and answers one line for each: "refused", or one character for each
// subject: 1 matches, 0 does not, ! the engine gave up. The first line tells what this engine knows of ECMAScript 2025.
const { readFileSync } = require("node:fs");

const compiles = (pattern) => {
  try {
    return new RegExp(pattern);
  } catch {
    return null;
  }
};

const test = (regex, subject) => {
  try {
    return regex.test(subject) ? "1" : "0";
  } catch {
    return "!";
  }
};

const answers = [
  JSON.stringify({
    v8: process.versions.v8,
    modifiers: compiles("(?i:a)") !== null,
    duplicateNames: compiles("(?<a>x)|(?<a>y)") !== null,
  }),
];
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (line === "") continue;
  const { p, s } = JSON.parse(line);
  const regex = compiles(p);
  answers.push(regex === null ? "refused" : `:${s.map((subject) => test(regex, subject)).join("")}`);
}
process.stdout.write(answers.join("\n") + "\n");
