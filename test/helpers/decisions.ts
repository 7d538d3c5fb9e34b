import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import type { Over } from "./builders.ts";

/** Somebody declined the endless retries (`I1` of the sample review) on the second of November. */
export function aStandingDecision(over: Over<StandingDecision> = {}): StandingDecision {
  const defaults = {
    version: 1,
    id: "D-0123456789",
    kind: "declined",
    problem: {
      identity: { version: 1 },
      title: "Retries never stop for a subscriber that is gone",
      text: "A 410 answer is retried like any other.",
      severity: "important",
      rung: "quoted",
      locations: [{ path: "src/deliver.ts", start: 41, end: 48 }],
      symbols: [],
      quotes: [],
      code: [],
    },
    scope: {},
    reason: "the queue gives up after a day",
    author: "Ada Example <ada@example.invalid>",
    date: "2026-11-02T10:00:00.000Z",
    of: { review: "20261102-091500-pr-42", cluster: "I1" },
    source: "person",
  };
  const given = Object.entries({ ...defaults, ...over }).filter(([, value]) => value !== undefined);
  return standingDecisionSchema.parse(Object.fromEntries(given));
}
