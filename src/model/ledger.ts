import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { InternalError } from "#util/errors.ts";
import { sectionKeySchema } from "./assessment.ts";
import { dropReasonSchema, IMPORT_ONLY_REASONS, type Member, type RuledCluster } from "./cluster.ts";
import type { Finding } from "./finding.ts";
import { clusterIdSchema, type ClusterId, findingIdSchema } from "./ids.ts";
import { severitySchema } from "./severity.ts";

const entryShape = {
  finding: findingIdSchema,
  cluster: clusterIdSchema,
  claimed: severitySchema,
  confidence: z.number().min(0).max(1),
  because: z.string().min(1),
};

/** Where one finding ended. `because` is the ruling's reason, or the member's where it is a duplicate. */
export const ledgerEntrySchema = z.discriminatedUnion("fate", [
  z.strictObject({
    fate: z.literal("kept"),
    ...entryShape,
    severity: severitySchema,
    alsoIn: z.array(clusterIdSchema).describe("further clusters that it feeds"),
  }),
  z.strictObject({ fate: z.literal("routed"), ...entryShape, to: sectionKeySchema.exclude(["summary"]) }),
  z.strictObject({ fate: z.literal("dropped"), ...entryShape, reason: dropReasonSchema }),
]);
export type LedgerEntry = DeepReadonly<z.infer<typeof ledgerEntrySchema>>;

/** The account of a round: every finding once, in the order of the findings. */
export const ledgerSchema = z.strictObject({ entries: z.array(ledgerEntrySchema) });
export type Ledger = DeepReadonly<z.infer<typeof ledgerSchema>>;

/** The ledger cannot be built. Lists all faults at once. */
export class LedgerError extends InternalError {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the ledger does not add up: ${faults.join("; ")}`);
    this.faults = faults;
  }
}

/** What `buildLedger` accounts for. */
export interface LedgerInput {
  readonly findings: readonly Finding[];
  readonly clusters: readonly RuledCluster[];
  /** Where the record comes from. Absent: a ruling without an author comes from an imported report. */
  readonly origin?: { readonly kind: string };
}

/** An imported report may lack what a round of ours must have. */
const isImported = ({ ruling }: RuledCluster, { origin }: LedgerInput): boolean =>
  origin === undefined ? ruling.author === undefined : origin.kind === "import";

/**
 * Builds the account. Invariant: each finding is in exactly one cluster as primary or duplicate, so that no finding can
 * get lost between two steps. Throws a LedgerError otherwise.
 */
export function buildLedger(input: LedgerInput): Ledger {
  const faults = [...clusterFaults(input), ...findingFaults(input)];
  if (faults.length > 0) throw new LedgerError(faults);
  const places = placesOf(input.clusters);
  return { entries: input.findings.map((finding) => entryOf(finding, places.get(finding.id) ?? [])) };
}

interface Place {
  readonly cluster: RuledCluster;
  readonly member: Member;
}

function placesOf(clusters: readonly RuledCluster[]): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const cluster of clusters) {
    for (const member of cluster.members) {
      const list = places.get(member.finding) ?? [];
      list.push({ cluster, member });
      places.set(member.finding, list);
    }
  }
  return places;
}

function entryOf(finding: Finding, places: readonly Place[]): LedgerEntry {
  const home = places.find(({ member }) => member.share !== "secondary");
  if (home === undefined) throw new LedgerError([`${finding.id} is in no cluster`]);
  const { cluster, member } = home;
  const shared = { finding: finding.id, cluster: cluster.id, claimed: finding.severity, confidence: member.confidence };
  if (member.share === "duplicate") {
    return { fate: "dropped", ...shared, reason: "duplicate-within-reviewer", because: member.because };
  }
  const { ruling } = cluster;
  if (ruling.kind === "drop") return { fate: "dropped", ...shared, reason: ruling.reason, because: ruling.because };
  if (ruling.kind === "route") return { fate: "routed", ...shared, to: ruling.to, because: ruling.because };
  const alsoIn: ClusterId[] = [];
  for (const place of places) if (place !== home) alsoIn.push(place.cluster.id);
  return { fate: "kept", ...shared, severity: ruling.severity, because: ruling.because, alsoIn };
}

function* clusterFaults(input: LedgerInput): Generator<string> {
  const { findings, clusters } = input;
  const known = new Map(findings.map((finding) => [finding.id, finding]));
  const seen = new Set<ClusterId>();
  for (const cluster of clusters) {
    if (seen.has(cluster.id)) yield `cluster ${cluster.id} exists twice`;
    seen.add(cluster.id);
    if (cluster.members.length === 0 && !isImported(cluster, input)) yield `cluster ${cluster.id} is empty`;
    yield* rulingFaults(cluster, input);
    const inside = new Set<string>();
    for (const { finding, share, because } of cluster.members) {
      if (!known.has(finding)) yield `cluster ${cluster.id} names ${finding}, which nobody raised`;
      if (inside.has(finding)) yield `${finding} is in cluster ${cluster.id} twice`;
      inside.add(finding);
      if (because.trim() === "") yield `${finding} is in cluster ${cluster.id} without a reason`;
      if (share === "secondary" && cluster.ruling.kind !== "keep") {
        yield `${finding} has a secondary place in cluster ${cluster.id}, which is not kept`;
      }
      if (share === "duplicate" && !hasPrimaryOfSameReviewer(cluster, known.get(finding), known)) {
        yield `${finding} is called a duplicate in cluster ${cluster.id}, where its reviewer has no other finding`;
      }
    }
  }
}

function* rulingFaults(cluster: RuledCluster, input: LedgerInput): Generator<string> {
  const { id, ruling } = cluster;
  if (ruling.because.trim() === "") yield `cluster ${id} is ruled on without a reason`;
  if (ruling.kind !== "drop" || isImported(cluster, input)) return;
  if (IMPORT_ONLY_REASONS.includes(ruling.reason))
    yield `cluster ${id} is dropped as ${ruling.reason}: not a valid reason here`;
}

function hasPrimaryOfSameReviewer(
  cluster: RuledCluster,
  duplicate: Finding | undefined,
  known: ReadonlyMap<string, Finding>,
): boolean {
  return cluster.members.some(
    ({ finding, share }) => share === "primary" && known.get(finding)?.reviewer === duplicate?.reviewer,
  );
}

function* findingFaults({ findings, clusters }: LedgerInput): Generator<string> {
  const places = placesOf(clusters);
  const seen = new Set<string>();
  for (const { id } of findings) {
    if (seen.has(id)) yield `finding ${id} exists twice`;
    seen.add(id);
    const homes = (places.get(id) ?? []).filter(({ member }) => member.share !== "secondary");
    if (homes.length === 0) yield `${id} is in no cluster`;
    if (homes.length > 1) yield `${id} is in ${homes.map(({ cluster }) => cluster.id).join(" and ")}`;
  }
}
