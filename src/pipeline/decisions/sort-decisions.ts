import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";

/** A decision and whether it counts today. */
export interface SortedDecision {
  readonly decision: StandingDecision;
  readonly state: "holds" | "expired" | "reopened" | "superseded";
}

/**
 * Determines which decisions hold on this day (`2027-01-31`), newest first. The newest about a problem counts. One that is
 * limited to a pull request or branch does not supersede those for the whole repository.
 */
export function sortDecisions(decisions: readonly StandingDecision[], today: string): SortedDecision[] {
  const newest = decisions.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
  const groupOf = groupByProblem(newest);
  const seen = new Map<number, (string | undefined)[]>();
  return newest.map((decision, at) => {
    const series = decision.scope.series;
    const later = seen.get(groupOf[at] ?? at) ?? [];
    seen.set(groupOf[at] ?? at, [...later, series]);
    const isSuperseded = later.some((one) => one === undefined || one === series);
    return { decision, state: isSuperseded ? "superseded" : stateOf(decision, today) };
  });
}

function stateOf(decision: StandingDecision, today: string): SortedDecision["state"] {
  if (decision.kind === "reopened") return "reopened";
  return decisionHolds(decision, today) ? "holds" : "expired";
}

/** The keys of a problem: the finding of the decision, and its exact fingerprint. */
export function keysOf({ of, problem: { identity } }: Pick<StandingDecision, "of" | "problem">): string[] {
  const exact = identity.exact === undefined ? [] : [`${identity.version} ${identity.exact}`];
  return [refKey(of), ...exact];
}

export function refKey({ review, cluster }: StandingDecision["of"]): string {
  return JSON.stringify([review, cluster]);
}

/** A group number for each decision. Decisions that share a key, directly or through others, have the same number. */
function groupByProblem(decisions: readonly StandingDecision[]): number[] {
  const parent = decisions.map((_, at) => at);
  const rootOf = (at: number): number => {
    const above = parent[at] ?? at;
    if (above === at) return at;
    const root = rootOf(above);
    parent[at] = root;
    return root;
  };
  const owners = new Map<string, number>();
  for (const [at, decision] of decisions.entries()) {
    for (const key of keysOf(decision)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, at);
      else parent[rootOf(at)] = rootOf(owner);
    }
  }
  return decisions.map((_, at) => rootOf(at));
}
