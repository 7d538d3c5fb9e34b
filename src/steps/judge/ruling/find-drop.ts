import type { DropReason } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { ReviewerId } from "#model/ids.ts";
import { findOutside } from "./find-outside.ts";
import { findRefuted } from "./find-refuted.ts";

/** What is known of a finding when it is decided whether it falls. */
export interface DropFacts {
  /** What the check against the commit showed; without it nothing is refuted. */
  readonly grounding?: FindingGrounding | undefined;
  /** Other reviewers that say the same. */
  readonly supporters: readonly ReviewerId[];
  /** True when a file of the head, or one that the change removed, has this name (the last part of a path). */
  readonly hasFileNamed?: ((name: string) => boolean) | undefined;
  /** The files under review; given only where the user narrowed the review by path. */
  readonly narrowedTo?: readonly string[] | undefined;
}

/** Why a finding falls, in words for the reader. */
export interface Drop {
  readonly reason: DropReason;
  readonly because: string;
}

/** Decides whether a finding falls, for a reason that can be stated; a doubt keeps it. Quality is no reason. */
export function findDrop(finding: Finding, facts: DropFacts): Drop | undefined {
  if (finding.withdrawn === true) return { reason: "withdrawn", because: "its author takes it back in the text" };
  const refuted = findRefuted(finding, facts);
  if (refuted !== undefined) return { reason: "refuted", because: refuted };
  const outside = findOutside(finding, facts);
  return outside === undefined ? undefined : { reason: "out-of-scope", because: outside };
}
