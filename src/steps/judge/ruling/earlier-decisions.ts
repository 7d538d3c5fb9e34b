import type { Finding } from "#model/finding.ts";
import type { Rung, StandingDecision } from "#model/history/standing-decision.ts";
import type { Severity } from "#model/severity.ts";

/** What people decided in earlier rounds about the problems that are raised now. The history of the series offers it. */
export interface EarlierDecisions {
  /** The decision against a problem; undefined: nobody decided against it. */
  against(members: readonly Finding[], raised: RaisedAgain): DecisionAgainst | undefined;
}

/** How a problem is raised now. */
export interface RaisedAgain {
  readonly severity: Severity;
  readonly rung: Rung;
}

/** A decision against a problem, and whether it settles the problem this time. */
export interface DecisionAgainst {
  readonly decision: Pick<StandingDecision, "id" | "author">;
  readonly holds: boolean;
  /** Why the problem is dropped; of a decision that does not hold, why the problem is shown. */
  readonly because: string;
}
