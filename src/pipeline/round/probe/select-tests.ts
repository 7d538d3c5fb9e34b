import type { ProbeRequest } from "./run-probe.ts";
import type { Suite } from "./suite.ts";

/** Commands that run fewer tests than the whole suite, each of which passes without a break. */
export interface Selection {
  /** For people. */
  readonly shown: string;
  /** Runs the tests of all changed files. */
  readonly all: string;
  /** Undefined: the whole suite is to be run. */
  forFile(path: string): { readonly command: string; readonly seconds: number } | undefined;
}

/** Undefined: the whole suite is as fast, or the runner cannot select. */
export async function openSelection(
  _request: ProbeRequest,
  _suite: Suite,
  _seconds: number,
): Promise<Selection | undefined> {
  return undefined;
}
