import { severityLevel } from "#model/severity.ts";
import type { Case } from "./cases.ts";
import type { Ended } from "./run-case.ts";

/** A case, how it ended, and what that comes to. */
export interface Judged {
  readonly one: Case;
  readonly ended: Ended;
  readonly outcome: "green" | "found" | "incomplete" | "silenced by right" | "refused" | "failed";
  /** It did not end as it must. */
  readonly isWrong: boolean;
}

/** Green is whatever a merge would not be stopped by: by the verdict's word, or by the exit code under `--fail-on`. */
export function judge(one: Case, ended: Ended): Judged {
  const outcome = outcomeOf(one, ended);
  return { one, ended, outcome, isWrong: isWrong(one, outcome) };
}

function outcomeOf(
  { severity, maySilence = [] }: Case,
  { code, verdict, kept, switchedOff }: Ended,
): Judged["outcome"] {
  // Exit code 2 with an error: nothing was reviewed, and nobody could take it for green.
  if (verdict === "none") return code === 2 ? "refused" : "failed";
  if (verdict === "incomplete" && code === 3) return "incomplete";
  const isFound = kept.some((each) => severityLevel(each) >= severityLevel(severity));
  const isStopping = severityLevel(severity) <= WORST[verdict as keyof typeof WORST];
  if (code === 1 && isFound && isStopping) return "found";
  return maySilence.includes(severity) && switchedOff > 0 ? "silenced by right" : "green";
}

/** The worst severity that each verdict tells of. */
const WORST = {
  merge: -1,
  "merge-with-optional-fixes": severityLevel("suggestion"),
  "merge-with-fixes": severityLevel("important"),
  rework: severityLevel("critical"),
  // It promises nothing; what stands is in its line and in the exit code.
  "checks-only": severityLevel("critical"),
  incomplete: severityLevel("critical"),
} as const;

function isWrong({ kind }: Case, outcome: Judged["outcome"]): boolean {
  if (outcome === "failed") return true;
  if (outcome === "refused") return kind !== "hidden";
  if (kind === "clean") return outcome !== "green";
  return kind === "open" ? outcome !== "found" : outcome === "green";
}
