import type { RuleItem } from "#model/agent/repository-rule.ts";

/** A rule that is in a file of the repository today. */
export interface StandingRule {
  readonly file: string;
  readonly item: RuleItem;
  readonly paths?: readonly string[];
  /** The day it was last known to be written: its mark's, or that of the last commit to its file. */
  readonly written?: string;
  /** Names that it cites, that stood in the code when it was written, and that are gone. */
  readonly gone?: readonly string[];
}

/** What speaks for a proposal, by its place: a review, a decision, a rule. */
export interface ProposalSource {
  readonly kind: "note" | "decision" | "drop" | "rule";
  /** `20261102-091500-pr-42`, `D-0123456789`, `AGENTS.md:12`. */
  readonly ref: string;
}

/** A change to the rules that people may want. Never applied without their word. */
export interface RuleProposal {
  /** Made from kind, wording and scope, so that it is the same in every run. */
  readonly id: string;
  readonly kind: "add" | "change" | "remove";
  /** The rule as it would stand; for a removal, as it stands. On one line. */
  readonly wording: string;
  readonly paths?: readonly string[];
  readonly because: string;
  readonly sources: readonly ProposalSource[];
  /** The last day on which the rule is to hold; absent for a removal. */
  readonly until?: string;
  /** The rule that is changed or removed. */
  readonly rule?: Pick<StandingRule, "file" | "item">;
  /** Of a rule that is there twice: the text of the one that stays. */
  readonly stays?: string;
}

/** A proposal before it has a name. */
export type DraftProposal = Omit<RuleProposal, "id">;
