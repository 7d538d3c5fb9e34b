import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import type { RuledCluster } from "./cluster.ts";
import { type ClusterId, clusterIdSchema } from "./ids.ts";
import { isByCommentersAlone, isCommenter, outcomeOf, type Reviewer, type ReviewerRun } from "./panel/reviewer.ts";
import type { PreviousFinding } from "./history/lineage.ts";
import { type OpenEarlier, openEarlier } from "./history/open-earlier.ts";
import { SEVERITIES, type Severity } from "./severity.ts";
import { listSome, plural } from "#util/words.ts";

export const verdictKindSchema = z.enum([
  "merge",
  "merge-with-optional-fixes",
  "merge-with-fixes",
  "rework",
  "incomplete",
]);
export type VerdictKind = z.infer<typeof verdictKindSchema>;

/** The verdict on the change: a rule over the ledger and the receipt, with the ids that decide. */
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
 * The rule, over one list of reasons: something is missing, or no reviewer completed → incomplete; a critical problem is
 * kept → rework; an important one → merge with fixes; only suggestions → merge with optional fixes; nothing → merge. Kept
 * problems come first, even if the round is incomplete. A failed reviewer is named, because nobody knows what it would have
 * found. A problem of an earlier round that is or may be still open counts like one of this round, even if no reviewer
 * raised it again. Commenters decide nothing, because anybody can comment.
 */
export function decideVerdict(
  clusters: readonly RuledCluster[],
  runs: readonly ReviewerRun[],
  facts: VerdictFacts = {},
): Verdict {
  const { incomplete = [], remarks = [] } = facts;
  const reasons: readonly Reason[] = [
    ...listReasons(clusters, runs, facts),
    ...incomplete.map((says) => ({ says, asks: "incomplete" as const })),
    ...remarks.map((says) => ({ says })),
  ];
  const kind = GRAVEST_FIRST.find((each) => reasons.some(({ asks }) => asks === each)) ?? "merge";
  // An incomplete round must not claim that nothing is open.
  const nothing = kind === "merge" ? ["nothing stands"] : [];
  return {
    kind,
    because: [...nothing, ...reasons.map(({ says }) => says)].join("; "),
    decidedBy: reasons.flatMap(({ clusters: ids = [] }) => ids),
  };
}

/** What else decides the verdict. */
interface VerdictFacts {
  /** The panel. Absent: it has no commenters. */
  readonly reviewers?: readonly Reviewer[] | undefined;
  readonly previous?: readonly PreviousFinding[] | undefined;
  /** What keeps the round from being complete, a phrase each. */
  readonly incomplete?: readonly string[] | undefined;
  /** What a reader must know although it does not change the verdict, a phrase each. */
  readonly remarks?: readonly string[] | undefined;
}

/** One reason of a verdict, in a phrase. */
interface Reason {
  readonly says: string;
  /** The verdict that it asks for; absent: a remark, which asks for none. */
  readonly asks?: VerdictKind;
  /** The clusters that decide. */
  readonly clusters?: readonly ClusterId[];
}

const GRAVEST_FIRST = ["incomplete", "rework", "merge-with-fixes", "merge-with-optional-fixes"] as const;

const KINDS: Readonly<Record<Severity, VerdictKind>> = {
  critical: "rework",
  important: "merge-with-fixes",
  suggestion: "merge-with-optional-fixes",
};

function listReasons(
  clusters: readonly RuledCluster[],
  runs: readonly ReviewerRun[],
  { reviewers: panel = [], previous = [] }: VerdictFacts,
): Reason[] {
  const commenters = new Set(panel.filter(isCommenter).map(({ id }) => id));
  const reviewers = [...new Set(runs.map(({ reviewer }) => reviewer))].filter((id) => !commenters.has(id));
  const failed = reviewers.filter((id) => outcomeOf(runs.filter(({ reviewer }) => reviewer === id)) === "failed");
  if (reviewers.length > 0 && failed.length === reviewers.length) {
    return [{ says: `none of ${countReviewers(reviewers)} ended`, asks: "incomplete" }];
  }
  if (runs.length > 0 && reviewers.length === 0) {
    return [{ says: "nobody but commenters is on the panel", asks: "incomplete" }];
  }
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const byCommenters = kept.filter((cluster) => isByCommentersAlone(cluster, panel));
  return [
    ...whatStands(
      kept.filter((cluster) => !byCommenters.includes(cluster)),
      openEarlier(previous, clusters, panel),
    ),
    ...describeUndecided(byCommenters.map(({ id }) => id)),
    ...(failed.length > 0 ? [{ says: `${failed.length} of ${countReviewers(reviewers)} failed` }] : []),
  ];
}

/** The findings of the worst severity. */
function whatStands(kept: readonly RuledCluster[], earlier: readonly OpenEarlier[]): Reason[] {
  for (const severity of SEVERITIES) {
    const ids = kept.flatMap(({ id, ruling }) => (ruling.kind === "keep" && ruling.severity === severity ? [id] : []));
    const open = staysOpen(
      earlier.filter((problem) => problem.severity === severity),
      severity,
    );
    if (ids.length + open.length === 0) continue;
    const asks = KINDS[severity];
    const says = severity === "suggestion" ? "nothing above a suggestion stands" : stands(ids, severity);
    const isSaid = ids.length > 0 || severity === "suggestion";
    return [...(isSaid ? [{ says, asks, clusters: ids }] : []), ...open.map((each) => ({ says: each, asks }))];
  }
  return [];
}

function describeUndecided(ids: readonly ClusterId[]): Reason[] {
  if (ids.length === 0) return [];
  const are = ids.length === 1 ? "was raised by commenters alone and does" : "were raised by commenters alone and do";
  return [{ says: `${listSome(ids)} ${are} not decide` }];
}

/** Problems that are open, and separately those that may be. */
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

const countReviewers = ({ length }: readonly unknown[]): string => plural(length, "reviewer");
