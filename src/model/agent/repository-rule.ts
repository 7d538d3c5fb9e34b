/** What reviewers must know of this code base: a text from the base commit. Untrusted, as all text of a repository. */
export interface RepositoryRule {
  /** The file it comes from: `.deep-review/rules.md`. */
  readonly name: string;
  readonly text: string;
  /** It holds for files below these folders, of these names or of these globs; absent: for all. */
  readonly paths?: readonly string[];
  /** The heading above it. */
  readonly heading?: string;
}

/** A section of a rule file with the single rules in it. */
export interface RuleSection extends RepositoryRule {
  /** The line of its heading, from 1. */
  readonly line: number;
  readonly items: readonly RuleItem[];
}

/** One rule: an item of a list, or a paragraph. */
export interface RuleItem {
  /** On one line, without the sign of the list. */
  readonly text: string;
  /** Lines of its file from 1, both included; its mark belongs to it. */
  readonly start: number;
  readonly end: number;
  readonly mark?: RuleMark;
}

/** What the program notes with a rule that it wrote: an HTML comment, by which a later run finds expired rules. */
export interface RuleMark {
  /** `P-` and ten hex digits, made from kind, wording and scope. */
  readonly id: string;
  /** Days: `2026-11-16`. */
  readonly added: string;
  readonly until?: string;
  /** Where it comes from, in words. */
  readonly from?: string;
}
