import type { EarlierRow } from "#model/history/report-history.ts";
import { type OpenEarlier, openEarlier } from "#model/history/open-earlier.ts";
import { SEVERITIES } from "#model/severity.ts";
import { findOurPosts } from "../our-posts.ts";
import type { ThreadPlan } from "../plan-threads.ts";
import type { PublicationInput } from "../publication-input.ts";
import { writeList } from "../text/fit-list.ts";
import { safeLine } from "../text/safe-inline.ts";
import { linkToPost } from "./code-address.ts";
import { sentence } from "#util/words.ts";
import { countSeverity, severityWord } from "./words.ts";

/**
 * The status of earlier findings. Open ones are always listed, since the verdict depends on them; the others only if a
 * round that raised them was published here: readers do not know the rest. Those raised again are among the findings.
 */
export function writeEarlier(input: PublicationInput, { addresses }: Pick<ThreadPlan, "addresses">): string[] {
  const { report, pull } = input;
  const { host } = pull.address;
  const open = new Set(openEarlierIn(input).map(({ ref }) => ref));
  const published = publishedRounds(input);
  const listed = (report.history?.earlier ?? []).filter(({ finding }) => {
    if (open.has(finding.ref)) return true;
    return (finding.raisedAgain ?? []).length === 0 && isPublished(finding, published);
  });
  if (listed.length === 0) return [];
  const rows = listed.map(({ finding, status }) => {
    const severity = finding.severity === undefined ? "" : `**${severityWord(finding.severity)}:** `;
    const thread = linkToPost(pull, addresses.get(finding.ref), "thread");
    const isAgain = (finding.raisedAgain ?? []).length > 0;
    const why = isAgain ? "It is raised again as less." : safeLine(sentence(finding.text), { host, most: 300 });
    return `${severity}${safeLine(finding.title, { host })}: **${status}**${thread === undefined ? "" : ` (${thread})`}. ${why}`;
  });
  return ["### Earlier findings", writeList(rows, MAX_LENGTH)];
}

const MAX_LENGTH = 8000;

/**
 * `1 important still open, 2 suggestions perhaps still open`: earlier problems that nobody raised again; empty if
 * none.
 */
export function describeOpenEarlier(input: PublicationInput): string {
  const open = openEarlierIn(input);
  return [
    describe(open, { isUnsure: false, how: "still open" }),
    describe(open, { isUnsure: true, how: "perhaps still open" }),
  ]
    .filter((words) => words !== "")
    .join(", ");
}

function describe(open: readonly OpenEarlier[], { isUnsure, how }: { isUnsure: boolean; how: string }): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const count = open.filter((one) => one.isUnsure === isUnsure && one.severity === severity).length;
    return count === 0 ? [] : [countSeverity(count, severity)];
  });
  return parts.length === 0 ? "" : `**${parts.join(", ")}** ${how}`;
}

function openEarlierIn({ report: { review } }: PublicationInput): readonly OpenEarlier[] {
  return openEarlier(review.previous, review.clusters, review.reviewers);
}

/** Reviews that were published here before this one, by their names in our posts. */
export function publishedBefore({ report: { review }, pull }: PublicationInput): readonly string[] {
  const { threads, summary } = findOurPosts(pull);
  const names = [
    ...(summary === undefined ? [] : [summary.marker.review, ...(summary.marker.more?.[EARLIER] ?? "").split(",")]),
    ...threads.flatMap(({ refs }) => refs.map((ref) => ref.review)),
  ];
  const others = new Set<string>(names.filter((name) => name !== "" && name !== review.id));
  // They begin with their date, so the newest are kept.
  return [...others].toSorted().slice(-MAX_REMEMBERED);
}

/** The summary's marker field with their names: its marker otherwise names only the latest. */
export const EARLIER = "earlier";

const MAX_REMEMBERED = 50;

interface Rounds {
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

function publishedRounds(input: PublicationInput): Rounds {
  const names = new Set(publishedBefore(input));
  const entries = input.report.review.series?.entries ?? [];
  return { names, numbers: new Set(entries.filter(({ review }) => names.has(review)).map(({ round }) => round)) };
}

function isPublished({ of, rounds = [] }: EarlierRow["finding"], { names, numbers }: Rounds): boolean {
  return (of !== undefined && names.has(of.review)) || rounds.some((round) => numbers.has(round));
}
