import { describeKept } from "#model/describe-counts.ts";
import { rungWords } from "#model/panel/evidence-ladder.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { ReportCounts, ReportFinding } from "#model/report.ts";
import { auditWords } from "#model/panel/run-claim.ts";
import type { Severity } from "#model/severity.ts";
import { listSome, plural } from "#util/words.ts";
import { safeLine } from "../text/safe-inline.ts";

/** `Important`. */
export const severityWord = (severity: Severity): string => `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;

/** `1 critical`, `2 suggestions`. */
export const countSeverity = (count: number, severity: Severity): string =>
  plural(count, severity, severity === "suggestion" ? "suggestions" : severity);

/** `1 critical, 2 important, 1 suggestion`; `no findings` where there are none. */
export const countWords = (counts: ReportCounts): string => describeKept(counts) || "no findings";

/** The evidence of a finding, and who raised it. */
export function evidenceLine({ evidence, voices, runClaims }: ReportFinding, host: string): string {
  const names = voices.map(({ reviewer }) => reviewerTitle(reviewer));
  const raised = names.length === 0 ? "" : `; raised by ${listSome(names, MAX_NAMES)}`;
  const verified = evidence.verified === undefined ? "" : `; ${evidence.verified.text}`;
  const unproven = evidence.unproven === undefined ? "" : `, unproven: ${evidence.unproven}`;
  const runs = [...new Set(runClaims.map((claim) => `; a run that it states is ${auditWords(claim)}`))].join("");
  return `Evidence: ${safeLine(`${rungWords(evidence)}${unproven}${raised}${verified}${runs}`, { host, most: 600 })}`;
}

const MAX_NAMES = 8;

/** The prefix of all our check run names. */
export const CHECK_PREFIX = "deep-review:";
