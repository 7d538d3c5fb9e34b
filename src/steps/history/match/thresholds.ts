import type { EarlierMatch } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";

// Chosen on all links between rounds of 66 published reports, each judged by one reader who saw the confidences. Pair models
// had not seen the pull request; left-out pull requests would choose 0.91 to 0.94 and 0.93 to 0.99
// (`npm run bench:rounds`, docs/decisions/0017-identity.md).

/** From this confidence on a finding counts as an earlier problem: the lowest at which 85 of 100 links are right. */
export const MATCH_AT = 0.92;

/**
 * The same for a problem whose code is unchanged. Measured on findings of one commit: of the pairs from 0.65 on 99 of
 * 113 are the same problem, from 0.75 on 91 of 102, from 0.94 on 64 of 72. Between commits most pairs below 0.92 are a
 * neighbour of something that was fixed; in unchanged code there is no such neighbour.
 */
export const MATCH_UNCHANGED_AT = 0.65;
export const SUPPRESS_UNCHANGED_AT = 0.75;

/** From this confidence on a declined problem is not shown again: the lowest at which 90 of 100 links are right. */
export const SUPPRESS_AT = 0.94;

/**
 * Whether a re-raise was matched with enough confidence not to be shown. A decision without a reason drops nothing:
 * the reader of a drop must be able to read why, and a bare "Skipped" in a published report often meant "not now".
 */
export function isSureEnough(
  { tier, confidence }: EarlierMatch,
  { reason = "" }: StandingDecision,
  isUnchanged = false,
): boolean {
  const least = isUnchanged ? SUPPRESS_UNCHANGED_AT : SUPPRESS_AT;
  return reason.trim() !== "" && (tier === "exact" || confidence >= least);
}
