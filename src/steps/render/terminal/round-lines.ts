import { formatLocation } from "#model/location.ts";
import type { Report, ReportFinding } from "#model/report.ts";
import type { EarlierRow } from "#model/history/report-history.ts";
import type { Severity } from "#model/severity.ts";

/** So many earlier findings are listed; the report has the rest. */
const SHOWN_EARLIER = 40;
/** So many of a row's commits are named, the newest last. */
const SHOWN_COMMITS = 2;

/** An earlier finding as lines. */
export interface EarlierLine {
  readonly name: string;
  readonly status: string;
  readonly title: string;
  readonly severity: Severity | undefined;
  /** Its first place, and the commits that touched its code. */
  readonly facts: readonly string[];
  readonly isSettled: boolean;
}

/** What became of the earlier findings, as lines. Untrusted text. */
export interface EarlierLines {
  readonly sentence: string;
  readonly rows: readonly EarlierLine[];
  readonly notes: readonly string[];
}

/** The opening of a later round; undefined where no earlier round is known. */
export function describeEarlier({ history }: Report): EarlierLines | undefined {
  if (history === undefined) return undefined;
  const more = history.earlier.length - SHOWN_EARLIER;
  return {
    sentence: history.sentence,
    rows: history.earlier.slice(0, SHOWN_EARLIER).map(rowOf),
    notes: [...(more > 0 ? [`and ${more} more, see the report`] : []), ...history.notes],
  };
}

function rowOf({ finding, status }: EarlierRow): EarlierLine {
  const { ref, title, severity, locations = [], commits = [] } = finding;
  const [first] = locations;
  const others = locations.length > 1 ? ` +${locations.length - 1}` : "";
  const ids = commits.slice(-SHOWN_COMMITS).map(({ id }) => id.slice(0, 7));
  const isFixed = finding.status === "fixed" || finding.status === "partly-fixed";
  return {
    name: ref,
    status,
    title,
    severity,
    facts: [
      ...(first === undefined ? [] : [formatLocation(first) + others]),
      ...(ids.length === 0 ? [] : [`${isFixed ? "fix" : "touched"} in ${ids.join(", ")}`]),
    ],
    isSettled: !["open", "partly-fixed", "unknown"].includes(finding.status),
  };
}

/** Where a finding comes from, for the lines below it; nothing in a first round. */
export function originLines({ comesFrom }: ReportFinding): string[] {
  if (comesFrom === undefined) return [];
  return [comesFrom.text, ...comesFrom.sides.map(({ who, says }) => `${who}: ${says}`)];
}

/** The trend in numbers, whether another round is worth it, and how many problems are probably unseen where that can be told. */
export function roundLines({ history, worth, unseen }: Report): string[] {
  const estimate = unseen?.groups[0]?.estimate;
  return [
    ...(history === undefined ? [] : [`Trend: ${history.trendLine}`]),
    ...(worth === undefined ? [] : [worth.because]),
    ...(unseen === undefined || estimate === undefined ? [] : [unseen.sentence]),
  ];
}
