import type { Ruling, RulingAuthor } from "#model/cluster.ts";
import type { Rung } from "#model/panel/evidence-ladder.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import type { LineAround } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { authorName } from "#model/history/author-name.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { rateCluster } from "../severity/rate-cluster.ts";
import type { SeverityRecord } from "../severity/severity-record.ts";
import { findAcknowledged } from "./find-acknowledged.ts";
import { findDrop } from "./find-drop.ts";
import { findRoute, type RouteFacts } from "./find-route.ts";
import type { Severity } from "#model/severity.ts";

/** What is known when problems are ruled on. All of it may be missing. */
export interface RulingFacts {
  /** The panel. Reviewers of one family count as one voice; commenters rate a problem only if nobody else does. */
  readonly reviewers?: readonly Reviewer[] | undefined;
  /** How earlier ratings turned out. Default: the shipped record. */
  readonly severities?: SeverityRecord | undefined;
  /** The lines of the head at a place, with three more on each side. */
  readonly linesAround?: ((location: Location) => readonly LineAround[]) | undefined;
  /** True if a file of the head, or one that the change removed, has this name (the last part of a path). */
  readonly hasFileNamed?: ((name: string) => boolean) | undefined;
  /** The changed files, if the user narrowed the review to some paths. */
  readonly narrowedTo?: readonly string[] | undefined;
  /** What people decided in earlier rounds. */
  readonly decisions?: EarlierDecisions | undefined;
}

/** Rules on a problem: first the program, then a person's decision, if one still holds. `rung`: its evidence. */
export function rule(members: readonly GroundedFinding[], rung: Rung, facts: RulingFacts): Ruling {
  const ours = ruleByProgram(members, rung, facts);
  if (ours.kind !== "keep") return ours;
  const raised = { severity: ours.severity, rung };
  const findings = members.map(({ finding }) => finding);
  const against = facts.decisions?.against(findings, raised);
  if (against?.holds !== true) return ours;
  const { decision, because } = against;
  const author: RulingAuthor = {
    kind: "person",
    ...(decision.author === undefined ? {} : { name: authorName(decision.author) }),
    decision: decision.id,
  };
  return { kind: "drop", reason: "declined-earlier", because, author, evidence: rung, overrules: ours };
}

/** A problem is dropped or routed only if that holds for every finding about it. */
function ruleByProgram(members: readonly GroundedFinding[], rung: Rung, facts: RulingFacts): Ruling {
  const by = { author: { kind: "program" as const }, evidence: rung };
  const drops = members.map((each) => dropOf(each, members, facts));
  const [drop] = drops;
  if (drop !== undefined && drops.every((each) => each !== undefined)) return { kind: "drop", ...drop, ...by };
  const { linesAround = () => [], reviewers = [] } = facts;
  const findings = members.map(({ finding }) => finding);
  const routes = findings.map((finding) => findRoute(finding, { linesAround }));
  const [route] = routes;
  if (route !== undefined && routes.every((each) => each?.to === route.to)) return { kind: "route", ...route, ...by };
  const commenters = new Set(reviewers.filter(isCommenter).map(({ id }) => id));
  const asked = findings.filter(({ reviewer }) => !commenters.has(reviewer));
  const claims = (asked.length > 0 ? asked : findings).map(({ reviewer, severity: claimed }) => ({
    reviewer,
    claimed,
  }));
  const { severity, because } = rateCluster(claims, facts.severities);
  const reasons = [because, ...describeAdmission(findings, { linesAround })];
  return { kind: "keep", severity, because: reasons.join("; "), ...by };
}

/** A comment that the change itself adds is mentioned, but decides nothing. */
function describeAdmission(members: readonly Finding[], facts: RouteFacts): string[] {
  const admitted = members.map((finding) => findAcknowledged(finding, facts)).find((each) => each?.isAtBase === false);
  return admitted === undefined ? [] : [`${admitted.because}; that settles nothing`];
}

function dropOf({ finding, grounding }: GroundedFinding, members: readonly GroundedFinding[], facts: RulingFacts) {
  const others = members.map((member) => member.finding.reviewer).filter((reviewer) => reviewer !== finding.reviewer);
  const { hasFileNamed, narrowedTo } = facts;
  return findDrop(finding, { supporters: [...new Set(others)], grounding, hasFileNamed, narrowedTo });
}

/** What people decided in earlier rounds about the problems that are raised now. Comes from the history of the series. */
export interface EarlierDecisions {
  /** The decision against a problem. Undefined: there is none. */
  against(members: readonly Finding[], raised: RaisedAgain): DecisionAgainst | undefined;
}

/** How a problem is raised now. */
export interface RaisedAgain {
  readonly severity: Severity;
  readonly rung: Rung;
}

/** A decision against a problem, and whether it still holds. */
export interface DecisionAgainst {
  readonly decision: Pick<StandingDecision, "id" | "author">;
  readonly holds: boolean;
  /** Why the problem is dropped or, if the decision does not hold, why it is shown. */
  readonly because: string;
}
