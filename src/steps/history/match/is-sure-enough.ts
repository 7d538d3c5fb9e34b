import type { Recognition } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { SUPPRESS_AT, SUPPRESS_UNCHANGED_AT } from "./thresholds.ts";

/**
 * Whether a re-raise was recognised surely enough not to be shown. A decision without a reason drops nothing: the
 * reader of a drop must be able to read why, and a bare "Skipped" in a published report often meant "not now".
 */
export function isSureEnough(
  { tier, confidence }: Recognition,
  { reason = "" }: StandingDecision,
  isUnchanged = false,
): boolean {
  const least = isUnchanged ? SUPPRESS_UNCHANGED_AT : SUPPRESS_AT;
  return reason.trim() !== "" && (tier === "exact" || confidence >= least);
}
