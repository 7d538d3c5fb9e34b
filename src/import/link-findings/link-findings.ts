import type { Member, RuledCluster, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { clusterId, type FindingId } from "#model/ids.ts";
import { severityLevel } from "#model/severity.ts";
import { containment } from "#likeness/text/lexicon.ts";
import type { ReadCluster } from "../read-report/read-clusters.ts";
import type { ReadReport } from "../read-report/read-report.ts";
import { extractFeatures, type Features, type WeighWords } from "./compare.ts";
import { type Fate, fateFinder } from "./find-fate.ts";
import { matchClusters } from "./match-clusters.ts";
import { type Account, readAccounts } from "./read-account.ts";

/** The content of a report, and the raw findings of its reviewers. */
export interface LinkInput extends Pick<
  ReadReport,
  "clusters" | "reconciliation" | "observations" | "sections" | "decisions" | "retro"
> {
  readonly findings: readonly Finding[];
}

/**
 * Links the findings of an imported report to the raw findings, by attribution, place and text. Every raw finding gets
 * exactly one home: a cluster of the report, or a cluster of its own that is routed (`R1`) or dropped (`X1`) with the
 * report's reason. Order: kept as printed, routed, dropped.
 */
export function linkFindings(input: LinkInput): RuledCluster[] {
  if (Math.max(input.findings.length, input.clusters.length) > MAX_COMPARED) return leaveUnlinked(input);
  const { features, weigh } = extractFeatures<Finding | Statement>([
    ...input.findings,
    ...input.clusters.map(({ statement }) => statement),
  ]);
  const featuresOf = (problem: Finding | Statement): Features => features.get(problem) ?? NO_FEATURES;
  const accounts = accountsByFinding(input, featuresOf, weigh);
  const accountOf = ({ id }: Finding): Account | undefined => accounts.get(id);
  const members = matchClusters({ findings: input.findings, clusters: input.clusters, featuresOf, accountOf });
  const byId = new Map(input.findings.map((finding) => [finding.id, finding]));
  const kept = input.clusters.map((cluster) => keep(cluster, members.get(cluster.id) ?? [], { byId, accounts }));
  const placed = new Set<string>(kept.flatMap(({ members }) => members.map(({ finding }) => finding)));
  const findFate = fateFinder({ ...input, weigh, featuresOf });
  const left = input.findings.filter(({ id }) => !placed.has(id));
  return [...kept, ...ownClusters(left.map((finding) => ({ finding, fate: findFate(finding, accountOf(finding)) })))];
}

/** Comparison is quadratic. Real reports have a few dozen findings; the limit stops texts made to be slow. */
const MAX_COMPARED = 500;

function leaveUnlinked({ findings, clusters }: LinkInput): RuledCluster[] {
  const because = `not looked for: more than ${MAX_COMPARED} findings`;
  const fate: Fate = { kind: "drop", reason: "not-stated", because };
  const known: Known = { byId: new Map(), accounts: new Map() };
  return [
    ...clusters.map((cluster) => keep(cluster, [], known)),
    ...ownClusters(findings.map((finding) => ({ finding, fate }))),
  ];
}

const NO_WORDS = { terms: [], weights: [] };
const NO_FEATURES: Features = { locations: [], title: NO_WORDS, text: NO_WORDS, code: NO_WORDS };

/** The reconciliation's account of each finding, by its label or by its name there. */
function accountsByFinding(
  { findings, clusters, reconciliation }: LinkInput,
  featuresOf: (finding: Finding) => Features,
  weigh: WeighWords,
): Map<FindingId, Account> {
  const found = new Map<FindingId, Account>();
  if (reconciliation === undefined) return found;
  const reviewers = [...new Set(findings.map(({ reviewer }) => reviewer))];
  const accounts = readAccounts(reconciliation, { reviewers, clusters: clusters.map(({ id }) => id) });
  for (const account of accounts) {
    const own = findings.filter(({ reviewer }) => reviewer === account.reviewer);
    // A label that nobody used is a slip of the report; then match by name.
    const unnamed = own.filter(({ id }) => !found.has(id));
    const finding =
      own.find(({ label }) => label === account.label) ?? findByName(account.name, unnamed, { featuresOf, weigh });
    if (finding !== undefined && !found.has(finding.id)) found.set(finding.id, account);
  }
  return found;
}

/** The one finding whose title has most of the words of a name. */
function findByName(
  name: string,
  findings: readonly Finding[],
  { featuresOf, weigh }: { featuresOf: (finding: Finding) => Features; weigh: WeighWords },
): Finding | undefined {
  const profile = weigh(name);
  const [best, next] = findings
    .map((finding) => ({
      finding,
      score: containment(profile, featuresOf(finding).title) + 0.5 * containment(profile, featuresOf(finding).text),
    }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < 0.4) return undefined;
  return next !== undefined && best.score - next.score < 0.05 ? undefined : best.finding;
}

interface Known {
  readonly byId: ReadonlyMap<FindingId, Finding>;
  readonly accounts: ReadonlyMap<FindingId, Account>;
}

function keep(
  { id, severity, credits, statement, carriedOver }: ReadCluster,
  members: readonly Member[],
  { byId, accounts }: Known,
): RuledCluster {
  const others: string[] = [];
  for (const { finding, share } of members) {
    const raw = byId.get(finding);
    if (raw === undefined || share !== "primary" || raw.severity === severity) continue;
    const why = accounts.get(raw.id)?.text;
    others.push(`${raw.reviewer} claimed ${raw.severity}${why === undefined ? "" : ` (${why})`}`);
  }
  const origin =
    carriedOver === true ? `carried over as ${severity} from an earlier round` : `kept as ${severity} by the report`;
  const linked = new Set(members.map(({ finding }) => byId.get(finding)?.reviewer));
  const missing = [...new Set(credits.map(({ reviewer }) => reviewer))].filter((reviewer) => !linked.has(reviewer));
  if (missing.length > 0) others.push(`no raw finding of ${missing.join(" and ")} found behind the credit`);
  const because = [origin, ...others].join("; ");
  return { id, members: sorted(members, byId), credits, statement, ruling: { kind: "keep", severity, because } };
}

/** Primary members first, then by claimed severity, then in the order of the findings. */
function sorted(members: readonly Member[], byId: Known["byId"]): Member[] {
  const level = ({ finding }: Member): number => severityLevel(byId.get(finding)?.severity ?? "suggestion");
  return [...members].sort((a, b) => shareRank(a) - shareRank(b) || level(b) - level(a));
}

function shareRank({ share }: Member): number {
  return share === "primary" ? 0 : share === "secondary" ? 1 : 2;
}

interface Left {
  readonly finding: Finding;
  readonly fate: Fate;
}

/** One cluster for each finding that the report did not print: routed ones, then dropped ones. */
function ownClusters(left: readonly Left[]): RuledCluster[] {
  const routed = left.filter(({ fate }) => fate.kind === "route");
  const dropped = left.filter(({ fate }) => fate.kind === "drop");
  return [
    ...routed.map((one, index) => ownCluster(one, `R${index + 1}`)),
    ...dropped.map((one, index) => ownCluster(one, `X${index + 1}`)),
  ];
}

function ownCluster({ finding, fate }: Left, id: string): RuledCluster {
  const because = "no finding of the report stands for it";
  return {
    id: clusterId(id),
    members: [{ finding: finding.id, share: "primary", confidence: 1, because }],
    credits: [],
    ruling: fate,
  };
}
