import type { RuledCluster } from "#model/cluster.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import type { GivenNames, NamesOfProblem } from "#model/history/given-names.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { rungByQuotes } from "../collect/imported-decisions.ts";
import { type ProblemDraft, SeriesProblems } from "../collect/series-problems.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { SUPPRESS_AT } from "../match/thresholds.ts";
import type { EarlierMatches } from "../trace-history.ts";
import { type CollectedNames, collectNames, type NamedProblem, type NameSources } from "./collect-names.ts";

/** What names are looked up with. */
export interface NamedRound extends NameSources {
  readonly matches: Pick<EarlierMatches, "match">;
  readonly grounded: readonly GroundedFinding[];
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  /** The earlier rounds could not be followed: their names are not given again, to whatever problem. */
  readonly isLost?: boolean | undefined;
}

/** Finds the names that the problems of this round have from earlier reports. */
export function findGivenNames(round: NamedRound): GivenNames {
  const collected = collectNames(round);
  const finder = new NameFinder(round, collected);
  const retired = new Set<string>(collected.retired);
  return {
    of: (problem) => finder.of(problem),
    isPrinted: (name) => collected.owners.has(name as ClusterId) || retired.has(name),
    retired: collected.retired,
  };
}

/** A problem that a cluster turned out to be. */
interface Known {
  readonly problem: NamedProblem;
  readonly confidence: number;
}

class NameFinder {
  readonly #round: NamedRound;
  readonly #names: CollectedNames;
  readonly #grounded: ReadonlyMap<string, GroundedFinding>;
  readonly #matchUnlisted: (members: readonly Finding[]) => Known | undefined;

  constructor(round: NamedRound, names: CollectedNames) {
    this.#round = round;
    this.#names = names;
    this.#grounded = new Map(round.grounded.map((each) => [each.finding.id as string, each]));
    this.#matchUnlisted = round.isLost === true ? () => undefined : unlistedMatcher(round, names);
  }

  of(cluster: Pick<RuledCluster, "members">): NamesOfProblem {
    const members = cluster.members.flatMap(({ finding, share }) =>
      share === "secondary" ? [] : (this.#grounded.get(finding)?.finding ?? []),
    );
    const prints = new Set(members.flatMap((finding) => this.#fingerprintsOf(finding)));
    const known = this.#matched(cluster) ?? this.#matchUnlisted(members) ?? this.#posted(prints);
    const own = this.#printedThisRound(members);
    const printed = new Map<ClusterId, EarlierRef>();
    for (const ref of [...(known?.problem.names ?? []), ...own])
      if (!printed.has(ref.cluster)) printed.set(ref.cluster, ref);
    const refs = [...printed.values()];
    return {
      printed: refs,
      usable: refs
        .filter(({ cluster: name }) => !this.#isShared(name))
        .map(({ cluster: name }) => {
          const isOwn = own.some((ref) => ref.cluster === name);
          const isSame = [...(known?.problem.fingerprints.get(name) ?? [])].some((print) => prints.has(print));
          return { name, confidence: isOwn ? 3 : (known?.confidence ?? 0) + (isSame ? 1 : 0) };
        }),
    };
  }

  #isShared(name: ClusterId): boolean {
    return (this.#names.owners.get(name)?.size ?? 0) > 1;
  }

  #matched(cluster: Pick<RuledCluster, "members">): Known | undefined {
    const matched = this.#round.matches.match(cluster);
    const problem = matched && this.#names.byProblem.get(matched.problem);
    return problem === undefined || problem.names.length === 0
      ? undefined
      : { problem, confidence: matched?.match.confidence ?? 0 };
  }

  /** By the fingerprint in a comment of ours whose record is missing. */
  #posted(prints: ReadonlySet<string>): Known | undefined {
    for (const print of prints) {
      const problem = this.#names.byKey.get(print);
      if (problem !== undefined) return { problem, confidence: 1 };
    }
    return undefined;
  }

  /** The names in the record that this round already had, before it was resumed. */
  #printedThisRound(members: readonly Finding[]): EarlierRef[] {
    const { former, reviews } = this.#round;
    if (former === undefined) return [];
    const titles = new Map(former.findings.map(({ id, title }) => [id, title]));
    // A reviewer that ran again may give its old label to another finding.
    const same = new Set(members.filter(({ id, title }) => titles.get(id) === title).map(({ id }) => id));
    return former.clusters
      .filter((cluster) => cluster.members.some(({ finding, share }) => share !== "secondary" && same.has(finding)))
      .flatMap(({ id, names = [] }) => [...names, { review: former.id, round: reviews.length + 1, cluster: id }]);
  }

  #fingerprintsOf({ id }: Finding): string[] {
    const grounded = this.#grounded.get(id);
    if (grounded === undefined) return [];
    const { finding: problem, grounding } = grounded;
    const { exact, code } = makeIdentity({ problem, grounding, symbols: this.#round.symbols.get(id) });
    return [exact, code].filter((print) => print !== undefined);
  }
}

/** Matches findings with the dropped and routed problems of earlier rounds, which history does not follow. */
function unlistedMatcher(
  { reviews, grounded }: NamedRound,
  { unlisted }: CollectedNames,
): (members: readonly Finding[]) => Known | undefined {
  if (unlisted.size === 0) return () => undefined;
  const series = new SeriesProblems(rungByQuotes, {});
  const owners = new Map<ProblemDraft, NamedProblem>();
  for (const [problem, refs] of unlisted) {
    let draft: ProblemDraft | undefined;
    for (const { round, cluster: name } of refs) {
      const review: Review = reviews[round - 1]!;
      const cluster = review.clusters.find((each) => each.id === name)!;
      if (draft === undefined) draft = series.add({ review, round }, cluster);
      else series.addSighting(draft, { review, round }, cluster);
    }
    if (draft !== undefined) owners.set(draft, problem);
  }
  const match = series.matcherFor({
    findings: grounded.map(({ finding }) => finding),
    groundings: grounded.flatMap(({ grounding }) => grounding ?? []),
  });
  return (members) => {
    const found = match(members.map(({ id }) => id));
    const problem = found && owners.get(found.draft);
    if (found === undefined || problem === undefined) return undefined;
    // A check words all its hits alike.
    const isSure = found.tier === "exact" || members.every(({ check }) => check === undefined);
    return isSure && found.confidence >= SUPPRESS_AT ? { problem, confidence: found.confidence } : undefined;
  };
}
