import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import type { RuledCluster } from "./cluster.ts";
import { type ClusterId, clusterIdSchema } from "./ids.ts";
import { isByCommentersAlone, isCommenter, outcomeOf, type Reviewer, type ReviewerRun } from "./panel/reviewer.ts";
import type { PreviousFinding } from "./history/lineage.ts";
import { type OpenEarlier, openEarlier } from "./history/open-earlier.ts";
import type { Severity } from "./severity.ts";
import { listSome } from "#util/list-some.ts";

export const verdictKindSchema = z.enum([
  "merge",
  "merge-with-optional-fixes",
  "merge-with-fixes",
  "rework",
  "incomplete",
]);
export type VerdictKind = z.infer<typeof verdictKindSchema>;

/** What the round says of the change: a rule over the ledger and the receipt, with the ids that decide. */
export const verdictSchema = z.strictObject({
  kind: verdictKindSchema,
  because: z.string(),
  decidedBy: z.array(clusterIdSchema),
});
export type Verdict = DeepReadonly<z.infer<typeof verdictSchema>>;

/** The verdict an imported report prints, in its own words. */
export const statedVerdictSchema = z.strictObject({
  phrase: z.string(),
  kind: verdictKindSchema.optional().describe("absent: not one of our words"),
  rationale: z.string().optional(),
});
export type StatedVerdict = DeepReadonly<z.infer<typeof statedVerdictSchema>>;

/** The verdict in words: `Merge with fixes`. */
export function verdictPhrase(kind: VerdictKind): string {
  return `${kind[0]?.toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;
}

/**
 * The rule: something is lacking, or no reviewer ended → incomplete; a critical one stands → rework; an important one →
 * merge with fixes; only suggestions → merge with optional fixes; nothing → merge. What stands is said first, also where
 * the round is incomplete. A failed reviewer is named, so that "clean" is not said of what it did not read. A problem of
 * an earlier round that is still open, or may be, counts like one of this round, also where nobody raised it again:
 * reviewers do not say everything twice. Commenters decide nothing, neither by what they raise nor by having ended:
 * anybody can comment.
 */
export function decideVerdict(
  clusters: readonly RuledCluster[],
  runs: readonly ReviewerRun[],
  standpoint: Standpoint = {},
): Verdict {
  const { lacking = [], remarks = [] } = standpoint;
  const { kind, reasons, decidedBy } = weighClusters(clusters, runs, standpoint);
  // Of a round that is incomplete it is not said that nothing stands: nobody knows.
  const nothing = kind === "merge" && lacking.length === 0 ? ["nothing stands"] : [];
  return {
    kind: lacking.length > 0 ? "incomplete" : kind,
    because: [...nothing, ...reasons, ...lacking, ...remarks].join("; "),
    decidedBy,
  };
}

interface Weighed extends Pick<Verdict, "kind" | "decidedBy"> {
  readonly reasons: readonly string[];
}

function weighClusters(
  clusters: readonly RuledCluster[],
  runs: readonly ReviewerRun[],
  { reviewers: panel = [], previous = [] }: Standpoint,
): Weighed {
  const commenters = new Set(panel.filter(isCommenter).map(({ id }) => id));
  const reviewers = [...new Set(runs.map(({ reviewer }) => reviewer))].filter((id) => !commenters.has(id));
  const failed = reviewers.filter((id) => outcomeOf(runs.filter(({ reviewer }) => reviewer === id)) === "failed");
  const tail = failed.length > 0 ? [`${failed.length} of ${counted(reviewers.length)} failed`] : [];
  if (reviewers.length > 0 && failed.length === reviewers.length) {
    return { kind: "incomplete", reasons: [`none of ${counted(reviewers.length)} ended`], decidedBy: [] };
  }
  if (runs.length > 0 && reviewers.length === 0) {
    return { kind: "incomplete", reasons: ["nobody but commenters is on the panel"], decidedBy: [] };
  }
  const aside = new Set(clusters.filter((cluster) => isByCommentersAlone(cluster, panel)).map(({ id }) => id));
  const heard = sayAside(clusters.flatMap(({ id, ruling }) => (aside.has(id) && ruling.kind === "keep" ? [id] : [])));
  const standing = (severity: Severity): ClusterId[] => {
    const ids: ClusterId[] = [];
    for (const { id, ruling } of clusters) {
      if (ruling.kind === "keep" && ruling.severity === severity && !aside.has(id)) ids.push(id);
    }
    return ids;
  };
  const earlier = openEarlier(previous, clusters, panel);
  for (const [severity, kind] of BLOCKING) {
    const decidedBy = standing(severity);
    const open = earlier.filter((problem) => problem.severity === severity);
    const reasons = [...(decidedBy.length > 0 ? [stands(decidedBy, severity)] : []), ...staysOpen(open, severity)];
    if (reasons.length > 0) return { kind, reasons: [...reasons, ...heard, ...tail], decidedBy };
  }
  const suggestions = standing("suggestion");
  // What blocks has returned above.
  const optional = staysOpen(earlier, "suggestion");
  if (suggestions.length + optional.length > 0) {
    return {
      kind: "merge-with-optional-fixes",
      reasons: ["nothing above a suggestion stands", ...optional, ...heard, ...tail],
      decidedBy: suggestions,
    };
  }
  return { kind: "merge", reasons: [...heard, ...tail], decidedBy: [] };
}

/** What else a verdict is made by. */
interface Standpoint {
  /** The panel; absent: nobody on it is a commenter. */
  readonly reviewers?: readonly Reviewer[];
  readonly previous?: readonly PreviousFinding[];
  /** What keeps the round from being complete, a phrase each. */
  readonly lacking?: readonly string[];
  /** What a reader must know although it does not change the verdict, a phrase each. */
  readonly remarks?: readonly string[];
}

const BLOCKING = [
  ["critical", "rework"],
  ["important", "merge-with-fixes"],
] as const;

function sayAside(ids: readonly ClusterId[]): string[] {
  if (ids.length === 0) return [];
  return [
    `${listSome(ids)} ${ids.length === 1 ? "was raised by commenters alone and does" : "were raised by commenters alone and do"} not decide`,
  ];
}

/** What is open, and what may be, apart. */
function staysOpen(earlier: readonly OpenEarlier[], severity: Severity): string[] {
  const say = (isUnsure: boolean, how: string): string[] => {
    const refs = earlier.filter((one) => one.isUnsure === isUnsure).map(({ ref }) => ref);
    const are =
      refs.length === 1 ? `is ${article(severity)}` : `are ${severity}${severity === "suggestion" ? "s" : ""}`;
    return refs.length === 0 ? [] : [`${listSome(refs)} ${are} and ${how}`];
  };
  return [...say(false, "still open"), ...say(true, "may still be open")];
}

const article = (severity: Severity): string => (severity === "suggestion" ? "a suggestion" : severity);

function stands(ids: readonly ClusterId[], severity: Severity): string {
  return ids.length === 1 ? `${ids[0]} is ${severity} and stands` : `${listSome(ids)} are ${severity} and stand`;
}

const counted = (reviewers: number): string => `${reviewers} ${reviewers === 1 ? "reviewer" : "reviewers"}`;
