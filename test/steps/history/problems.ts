import { clusterId, reviewerId, reviewId } from "#model/ids.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { type EarlierRef, type FixVerdict, fixVerdictSchema } from "#model/history/lineage.ts";
import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { aFinding } from "../../helpers/builders.ts";

/** Values for the rules over rounds, about the project of the builders. */
export const TODAY = "2026-11-16";

export const fix = { id: "1a2b3c4d5e6f", subject: "Stop at 410" };

export const aRef = (cluster = "I1", round = 1): EarlierRef => ({
  review: reviewId(`20261101-0900${round}0-pr-7`),
  round,
  cluster: clusterId(cluster),
});

export function aProblem(over: Partial<EarlierProblem> = {}): EarlierProblem {
  return {
    ref: aRef(),
    sightings: [aRef()],
    printed: [aRef()],
    title: "Retries never stop for a subscriber that is gone",
    severity: "important",
    rung: "checked",
    locations: [{ path: "src/deliver.ts", start: 14, end: 15 }],
    symbols: ["deliver"],
    head: "a".repeat(40),
    identities: [],
    wordings: [aFinding()],
    reviewers: ["claude"],
    ...over,
  };
}

export function aStandingDecision(over: Partial<StandingDecision> = {}): StandingDecision {
  return standingDecisionSchema.parse({
    version: 1,
    id: "D-0123456789",
    kind: "declined",
    problem: {
      identity: { version: 1 },
      title: "Retries never stop for a subscriber that is gone",
      text: "A 410 answer is retried like any other.",
      severity: "important",
      rung: "quoted",
      locations: [{ path: "src/deliver.ts", start: 14, end: 15 }],
      symbols: ["deliver"],
      quotes: [],
      code: [],
    },
    scope: {},
    reason: "Subscribers come back.",
    author: "Ann",
    date: "2026-11-02T09:00:00Z",
    of: { review: "20261101-090010-pr-7", cluster: "I1" },
    source: "person",
    ...over,
  });
}

export function aState(over: Partial<CodeState> = {}): CodeState {
  const locations = [{ path: "src/deliver.ts", start: 14, end: 15 }];
  return { kind: "unchanged", isMaterial: false, locations, unchanged: [], commits: [], nearby: [], ...over };
}

export const changedBy = (...commits: readonly { id: string; subject: string }[]): CodeState =>
  aState({ kind: "changed", isMaterial: true, commits });

export function aVerdict(
  over: Omit<Partial<FixVerdict>, "reviewer"> & { readonly reviewer?: string } = {},
): FixVerdict {
  const { reviewer = "claude", ...rest } = over;
  const defaults = { pass: 1, of: "R1.I1", closes: "yes", locations: [], quotes: [], text: "R1.I1: closes: yes" };
  return fixVerdictSchema.parse({ ...defaults, ...rest, reviewer: reviewerId(reviewer) });
}
