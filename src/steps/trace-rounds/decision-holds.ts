import type { StandingDecision } from "#model/rounds/standing-decision.ts";

/** A day, `2026-11-16`. */
export type Day = string;

/** Whether a decision has not run out: `until` is its last day. */
export function decisionHolds({ until }: Pick<StandingDecision, "until">, today: Day): boolean {
  return until === undefined || today <= until;
}
