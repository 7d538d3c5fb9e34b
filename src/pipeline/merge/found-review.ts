import type { Finding } from "#model/finding.ts";
import { type FindingId, findingIdSchema, type ReviewerId } from "#model/ids.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun, ReviewerStatements } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { FixVerdict } from "#model/history/lineage.ts";

/** The review of one reviewer in all its passes, from any source. */
export interface FoundReview extends ReviewerStatements {
  readonly reviewer: Reviewer;
  readonly runs: readonly ReviewerRun[];
  readonly findings: readonly Finding[];
  readonly switchedOff?: readonly SwitchedOff[];
  /** Why its source was incomplete, a phrase each. */
  readonly incomplete?: readonly string[];
}

/**
 * The reviews of everybody on the panel of a record, without the record's own judgement. Includes those that failed:
 * without them the merged result would look better than it is.
 */
export function reviewsOf({ reviewers, runs, findings, receipt, ...record }: Review): FoundReview[] {
  const ids = new Set([...reviewers.map(({ id }) => id), ...[...runs, ...findings].map(({ reviewer }) => reviewer)]);
  return [...ids].map((id) => {
    const isOwn = ({ reviewer }: { readonly reviewer?: ReviewerId }): boolean => reviewer === id;
    return {
      reviewer: reviewers.find((reviewer) => reviewer.id === id) ?? { id, name: id, kind: "agent", family: id },
      runs: runs.filter(isOwn),
      findings: findings.filter(isOwn),
      observations: record.observations.filter(isOwn),
      assessments: record.assessments.filter(isOwn),
      claims: receipt.claims.filter(isOwn),
      fixVerdicts: record.fixVerdicts?.filter(isOwn),
      unplaced: record.unplaced.filter(isOwn),
      switchedOff: (receipt.switchedOff ?? []).filter(isOwn),
    };
  });
}

/** The same review under another id, because its id is taken. Its family stays, so it is not an independent reviewer. */
export function withId(found: FoundReview, id: ReviewerId): FoundReview {
  if (id === found.reviewer.id) return found;
  const own = <T extends object>(items: readonly T[] = []) => items.map((item) => ({ ...item, reviewer: id }));
  const named = (old: string): string => `${id}${old.slice(old.indexOf(":"))}`;
  const idOf = (old: string): FindingId => findingIdSchema.parse(named(old));
  const renamed = (verdict: FixVerdict): FixVerdict => ({ ...verdict, introduces: verdict.introduces?.map(idOf) });
  return {
    reviewer: { ...found.reviewer, id, name: `${found.reviewer.name} (${id})` },
    runs: own(found.runs),
    findings: own(found.findings).map((finding) => ({ ...finding, id: idOf(finding.id) })),
    observations: own(found.observations).map((remark) => ({ ...remark, id: named(remark.id) })),
    assessments: own(found.assessments),
    claims: own(found.claims),
    fixVerdicts: found.fixVerdicts && own(found.fixVerdicts).map(renamed),
    unplaced: own(found.unplaced),
    switchedOff: own(found.switchedOff),
    incomplete: found.incomplete,
  };
}
