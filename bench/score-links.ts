import type { RuledCluster } from "#model/cluster.ts";

/** Hand-checked links of one report: the part of `gold/<id>.json` that is scored. */
export interface GoldLinks {
  readonly clusters: readonly {
    readonly consolidated: string;
    readonly members: readonly string[];
    readonly splitMembers?: readonly string[];
    /** The report strikes it out as done; it is no finding of the report any more. */
    readonly struckOut?: boolean;
  }[];
  readonly dropped: readonly { readonly raw: string; readonly reason: string }[];
  readonly rerouted: readonly { readonly raw: string; readonly to: string }[];
}

/** Counts over one or more reports. */
export interface LinkScore {
  /** Members (cluster, raw finding) in the gold, and those that we link to the same cluster. */
  readonly members: number;
  readonly membersFound: number;
  /** Members of clusters that the report strikes out; they are part of `members` and can not be found. */
  readonly membersStruck: number;
  /** Links that we make, and those of them that the gold has. */
  readonly links: number;
  readonly linksRight: number;
  /** Clusters with at least one member in the gold, and those with exactly the same members. */
  readonly clusters: number;
  readonly clustersExact: number;
  /** Findings that the gold calls dropped or routed; found: dropped or routed by us; same: with the same reason or place. */
  readonly dropped: number;
  readonly droppedFound: number;
  readonly droppedSame: number;
  readonly routed: number;
  readonly routedFound: number;
  readonly routedSame: number;
  /** Kept in the gold, dropped or routed by us. */
  readonly wronglyLeftOut: number;
}

const REASONS: Record<string, string> = {
  "false-positive": "refuted",
  unknown: "not-stated",
  "declined-earlier": "declined-earlier",
  "too-minor": "judged-minor",
  withdrawn: "withdrawn",
  "out-of-scope": "out-of-scope",
};

const PLACES: Record<string, string> = {
  "design-observation": "design",
  testing: "testing",
  acknowledged: "limitations",
  documentation: "documentation",
  "commit-structure": "commits",
};

/** Compares the links of one imported report with the hand-checked ones. */
export function scoreLinks(clusters: readonly RuledCluster[], gold: GoldLinks): LinkScore {
  const ours = new Map<string, Set<string>>();
  const rulings = new Map<string, RuledCluster["ruling"]>();
  for (const { id, members, ruling } of clusters) {
    if (ruling.kind === "keep") ours.set(id, new Set(members.map(({ finding }) => finding)));
    else for (const { finding } of members) rulings.set(finding, ruling);
  }
  const score = { ...EMPTY };
  const goldMembers = new Map<string, Set<string>>();
  const kept = new Set<string>();
  for (const { consolidated, members, splitMembers = [], struckOut } of gold.clusters) {
    goldMembers.set(consolidated, new Set(members));
    const linked = ours.get(consolidated) ?? new Set<string>();
    for (const member of members) {
      kept.add(member);
      score.members++;
      if (linked.has(member)) score.membersFound++;
      else if (struckOut === true) score.membersStruck++;
      if (rulings.has(member)) score.wronglyLeftOut++;
    }
    if (members.length === 0) continue;
    score.clusters++;
    const primary = members.filter((member) => !splitMembers.includes(member));
    const exact =
      primary.every((member) => linked.has(member)) && [...linked].every((member) => members.includes(member));
    if (exact) score.clustersExact++;
  }
  for (const [id, members] of ours) {
    score.links += members.size;
    for (const member of members) if (goldMembers.get(id)?.has(member) === true) score.linksRight++;
  }
  for (const { raw, reason } of gold.dropped) {
    const ruling = rulings.get(raw);
    score.dropped++;
    if (ruling !== undefined) score.droppedFound++;
    if (ruling?.kind === "drop" && ruling.reason === REASONS[reason]) score.droppedSame++;
  }
  for (const { raw, to } of gold.rerouted) {
    const ruling = rulings.get(raw);
    score.routed++;
    if (ruling !== undefined) score.routedFound++;
    if (ruling?.kind === "route" && ruling.to === PLACES[to]) score.routedSame++;
  }
  return score;
}

/** The sums of several scores. */
export function addScores(scores: readonly LinkScore[]): LinkScore {
  const sum = { ...EMPTY };
  for (const score of scores) for (const key of KEYS) sum[key] += score[key];
  return sum;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const EMPTY: Mutable<LinkScore> = {
  members: 0,
  membersFound: 0,
  membersStruck: 0,
  links: 0,
  linksRight: 0,
  clusters: 0,
  clustersExact: 0,
  dropped: 0,
  droppedFound: 0,
  droppedSame: 0,
  routed: 0,
  routedFound: 0,
  routedSame: 0,
  wronglyLeftOut: 0,
};

const KEYS = Object.keys(EMPTY) as (keyof LinkScore)[];
