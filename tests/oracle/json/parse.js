// Reads JSON lines from standard input, each a text, and answers a line for each: 0 when JSON.parse refuses the text,
// else 1 and the value in a canonical form: members sorted by code units, numbers as the bits of the double, strings
// as JSON.stringify has them, lone surrogates included.
'use strict';

const bits = new DataView(new ArrayBuffer(8));

function number(value) {
  bits.setFloat64(0, value);
  return bits.getBigUint64(0).toString(16);
}

function canonical(value) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']';
  const members = Object.keys(value).sort().map((key) => JSON.stringify(key) + ':' + canonical(value[key]));
  return '{' + members.join() + '}';
}

function answer(text) {
  let value;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return '0';
  }
  try {
    return '1' + canonical(value);
  } catch (error) {
    return '1'; // too deep to print
  }
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n');
process.stdout.write(lines.filter((line) => line !== '').map((line) => answer(JSON.parse(line)) + '\n').join(''));
