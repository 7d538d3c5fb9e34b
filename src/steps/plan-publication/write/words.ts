import type { ClusterId } from "#model/ids.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { type ReportCounts, type ReportFinding, rungWords } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { listSome, plural } from "#util/words.ts";
import { safeLine } from "../text/safe-inline.ts";

/** `Important`. */
export const severityWord = (severity: Severity): string => `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;

/** `1 critical`, `2 suggestions`. */
export const countSeverity = (count: number, severity: Severity): string =>
  plural(count, severity, severity === "suggestion" ? "suggestions" : severity);

/** `1 critical, 2 important, 1 suggestion`; `no findings` where there are none. */
export function countWords({ kept }: ReportCounts): string {
  const parts = SEVERITIES.filter((severity) => kept[severity] > 0).map((severity) => {
    const count = kept[severity];
    return countSeverity(count, severity);
  });
  return parts.length === 0 ? "no findings" : parts.join(", ");
}

/** How far a finding is borne out, and who raised it. */
export function evidenceLine({ evidence, voices }: ReportFinding, host: string): string {
  const names = voices.map(({ reviewer }) => reviewerTitle(reviewer));
  const raised = names.length === 0 ? "" : `; raised by ${listSome(names, MAX_NAMES)}`;
  const verified = evidence.verified === undefined ? "" : `; ${evidence.verified.text}`;
  return `Evidence: ${safeLine(`${rungWords(evidence)}${raised}${verified}`, { host, most: 600 })}`;
}

const MAX_NAMES = 8;

/** What every name of ours for a check run begins with. */
export const CHECK_PREFIX = "deep-review:";

/** `I1, I3`. */
export const listIds = (ids: readonly ClusterId[]): string => ids.join(", ");
