import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { numberClusters } from "#evidence/number-clusters.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import { isFound, type Verification, verificationsOf } from "#model/panel/verification.ts";

/** What the decision needs beside the answers. */
export interface VerificationFacts {
  readonly verifications: readonly Verification[];
  readonly findings: readonly Finding[];
  readonly reviewers: readonly Reviewer[];
  readonly groundings: readonly FindingGrounding[];
}

/**
 * What verifications change: what is confirmed moves up, and a refuted finding that had one finder and nothing to show is
 * dropped, with the reason. Everything else that is refuted stays and is shown as contested. Clusters are numbered again,
 * so this comes before anything that names them.
 */
export function applyVerifications(
  clusters: readonly RuledCluster[],
  facts: VerificationFacts,
): readonly RuledCluster[] {
  const applied = clusters.map((cluster) => apply(cluster, clusters, facts));
  return numberClusters(applied, facts);
}

function apply(cluster: RuledCluster, all: readonly RuledCluster[], facts: VerificationFacts): RuledCluster {
  if (cluster.ruling.kind !== "keep") return cluster;
  const own = verificationsOf(facts.verifications, cluster.members);
  const because = own.length === 0 ? undefined : findDrop({ cluster, own, all, facts });
  if (because === undefined) return cluster;
  const members = cluster.members.filter(({ share }) => share !== "secondary");
  return { ...cluster, members, ruling: { kind: "drop", reason: "refuted", because } };
}

interface Judged {
  readonly cluster: RuledCluster;
  readonly own: readonly Verification[];
  readonly all: readonly RuledCluster[];
  readonly facts: VerificationFacts;
}

/** Why a cluster falls by refutation; undefined where a doubt keeps it. */
function findDrop({ cluster, own, all, facts }: Judged): string | undefined {
  const refutation = own.find(({ answer, proofs }) => answer === "refuted" && isFoundWhole(proofs));
  if (refutation === undefined || own.some(({ answer }) => answer === "confirmed")) return undefined;
  const members = cluster.members.flatMap((member) => facts.findings.find(({ id }) => id === member.finding) ?? []);
  if (cluster.ruling.kind === "keep" && cluster.ruling.severity === "critical") return undefined;
  if (members.some(({ severity }) => severity === "critical")) return undefined;
  const finders = new Set([...members, ...cluster.credits].map(({ reviewer }) => reviewer));
  if (finders.size !== 1) return undefined;
  if (!members.every((member) => showsNothing(member, facts.groundings))) return undefined;
  // It feeds another problem that stands: what it says is not wholly wrong.
  const feeds = all.some(
    ({ id, members: others }) =>
      id !== cluster.id && others.some(({ finding }) => cluster.members.some((member) => member.finding === finding)),
  );
  if (feeds) return undefined;
  const who = refutation.verifier === undefined ? "a verifier" : reviewerTitle(refutation.verifier);
  return `${who} refutes it with code that stands at the commit, its only finder shows none: ${oneLine(refutation.because)}`;
}

/** To drop something, all that is quoted must have been found, not only some of it. */
function isFoundWhole(proofs: Verification["proofs"]): boolean {
  const quotes = proofs.filter(({ kind }) => kind === "quote");
  return quotes.some(isFound) && quotes.every((proof) => isFound(proof) || isUnchecked(proof));
}

function isUnchecked(proof: Verification["proofs"][number]): boolean {
  return proof.kind === "quote" && proof.grounding.status === "unchecked";
}

/** True of a finding of which it is known that no quoted code stands. What could not be looked up is not known. */
function showsNothing({ id, quotes, repros }: Finding, groundings: readonly FindingGrounding[]): boolean {
  const checked = groundings.find(({ finding }) => finding === id);
  if (checked === undefined || repros.some(({ output }) => output !== undefined)) return false;
  return quotes.length === 0 || checked.summary.status === "unsupported";
}

const LONGEST = 300;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}
