// A model of the host's loader of native hooks files (HOOKS.md 4.2), written from that page and from nothing else of this repository.
//
// Reads JSON lines from standard input, each the text of a hooks file, and answers a line for each: 0 when the file is refused, else 1 and the hooks
// that it registers, with everything that the host reads of them, as JSON.
'use strict';

const EVENTS = new Set([
  'beforeShellExecution', 'beforeMCPExecution', 'afterShellExecution', 'afterMCPExecution', 'beforeReadFile', 'afterFileEdit',
  'beforeTabFileRead', 'afterTabFileEdit', 'stop', 'beforeSubmitPrompt', 'afterAgentResponse', 'afterAgentThought', 'sessionStart',
  'sessionEnd', 'preCompact', 'subagentStart', 'subagentStop', 'preToolUse', 'postToolUse', 'postToolUseFailure', 'workspaceOpen',
]);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

function refuse(reason) {
  throw new Error(reason);
}

function isBlank(text) {
  return text.trim() === '';
}

// What the host reads of an entry; absence is not the same as null.
function hook(entry) {
  if (!isObject(entry)) refuse('entry');
  const read = {};
  const type = has(entry, 'type') ? entry.type : 'command';
  if (type === 'command') {
    if (typeof entry.command !== 'string') refuse('command');
    read.command = entry.command;
  } else if (type === 'prompt') {
    if (typeof entry.prompt !== 'string' || isBlank(entry.prompt)) refuse('prompt');
    read.prompt = entry.prompt;
    if (has(entry, 'model')) {
      if (typeof entry.model !== 'string' || isBlank(entry.model)) refuse('model');
      read.model = entry.model;
    }
  } else {
    refuse('type');
  }
  if (has(entry, 'matcher')) {
    if (typeof entry.matcher !== 'string') refuse('matcher');
    // Both match everything, as no matcher does.
    if (entry.matcher !== '' && entry.matcher !== '*') {
      new RegExp(entry.matcher);
      read.matcher = entry.matcher;
    }
  }
  if (has(entry, 'timeout')) {
    if (typeof entry.timeout !== 'number' || !(entry.timeout > 0)) refuse('timeout');
    read.timeout = entry.timeout;
  }
  if (has(entry, 'loop_limit')) {
    const limit = entry.loop_limit;
    if (limit !== null && !(Number.isInteger(limit) && limit > 0)) refuse('loop_limit');
    read.loop_limit = limit;
  }
  if (has(entry, 'failClosed')) {
    if (typeof entry.failClosed !== 'boolean') refuse('failClosed');
    read.failClosed = entry.failClosed;
  }
  return read;
}

function load(text) {
  const config = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!isObject(config)) refuse('root');
  if (typeof config.version !== 'number' || !Number.isInteger(config.version) || config.version < 1) refuse('version');
  if (!isObject(config.hooks)) refuse('hooks');
  return Object.keys(config.hooks).sort().map((event) => {
    if (!EVENTS.has(event)) refuse('event');
    if (!Array.isArray(config.hooks[event])) refuse('list');
    return [event, config.hooks[event].map(hook)];
  });
}

function answer(text) {
  try {
    return '1' + JSON.stringify(load(text));
  } catch (error) {
    return '0';
  }
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n');
process.stdout.write(lines.filter((line) => line !== '').map((line) => answer(JSON.parse(line)) + '\n').join(''));
