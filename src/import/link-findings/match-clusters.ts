import type { Member, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { ClusterId, FindingId } from "#model/ids.ts";
import type { ReadCluster } from "../read-report/read-clusters.ts";
import { assign } from "./assign.ts";
import { compareFeatures, type Features, type Likeness } from "./compare.ts";
import type { Account } from "./read-account.ts";

export interface MatchInput {
  readonly findings: readonly Finding[];
  readonly clusters: readonly ReadCluster[];
  readonly featuresOf: (problem: Finding | Statement) => Features;
  /** What the report says became of a finding. */
  readonly accountOf: (finding: Finding) => Account | undefined;
}

/** Below this, a credited finding and a cluster have so little in common that the link would be a guess. */
const CREDITED = 0.12;
/**
 * A second finding of a credited reviewer was merged into the cluster only if it is about the very same thing: most
 * remaining ones were dropped.
 */
const MERGED = 0.55;
/** Without a credit only a near-identical problem is linked. */
const UNCREDITED = 0.6;
/** From here on, a finding feeds a second cluster that credits its reviewer but has none of its findings. */
const SPLIT = 0.48;
/** From here on, two findings of one reviewer repeat each other. */
const REPEATED = 0.4;

/** Links findings to the clusters of a report. Unlinked findings are in no list. */
export function matchClusters(input: MatchInput): Map<ClusterId, Member[]> {
  const links = new Links(input);
  const reviewers = new Set(input.findings.map(({ reviewer }) => reviewer));
  for (const reviewer of reviewers) {
    const own = input.findings.filter((finding) => finding.reviewer === reviewer);
    links.linkCredited(own);
    links.linkFurther(own);
    links.linkSplits(own);
  }
  return links.members;
}

class Links {
  readonly members = new Map<ClusterId, Member[]>();
  readonly #homes = new Map<FindingId, ClusterId>();
  readonly #input: MatchInput;

  constructor(input: MatchInput) {
    this.#input = input;
    for (const { id } of input.clusters) this.members.set(id, []);
  }

  /** The best one-to-one pairing of a reviewer's findings with the clusters that credit it. */
  linkCredited(findings: readonly Finding[]): void {
    const clusters = this.#input.clusters.filter((cluster) => isCredited(cluster, findings[0]));
    const pairs = findings.map((finding) => clusters.map((cluster) => this.#weigh(finding, cluster)));
    const columns = assign(pairs.map((row) => row.map(({ weight }) => (weight < CREDITED ? 0 : weight))));
    for (const [row, column] of columns.entries()) {
      const finding = findings[row];
      const cluster = column === undefined ? undefined : clusters[column];
      const pair = column === undefined ? undefined : pairs[row]?.[column];
      if (finding !== undefined && cluster !== undefined && pair !== undefined) this.#link(finding, cluster, pair);
    }
  }

  /** The rest: a second finding merged into a cluster, or one that the report used without a credit. */
  linkFurther(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (this.#homes.has(finding.id)) continue;
      const ranked = this.#input.clusters
        .map((cluster) => ({ cluster, pair: this.#weigh(finding, cluster) }))
        .filter(({ cluster, pair }) => pair.weight >= (isCredited(cluster, finding) ? MERGED : UNCREDITED))
        .sort((a, b) => b.pair.weight - a.pair.weight);
      if (ranked[0] !== undefined) this.#link(finding, ranked[0].cluster, ranked[0].pair);
    }
  }

  /** A cluster that credits a reviewer but has none of its findings may share one with another cluster. */
  linkSplits(findings: readonly Finding[]): void {
    const ids = new Set<string>(findings.map(({ id }) => id));
    for (const cluster of this.#input.clusters) {
      const members = this.members.get(cluster.id);
      if (!isCredited(cluster, findings[0]) || members?.some(({ finding }) => ids.has(finding)) !== false) continue;
      const [best] = findings
        .filter(({ id }) => this.#homes.has(id))
        .map((finding) => ({ finding, pair: this.#weigh(finding, cluster) }))
        .sort((a, b) => b.pair.weight - a.pair.weight);
      if (best === undefined || best.pair.weight < SPLIT) continue;
      const { confidence } = memberOf(best.finding, cluster, best.pair);
      members.push({
        finding: best.finding.id,
        share: "secondary",
        confidence: round(confidence * 0.8),
        because: `credited here too; ${reasonOf(best.pair)}`,
      });
    }
  }

  #link(finding: Finding, cluster: ReadCluster, pair: Pair): void {
    const members = this.members.get(cluster.id);
    if (members === undefined) return;
    this.#homes.set(finding.id, cluster.id);
    const twin = this.#twin(finding, members);
    const member = memberOf(finding, cluster, pair);
    if (twin === undefined) members.push(member);
    else members.push({ ...member, share: "duplicate", because: `says the same as ${twin}; ${member.because}` });
  }

  /** The finding of the same reviewer in this cluster that repeats it. */
  #twin(finding: Finding, members: readonly Member[]): FindingId | undefined {
    const { findings, featuresOf } = this.#input;
    for (const member of members) {
      const other = findings.find(({ id }) => id === member.finding);
      if (other?.reviewer !== finding.reviewer || member.share !== "primary") continue;
      if (finding.withdrawn === true || compareFeatures(featuresOf(finding), featuresOf(other)).score >= REPEATED)
        return other.id;
    }
    return undefined;
  }

  #weigh(finding: Finding, cluster: ReadCluster): Pair {
    const { featuresOf, accountOf } = this.#input;
    const likeness = compareFeatures(featuresOf(finding), featuresOf(cluster.statement));
    const named = cluster.credits.some(
      ({ reviewer, note }) => reviewer === finding.reviewer && namesLabel(note, finding.label),
    );
    const account = accountOf(finding);
    const stated = account?.fate.kind === "kept" && account.fate.targets.includes(cluster.id);
    let weight = likeness.score;
    if (named) weight += 1;
    if (stated) weight += 0.6;
    else if (account !== undefined && account.fate.kind !== "unclear") weight -= 0.4;
    if (finding.severity === cluster.severity) weight += 0.02;
    return { likeness, weight, named, stated: stated ? account : undefined, credited: isCredited(cluster, finding) };
  }
}

interface Pair {
  readonly likeness: Likeness;
  readonly weight: number;
  readonly named: boolean;
  readonly stated: Account | undefined;
  readonly credited: boolean;
}

function isCredited({ credits }: ReadCluster, finding: Finding | undefined): boolean {
  return credits.some(({ reviewer }) => reviewer === finding?.reviewer);
}

function namesLabel(note: string | undefined, label: string): boolean {
  return note !== undefined && new RegExp(`\\b${label}\\b`).test(note);
}

function memberOf(finding: Finding, cluster: ReadCluster, pair: Pair): Member {
  const sure = pair.named || pair.stated !== undefined;
  const likely = pair.credited ? 0.5 + pair.likeness.score : pair.likeness.score;
  return {
    finding: finding.id,
    share: "primary",
    confidence: sure ? 0.99 : round(Math.min(0.98, likely)),
    because: `${pair.credited ? "credited" : `not credited in ${cluster.id}`}; ${reasonOf(pair)}`,
  };
}

function reasonOf({ likeness, named, stated }: Pair): string {
  if (named) return "the credit names its label";
  if (stated !== undefined) return "the reconciliation names it";
  const place = likeness.place >= 0.9 ? "same lines" : likeness.place > 0.4 ? "same file" : "other place";
  const text =
    likeness.text >= 0.4 ? "much the same words" : likeness.text >= 0.15 ? "similar words" : "few words in common";
  return `${place}, ${text}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
