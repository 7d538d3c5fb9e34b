import type { NotedRule } from "./notes/read-note.ts";
import type { RuleComparison } from "./compare-rules.ts";
import type { DraftProposal, StandingRule } from "./proposal.ts";

/** A rule that a review's process notes propose. */
export interface ReviewNote extends NotedRule {
  readonly review: string;
}

/**
 * The proposals in process notes. A change needs an existing rule, or becomes an addition; a removal needs an existing
 * rule, or is ignored.
 */
export function draftNotes(
  notes: readonly ReviewNote[],
  { rules, comparison, until }: { rules: readonly StandingRule[]; comparison: RuleComparison; until: string },
): DraftProposal[] {
  return notes.flatMap((note): DraftProposal[] => {
    const { kind, wording, because, paths, review } = note;
    const rule = kind === "add" ? undefined : rules.find(({ item }) => comparison.isAbout(item.text, wording));
    const shared = {
      because: because ?? "its process notes give no reason",
      sources: [{ kind: "note" as const, ref: review }],
      paths,
    };
    if (kind === "remove") return rule === undefined ? [] : [{ kind, wording: rule.item.text, ...shared, rule }];
    if (rule === undefined) return [{ kind: "add", wording, ...shared, until }];
    return [{ kind: "change", wording, ...shared, until, rule }];
  });
}
