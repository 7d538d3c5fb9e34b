import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import type { RuledCluster } from "./cluster.ts";
import { type ClusterId, clusterIdSchema } from "./ids.ts";
import {
  isByCommentersAlone,
  isCommenter,
  isProgram,
  outcomeOf,
  type Reviewer,
  type ReviewerRun,
} from "./panel/reviewer.ts";
import type { PreviousFinding } from "./history/lineage.ts";
import { type OpenEarlier, openEarlier } from "./history/open-earlier.ts";
import { SEVERITIES, type Severity } from "./severity.ts";
import { listSome, plural } from "#util/words.ts";

export const verdictKindSchema = z.enum([
  "merge",
  "merge-with-optional-fixes",
  "merge-with-fixes",
  "rework",
  "checks-only",
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
 * The rule, over one list of reasons: something is missing, or no reviewer completed → incomplete; only checks answered, so
 * nobody has judged the change → checks only; a critical problem is kept → rework; an important one → merge with fixes; only
 * suggestions → merge with optional fixes; nothing → merge. Kept problems come first, even if the round is incomplete. A
 * failed reviewer is named, because nobody knows what it would have found. A problem of an earlier round that is or may be
 * still open counts like one of this round, even if no reviewer raised it again. Commenters decide nothing, because anybody
 * can comment.
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
    ...describeUnjudged(runs, facts),
    ...remarks.map((says) => ({ says })),
  ];
  const kind = STRONGEST_FIRST.find((each) => reasons.some(({ asks }) => asks === each)) ?? "merge";
  return {
    kind,
    because: [...openingOf(kind, clusters, facts), ...reasons.map(({ says }) => says)].join("; "),
    decidedBy: reasons.flatMap(({ clusters: ids = [] }) => ids),
  };
}

/** An incomplete round must not claim that nothing is open. */
function openingOf(
  kind: VerdictKind,
  clusters: readonly RuledCluster[],
  { reviewers = [] }: Pick<VerdictFacts, "reviewers">,
): string[] {
  if (kind === "merge") return ["nothing stands"];
  if (kind !== "checks-only") return [];
  const kept = clusters.filter((cluster) => cluster.ruling.kind === "keep" && !isByCommentersAlone(cluster, reviewers));
  // Whoever is neither a check nor a commenter has failed; what it had found by then stands.
  const asked = new Set<string>(reviewers.filter((one) => !isProgram(one) && !isCommenter(one)).map(({ id }) => id));
  const checks = new Set<string>(reviewers.filter((one) => isProgram(one) && !isCommenter(one)).map(({ id }) => id));
  const unfinished = kept.filter(
    ({ credits }) =>
      credits.some(({ reviewer }) => asked.has(reviewer)) && !credits.some(({ reviewer }) => checks.has(reviewer)),
  );
  const count = kept.length - unfinished.length;
  const says = `static checks: ${count === 0 ? "no findings" : plural(count, "finding")}`;
  if (unfinished.length === 0) return [says];
  const failed = new Set(unfinished.flatMap(({ credits }) => credits.map(({ reviewer }) => reviewer)));
  const whose = [...failed].filter((id) => asked.has(id)).length === 1 ? "a reviewer" : "reviewers";
  return [says, `${plural(unfinished.length, "finding")} of ${whose} that failed`];
}

/** What else decides the verdict. */
interface VerdictFacts {
  /** The panel. Absent: agents alone. */
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

const STRONGEST_FIRST = [
  "incomplete",
  "checks-only",
  "rework",
  "merge-with-fixes",
  "merge-with-optional-fixes",
] as const;

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
    ...describeFailed(failed.length, reviewers),
  ];
}

function describeFailed(failed: number, reviewers: readonly string[]): Reason[] {
  if (failed === 0) return [];
  const all = countReviewers(reviewers);
  return failed === reviewers.length
    ? [{ says: `none of ${all} ended`, asks: "incomplete" }]
    : [{ says: `${failed} of ${all} failed` }];
}

/** Only checks answered. A reviewer that is not on the given panel is taken for an agent. */
function describeUnjudged(runs: readonly ReviewerRun[], { reviewers: panel = [] }: VerdictFacts): Reason[] {
  const members = new Map(panel.map((reviewer) => [reviewer.id, reviewer]));
  const answered = runs.filter(({ outcome }) => outcome !== "failed").map(({ reviewer }) => members.get(reviewer));
  const invited = answered.filter((reviewer) => reviewer === undefined || !isCommenter(reviewer));
  if (invited.length === 0 || !invited.every((reviewer) => reviewer !== undefined && isProgram(reviewer))) return [];
  const says = "nobody has judged logic, concurrency or design";
  return [{ says: panel.some(isCommenter) ? `but for commenters, ${says}` : says, asks: "checks-only" }];
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
