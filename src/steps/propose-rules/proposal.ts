import type { RuleItem } from "#model/agent/repository-rule.ts";

/** A rule in a file of the repository today. */
export interface StandingRule {
  readonly file: string;
  readonly item: RuleItem;
  readonly paths?: readonly string[];
  /** The date it was last known to be written: from its mark, or from the last commit to its file. */
  readonly written?: string;
  /** Names that it cites that were in the code when it was written, and are gone. */
  readonly gone?: readonly string[];
}

/** A source that supports a proposal: a review, a decision, a rule. */
export interface ProposalSource {
  readonly kind: "note" | "decision" | "drop" | "rule";
  /** `20261102-091500-pr-42`, `D-0123456789`, `AGENTS.md:12`. */
  readonly ref: string;
}

/** A proposed change to the rules. Never applied without confirmation. */
export interface RuleProposal {
  /** Derived from kind, wording and scope, so that it is the same in every run. */
  readonly id: string;
  readonly kind: "add" | "change" | "remove";
  /** The rule as it would be; for a removal, as it is. On one line. */
  readonly wording: string;
  readonly paths?: readonly string[];
  readonly because: string;
  readonly sources: readonly ProposalSource[];
  /** The last day on which the rule holds; absent for a removal. */
  readonly until?: string;
  /** The rule that is changed or removed. */
  readonly rule?: Pick<StandingRule, "file" | "item">;
  /** For a duplicate rule: the text of the one that stays. */
  readonly stays?: string;
}

/** A proposal without its id. */
export type DraftProposal = Omit<RuleProposal, "id">;
