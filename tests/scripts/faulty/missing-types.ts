#!/usr/bin/env bun
// hookc: event=stop
import { log } from "./logger"; // fault: missing-module

const { status } = (await Bun.stdin.json()) as { status: string };
log(`stopped: ${status}`);
console.log("{}");
