import { runHookc } from "./program";
import type { Target } from "./target";

/** What `hookc why --format json` tells, as far as it is used here. */
export interface Why {
  /** Names everything that would run, down to the scripts. */
  readonly digest: string;
  /** What matchers are tested against, where it is known. */
  readonly subject: string | null;
  readonly steps: readonly Step[];
  readonly left_out: readonly { readonly id: string; readonly reason: string }[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/** A hook that the host would start. */
export interface Step {
  readonly id: string;
  /** The folder that it runs in. */
  readonly cwd: string | null;
  readonly run: { readonly command?: string; readonly prompt?: string };
  /** Whether it runs on the payload, and why. */
  readonly runs: boolean;
  readonly reason: string;
  readonly matcher?: { readonly pattern: string };
}

/** Which hooks run at the event; on a payload, if there is one. */
export async function why(target: Target, payload?: string): Promise<Why> {
  const input = payload === undefined ? [] : ["--input", "-"];
  return JSON.parse(await answer(["why", target.event, "--format", "json", ...input], target.folder, payload)) as Why;
}

/** What `hookc` prints. Throws what it says where it fails. */
export async function answer(args: readonly string[], folder: string, input?: string): Promise<string> {
  const { code, stdout, stderr } = await runHookc(args, folder, input);
  if (code !== 0) {
    throw new Error(stderr.trim() || `hookc ${args[0]} ended with ${code ?? "a signal"}`);
  }
  return stdout;
}
