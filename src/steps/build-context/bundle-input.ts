import type { RepositoryRule } from "#model/agent/repository-rule.ts";
import type { Change } from "#model/change/change.ts";
import type { CoChange, FileRole } from "#model/change/change-index.ts";
import type { Commit } from "#model/change/scope.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { GateResult } from "#model/panel/gate.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Severity } from "#model/severity.ts";

/** The input for bundles. All text in it except the instructions is untrusted. */
export interface BundleInput {
  readonly change: Change;
  /** The role of a file, by its path. */
  readonly roleOf: (path: string) => FileRole;
  /** The instructions for the task, from the package. */
  readonly instructions: string;
  /** The instructions that the users of this repository add. */
  readonly ownInstructions?: string;
  /** The pull request as it was read, if any. */
  readonly pullRequest?: PullRequest;
  readonly earlier?: readonly EarlierFinding[];
  /** The findings of the built-in reviewers. Numbered in this order. */
  readonly evidence?: readonly EvidenceItem[];
  /** What the repository's own commands showed, if any are run. */
  readonly gates?: KnownGates;
  readonly rules?: readonly RepositoryRule[];
  /** Files that usually change together with a file of the change, if the history is known. */
  readonly coChanges?: ReadonlyMap<string, readonly CoChange[]>;
  readonly settings?: BundleSettings;
}

/** A reviewer's settings for bundles. */
export interface BundleSettings {
  /** It sees no title, description, message, author or branch name. */
  readonly blind?: boolean;
  /** Characters of patches in one bundle. */
  readonly budget?: number;
  readonly maxBundles?: number;
}

/** About 160,000 tokens of code: the models of all vendors can hold it beside what they read themselves. */
export const DEFAULT_BUDGET = 400_000;
export const DEFAULT_MAX_BUNDLES = 4;

/**
 * A finding of an earlier round, as a fact. `changed`: its code changed since, or a person calls it fixed; the
 * reviewer must judge it. `settled`: an earlier round found it fixed or gone, and nothing shows that it is back.
 */
export interface EarlierFinding {
  /** `R2.I3`. */
  readonly id: string;
  readonly state: "changed" | "open" | "declined" | "accepted-risk" | "settled";
  readonly title: string;
  readonly severity?: Severity;
  /** Where its code is now; if it is gone, where it was. */
  readonly locations: readonly Location[];
  readonly isGone?: boolean;
  /** The decision in force: its id, and the reason. */
  readonly decision?: string;
  readonly reason?: string;
  /** Later commits that touched its code. */
  readonly commits?: readonly Commit[];
  /** Whether the code itself changed, not only its layout, comments or surroundings. Absent: unknown. */
  readonly codeChanged?: boolean;
  /** Its text, for a reviewer who must judge it again. */
  readonly said?: EarlierWords;
}

/** The text of an earlier finding, with its advice and quoted code as far as the text does not contain them. */
export interface EarlierWords {
  readonly text?: string;
  readonly advice?: string;
  readonly code?: string;
}

/** The results of gates that are known when a bundle is made. */
export interface KnownGates {
  readonly results: readonly GateResult[];
  /** More results will come. */
  readonly isRunning: boolean;
}

/** A finding of a built-in reviewer with the result of checking its quote. */
export interface EvidenceItem {
  readonly finding: Finding;
  readonly grounding?: FindingGrounding;
}
