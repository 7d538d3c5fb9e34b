import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Commit } from "#model/change/scope.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { Identity } from "#model/history/identity.ts";
import { earlierName, type FixVerdict, type Lineage } from "#model/history/lineage.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { placesOf } from "../match/symbols-of.ts";
import type { EarlierMatches, History } from "../trace-history.ts";
import { lastChangeOf, lineageOf, touchedProblem } from "./lineage-of.ts";

/** Everything that shows where the problems of a round come from. */
export interface LineageRound {
  readonly history: History;
  readonly matches: EarlierMatches;
  readonly verdicts: readonly FixVerdict[];
  /** Commits that fix a problem outside its own lines. */
  readonly elsewhere: ReadonlyMap<EarlierProblem, readonly Commit[]>;
  readonly grounded: readonly GroundedFinding[];
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly today: string;
}

/** Gives every problem its identity for later rounds, and its lineage if there are earlier rounds. */
export async function addLineage(
  clusters: readonly RuledCluster[],
  round: LineageRound,
): Promise<readonly RuledCluster[]> {
  const traced: RuledCluster[] = [];
  for (const cluster of clusters) {
    const lineage = await lineageFor(cluster, round);
    traced.push({ ...cluster, identity: identityOf(cluster, round), ...(lineage && { lineage }) });
  }
  return traced;
}

/** The findings about the cluster's problem, the speaking one first. */
function wordingFindingsOf({ members, speaker }: RuledCluster, { grounded }: LineageRound): GroundedFinding[] {
  const own = members.flatMap(({ finding: id, share }) =>
    share === "secondary" ? [] : grounded.filter(({ finding }) => finding.id === id),
  );
  return own.toSorted((one, other) => Number(other.finding.id === speaker) - Number(one.finding.id === speaker));
}

function identityOf(cluster: RuledCluster, round: LineageRound): Identity {
  const [first] = wordingFindingsOf(cluster, round);
  const problem = first?.finding ?? { title: "", locations: [], quotes: [] };
  return makeIdentity({ problem, grounding: first?.grounding, symbols: round.symbols.get(first?.finding.id ?? "") });
}

/** Undefined if there is no earlier round, or the problem is in another section. */
async function lineageFor(cluster: RuledCluster, round: LineageRound): Promise<Lineage | undefined> {
  const { history, matches, verdicts, elsewhere, today } = round;
  const matched = matches.match(cluster);
  const against = matches.contradicted(cluster);
  if (cluster.ruling.kind === "route" || (history.number === 1 && matched === undefined)) return undefined;
  // Clusters dropped for other reasons have no lineage.
  if (cluster.ruling.kind === "drop" && cluster.ruling.reason !== "declined-earlier") return undefined;
  const locations = locationsOf(cluster, round);
  return lineageOf({
    members: cluster.members.map(({ finding }) => finding),
    locations,
    contradicts: against && {
      match: against,
      because: `It is against the advice of ${earlierName(against.of)}: ${against.because}.`,
    },
    recognised: matched && { ...matched, code: history.codeOf(matched.problem) },
    shownBecause: matches.shownBecause(cluster),
    change: await lastChangeOf(locations, history.sinceFirst),
    earlier: history.problems.map((problem) =>
      touchedProblem(problem, history.codeOf(problem), elsewhere.get(problem)),
    ),
    verdicts,
    today,
  });
}

function locationsOf(cluster: RuledCluster, round: LineageRound): readonly Location[] {
  const places = wordingFindingsOf(cluster, round).flatMap((speaker) => placesOf(speaker));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
