import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import type { Commit } from "#model/change/scope.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { Identity } from "#model/history/identity.ts";
import { earlierName, type FixVerdict, type Lineage } from "#model/history/lineage.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { lastChangeOf, lineageOf, touchedProblem } from "#steps/history/lineage/lineage-of.ts";
import type { EarlierMatches } from "./match-earlier.ts";
import type { KnownStory } from "./know-earlier.ts";
import { placesOf } from "#steps/history/match/symbols-of.ts";

/** What tells where problems come from. */
export interface LineageRound {
  readonly story: KnownStory;
  readonly judged: EarlierMatches;
  readonly verdicts: readonly FixVerdict[];
  /** Commits that fix a problem elsewhere than in its own lines. */
  readonly elsewhere: ReadonlyMap<KnownProblem, readonly Commit[]>;
  readonly grounded: readonly GroundedFinding[];
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly today: string;
}

/** Gives every problem what it will be known by later, and says of each where it comes from, where there is a past. */
export async function tellLineage(
  clusters: readonly RuledCluster[],
  round: LineageRound,
): Promise<readonly RuledCluster[]> {
  const told: RuledCluster[] = [];
  for (const cluster of clusters) {
    const lineage = await lineageFor(cluster, round);
    told.push({ ...cluster, identity: identityOf(cluster, round), ...(lineage && { lineage }) });
  }
  return told;
}

/** What was said of the cluster's problem, first by whom the report speaks for. */
function speakersOf({ members, speaker }: RuledCluster, { grounded }: LineageRound): GroundedFinding[] {
  const own = members.flatMap(({ finding: id, share }) =>
    share === "secondary" ? [] : grounded.filter(({ finding }) => finding.id === id),
  );
  return own.toSorted((one, other) => Number(other.finding.id === speaker) - Number(one.finding.id === speaker));
}

function identityOf(cluster: RuledCluster, round: LineageRound): Identity {
  const [first] = speakersOf(cluster, round);
  const problem = first?.finding ?? { title: "", locations: [], quotes: [] };
  return makeIdentity({ problem, grounding: first?.grounding, symbols: round.symbols.get(first?.finding.id ?? "") });
}

/** Undefined: there is no past to tell of, or the problem stands in another section. */
async function lineageFor(cluster: RuledCluster, round: LineageRound): Promise<Lineage | undefined> {
  const { story, judged, verdicts, elsewhere, today } = round;
  const met = judged.meet(cluster);
  const against = judged.contradicted(cluster);
  if (cluster.ruling.kind === "route" || (story.number === 1 && met === undefined)) return undefined;
  // What is dropped for another reason comes from nowhere.
  if (cluster.ruling.kind === "drop" && cluster.ruling.reason !== "declined-earlier") return undefined;
  const locations = locationsOf(cluster, round);
  return lineageOf({
    members: cluster.members.map(({ finding }) => finding),
    locations,
    contradicts: against && {
      recognition: against,
      because: `It is against the advice of ${earlierName(against.of)}: ${against.because}.`,
    },
    recognised: met && { ...met, code: story.codeOf(met.problem) },
    shownBecause: shownBecause(cluster, judged),
    change: await lastChangeOf(locations, story.sinceFirst),
    earlier: story.problems.map((problem) => touchedProblem(problem, story.codeOf(problem), elsewhere.get(problem))),
    verdicts,
    today,
  });
}

/** Why a kept problem is shown although somebody decided against it. */
function shownBecause(cluster: RuledCluster, judged: EarlierMatches): string | undefined {
  const { ruling } = cluster;
  if (ruling.kind !== "keep") return undefined;
  const raised = { severity: ruling.severity, rung: ruling.evidence ?? "asserted" };
  const against = judged.against(judged.findingsOf(cluster), raised);
  return against?.holds === false ? against.because : undefined;
}

function locationsOf(cluster: RuledCluster, round: LineageRound): readonly Location[] {
  const places = speakersOf(cluster, round).flatMap((speaker) => placesOf(speaker));
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
