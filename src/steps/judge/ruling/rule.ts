import type { Ruling, RulingAuthor } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { LineAround, RaisedFinding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { authorName } from "#model/history/author-name.ts";
import type { Rung } from "#model/history/standing-decision.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { rateCluster } from "../severity/rate-cluster.ts";
import type { SeverityRecord } from "../severity/severity-record.ts";
import type { EarlierDecisions } from "./earlier-decisions.ts";
import { findAcknowledged } from "./find-acknowledged.ts";
import { findDrop } from "./find-drop.ts";
import { findRoute, type RouteFacts } from "./find-route.ts";

/** What a problem is ruled by. */
export interface RulingFacts {
  /** How far its evidence goes. */
  readonly rung: Rung;
  /** The panel. Commenters rate a problem only where nobody else does. */
  readonly reviewers?: readonly Reviewer[] | undefined;
  readonly linesAround?: ((location: Location) => readonly LineAround[]) | undefined;
  readonly severities?: SeverityRecord | undefined;
  readonly hasFileNamed?: ((name: string) => boolean) | undefined;
  readonly narrowedTo?: readonly string[] | undefined;
  readonly decisions?: EarlierDecisions | undefined;
}

/** What becomes of a problem: by the program, and then by what a person decided where that still holds. */
export function rule(members: readonly RaisedFinding[], facts: RulingFacts): Ruling {
  const ours = ruleByProgram(members, facts);
  if (ours.kind !== "keep") return ours;
  const raised = { severity: ours.severity, rung: facts.rung };
  const findings = members.map(({ finding }) => finding);
  const against = facts.decisions?.against(findings, raised);
  if (against?.holds !== true) return ours;
  const { decision, because } = against;
  const author: RulingAuthor = {
    kind: "person",
    ...(decision.author === undefined ? {} : { name: authorName(decision.author) }),
    decision: decision.id,
  };
  return { kind: "drop", reason: "declined-earlier", because, author, evidence: facts.rung, overrules: ours };
}

/** A problem falls or moves only where that holds for every finding about it. */
function ruleByProgram(members: readonly RaisedFinding[], facts: RulingFacts): Ruling {
  const by = { author: { kind: "program" as const }, evidence: facts.rung };
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
  const reasons = [because, ...describeUnsettled(findings, { linesAround })];
  return { kind: "keep", severity, because: reasons.join("; "), ...by };
}

/** A comment that the change adds about itself is named, and settles nothing. */
function describeUnsettled(members: readonly Finding[], facts: RouteFacts): string[] {
  const admitted = members.map((finding) => findAcknowledged(finding, facts)).find((each) => each?.isAtBase === false);
  return admitted === undefined ? [] : [`${admitted.because}; that settles nothing`];
}

function dropOf({ finding, grounding }: RaisedFinding, members: readonly RaisedFinding[], facts: RulingFacts) {
  const others = members.map((member) => member.finding.reviewer).filter((reviewer) => reviewer !== finding.reviewer);
  const { hasFileNamed, narrowedTo } = facts;
  return findDrop(finding, { supporters: [...new Set(others)], grounding, hasFileNamed, narrowedTo });
}
