import path from "node:path";

/** What a search needs to know of the machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The value of `PATH`. */
  readonly searched: string;
  /** Folders whose programs are not used: those of a workspace that is not trusted. */
  readonly avoided: readonly string[];
  isProgram(file: string): boolean;
}

/** The program, or why there is none, in words for a person. */
export type Lookup = { readonly path: string } | { readonly missing: string };

/** Finds `hookc`: where the setting says, else on the `PATH`. A relative folder on the `PATH` is passed over, since a workspace decides what it holds. */
export function findHookc(setting: string, machine: Machine): Lookup {
  return setting.trim() === "" ? onPath(machine) : asSet(setting.trim(), machine);
}

function asSet(setting: string, machine: Machine): Lookup {
  const file = setting.startsWith("~/") ? path.join(machine.home, setting.slice(2)) : setting;
  if (!path.isAbsolute(file)) {
    return { missing: `The setting hookc.path must be an absolute path, and "${setting}" is not.` };
  }
  return machine.isProgram(file) ? { path: file } : { missing: `The setting hookc.path names "${file}", which is not a program.` };
}

function onPath(machine: Machine): Lookup {
  const name = machine.platform === "win32" ? "hookc.exe" : "hookc";
  const folders = machine.searched.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const files = folders.filter((folder) => !machine.avoided.some((avoided) => isInside(folder, avoided))).map((folder) => path.join(folder, name));
  const found = files.find((file) => machine.isProgram(file));
  return found === undefined ? { missing: "No program named hookc is on the PATH. Install it, or say where it is in the setting hookc.path." } : { path: found };
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === "" || (!path.isAbsolute(way) && way.split(path.sep)[0] !== "..");
}
