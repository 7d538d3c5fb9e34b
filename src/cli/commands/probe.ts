import type { ProbeOptions } from "#pipeline/round/probe/call-probe.ts";
import type { ExitCode, Io } from "../io.ts";
import { type ReviewOptions, runReview } from "./review.ts";

/** What `deep-review probe` takes. */
export type ProbeCommandOptions = Pick<
  ReviewOptions,
  | "staged"
  | "uncommitted"
  | "pr"
  | "base"
  | "repo"
  | "archive"
  | "format"
  | "out"
  | "failOn"
  | "json"
  | "quiet"
  | "configFrom"
  | "open"
  | "again"
> &
  ProbeOptions;

/** `deep-review probe [target] [-- path…]`: a round with the probe as its only member. */
export function runProbeCommand(
  target: { readonly target: string | undefined; readonly paths: readonly string[] },
  { test, within, allowRun, ...options }: ProbeCommandOptions,
  io: Io,
): Promise<ExitCode> {
  return runReview(target, { ...options, allowRun, probe: { test, within, allowRun } }, io);
}
