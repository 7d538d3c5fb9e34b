import type { RepositoryRule } from "#model/agent/repository-rule.ts";
import type { Change } from "#model/change/change.ts";
import type { CoChange, FileRole } from "#model/change/change-index.ts";
import type { Commit } from "#model/change/scope.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Severity } from "#model/severity.ts";

/** What bundles are made of. All text in it but the instructions is untrusted. */
export interface BundleInput {
  readonly change: Change;
  /** What a file is for, by its path. */
  readonly roleOf: (path: string) => FileRole;
  /** The instructions for the job, from the package. */
  readonly instructions: string;
  /** What the users of this repository add to them. */
  readonly ownInstructions?: string;
  /** The pull request as it was read; absent if none was. */
  readonly pullRequest?: PullRequest;
  readonly earlier?: readonly EarlierFinding[];
  /** What the built-in reviewers found. Numbered in this order. */
  readonly evidence?: readonly EvidenceItem[];
  readonly rules?: readonly RepositoryRule[];
  /** Files that usually move with a file of the change, where the past is known. */
  readonly coChanges?: ReadonlyMap<string, readonly CoChange[]>;
  readonly settings?: BundleSettings;
}

/** How a reviewer wants its bundles. */
export interface BundleSettings {
  /** It sees no title, description, message, author or branch name. */
  readonly blind?: boolean;
  /** Characters of patches in one bundle. */
  readonly budget?: number;
  readonly maxBundles?: number;
}

/** About 160,000 tokens of code: what the models of all vendors can hold beside their own reading. */
export const DEFAULT_BUDGET = 400_000;
export const DEFAULT_MAX_BUNDLES = 4;

/**
 * A finding of an earlier round, as a fact. `changed`: its code changed since, or a person calls it fixed; that is to be
 * judged. `settled`: an earlier round found it fixed or gone, and nothing shows that it is back.
 */
export interface EarlierFinding {
  /** `R2.I3`. */
  readonly id: string;
  readonly state: "changed" | "open" | "declined" | "accepted-risk" | "settled";
  readonly title: string;
  readonly severity?: Severity;
  /** Where its code stands now; where it stood, when it is gone. */
  readonly locations: readonly Location[];
  readonly isGone?: boolean;
  /** The decision that holds: its id, and why. */
  readonly decision?: string;
  readonly reason?: string;
  /** Commits since that touched its code. */
  readonly commits?: readonly Commit[];
  /** What its code says changed, not only its layout, comments or surroundings. Absent: not known. */
  readonly codeChanged?: boolean;
  /** What it said, for whoever is to judge it again. */
  readonly said?: EarlierWords;
}

/** The words of an earlier finding: its text, and of the advice and the quoted code what the text does not hold. */
export interface EarlierWords {
  readonly text?: string;
  readonly advice?: string;
  readonly code?: string;
}

/** A finding of a built-in reviewer with what the check of its quote showed. */
export interface EvidenceItem {
  readonly finding: Finding;
  readonly grounding?: FindingGrounding;
}
