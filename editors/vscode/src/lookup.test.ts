import assert from "node:assert/strict";
import { test } from "node:test";
import { findHookc, type Machine } from "./lookup";

function machine(programs: string[], change: Partial<Machine> = {}): Machine {
  const isProgram = (file: string) => programs.includes(file);
  return { platform: "linux", home: "/home/me", searched: "/usr/local/bin:/usr/bin", avoided: [], isProgram, ...change };
}

test("the first folder of the PATH that has it wins", () => {
  const found = findHookc("", machine(["/usr/bin/hookc", "/usr/local/bin/hookc"]));
  assert.deepEqual(found, { path: "/usr/local/bin/hookc" });
});

test("the setting wins over the PATH", () => {
  const found = findHookc("~/bin/hookc", machine(["/usr/bin/hookc", "/home/me/bin/hookc"]));
  assert.deepEqual(found, { path: "/home/me/bin/hookc" });
});

test("a setting that leads nowhere is told, and the PATH does not stand in", () => {
  const found = findHookc("/opt/hookc", machine(["/usr/bin/hookc"]));
  assert.deepEqual(found, { missing: 'The setting hookc.path names "/opt/hookc", which is not a program.' });
});

test("a relative path is refused in the setting and passed over on the PATH", () => {
  const relative = machine(["bin/hookc", "./hookc", "hookc"], { searched: "bin:.::" });
  assert.ok("missing" in findHookc("bin/hookc", relative));
  assert.ok("missing" in findHookc("", relative));
});

test("a program inside of an untrusted workspace is not used, one beside it is", () => {
  const change = { searched: "/w/project/bin:/w/project-tools", avoided: ["/w/project"] };
  const found = findHookc("", machine(["/w/project/bin/hookc", "/w/project-tools/hookc"], change));
  assert.deepEqual(found, { path: "/w/project-tools/hookc" });
});

test("a machine without it says what to do", () => {
  const found = findHookc("", machine([]));
  assert.match("missing" in found ? found.missing : "", /Install it, or say where it is/);
});
