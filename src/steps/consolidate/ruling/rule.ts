import type { Ruling } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, LineAround } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";
import { rateCluster } from "../severity/rate-cluster.ts";
import type { SeverityRecord } from "../severity/severity-record.ts";
import { findAcknowledged } from "./find-acknowledged.ts";
import { findDrop } from "./find-drop.ts";
import { findRoute } from "./find-route.ts";

/** What rulings are made by. */
export interface RulingFacts {
  readonly groundings: readonly FindingGrounding[];
  readonly linesAround: (location: Location) => readonly LineAround[];
  readonly severities?: SeverityRecord;
  readonly hasFileNamed?: (name: string) => boolean;
  readonly narrowedTo?: readonly string[];
  readonly declined?: Declined;
  /** Reviewers that commented on the pull request: they rate a problem only where nobody else does. */
  readonly commenters?: readonly string[];
}

/** Why a problem falls that people decided against in an earlier round; undefined: they did not, or it may be raised again. */
export type Declined = (members: readonly Finding[], severity: Severity) => string | undefined;

/** What becomes of a problem: it falls or moves only where that holds for every finding about it. */
export function rule(members: readonly Finding[], facts: RulingFacts): Ruling {
  const drops = members.map((finding) => dropOf(finding, members, facts));
  const drop = drops[0];
  if (drop !== undefined && drops.every((each) => each !== undefined)) return { kind: "drop", ...drop };
  const routes = members.map((finding) => findRoute(finding, facts));
  const route = routes[0];
  if (route !== undefined && routes.every((each) => each?.to === route.to)) return { kind: "route", ...route };
  const chosen = members.filter(({ reviewer }) => facts.commenters?.includes(reviewer) !== true);
  const claims = (chosen.length > 0 ? chosen : members).map(({ reviewer, severity: claimed }) => ({
    reviewer,
    claimed,
  }));
  const { severity, because } = rateCluster(claims, facts.severities);
  const declined = facts.declined?.(members, severity);
  if (declined !== undefined) return { kind: "drop", reason: "declined-earlier", because: declined };
  return { kind: "keep", severity, because: [because, ...sayUnsettled(members, facts)].join("; ") };
}

/** A comment that the change adds about itself is told, and settles nothing. */
function sayUnsettled(members: readonly Finding[], facts: RulingFacts): string[] {
  const admitted = members.map((finding) => findAcknowledged(finding, facts)).find((each) => each?.isAtBase === false);
  return admitted === undefined ? [] : [`${admitted.because}; that settles nothing`];
}

function dropOf(finding: Finding, members: readonly Finding[], facts: RulingFacts) {
  const grounding = facts.groundings.find((checked) => checked.finding === finding.id);
  const others = members.map(({ reviewer }) => reviewer).filter((reviewer) => reviewer !== finding.reviewer);
  return findDrop(finding, {
    supporters: [...new Set(others)],
    ...(grounding === undefined ? {} : { grounding }),
    ...(facts.hasFileNamed === undefined ? {} : { hasFileNamed: facts.hasFileNamed }),
    ...(facts.narrowedTo === undefined ? {} : { narrowedTo: facts.narrowedTo }),
  });
}
