import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { ClusterId, FindingId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { speakerOf } from "./speaker-of.ts";
import { familiesOf, whyContested } from "./why-contested.ts";

/** What is known of the problems so far. */
export interface Problems {
  readonly clusters: readonly RuledCluster[];
  readonly findings: readonly Finding[];
  readonly groundings: readonly FindingGrounding[];
  readonly reviewers: readonly Reviewer[];
  /** What else speaks against a cluster, such as another reviewer's praise. */
  readonly contests?: ReadonlyMap<ClusterId, string>;
}

/** How much is to be verified. */
export interface ClaimSettings {
  /** Over the whole round. */
  readonly most: number;
  /** Claims that were put to a verifier before; they count, and are not chosen again. */
  readonly asked: ReadonlySet<FindingId>;
  /** Reviewers still speak: only what is critical or important is asked now, the rest when all have spoken. */
  readonly early?: boolean;
  /** Whether somebody may verify a claim of these families; absent: always. */
  readonly hasVerifier?: (families: readonly string[]) => boolean;
}

/** A problem that is to be verified. */
export interface Claim {
  /** Its words are put to the verifier. */
  readonly finding: Finding;
  /** The primary members of its cluster now. */
  readonly findings: readonly [FindingId, ...FindingId[]];
  readonly severity: Severity;
  /** Whose findings it came from: the verifier is of another family. */
  readonly families: readonly string[];
  readonly why: string;
}

/** What is to be verified, worst first, and what is left out. */
export interface ChosenClaims {
  readonly chosen: readonly Claim[];
  /** Those that need it and for which there is no room. Empty while reviewers still speak: they may find it yet. */
  readonly leftOut: readonly Claim[];
  /** Those that need it and that nobody may verify. Empty while reviewers still speak. */
  readonly nobody: readonly Claim[];
}

/**
 * Which problems need another's eyes: all that are critical or important, and suggestions that are contested. The worst
 * come first, of equals the contested, then those of one family alone. Made to be called again as reviewers end.
 */
export function chooseClaims(problems: Problems, settings: ClaimSettings): ChosenClaims {
  const { most, asked, early = false, hasVerifier = () => true } = settings;
  const needed = problems.clusters
    .flatMap((cluster) => claimOf(cluster, problems))
    .filter(({ claim, need }) => !claim.findings.some((id) => asked.has(id)) && !(early && need >= SUGGESTION))
    .toSorted((a, b) => a.need - b.need)
    .map(({ claim }) => claim);
  const room = Math.max(0, most - asked.size);
  const possible = needed.filter(({ families }) => hasVerifier(families));
  return {
    chosen: possible.slice(0, room),
    leftOut: early ? [] : possible.slice(room),
    nobody: early ? [] : needed.filter((claim) => !possible.includes(claim)),
  };
}

/** Needs from here on are those of suggestions. */
const SUGGESTION = 6;

function claimOf(cluster: RuledCluster, problems: Problems): { claim: Claim; need: number }[] {
  if (cluster.ruling.kind !== "keep") return [];
  const finding = speakerOf(cluster, problems.findings);
  const [first, ...rest] = cluster.members.filter(({ share }) => share === "primary").map((member) => member.finding);
  if (finding === undefined || first === undefined) return [];
  const { severity } = cluster.ruling;
  const contest = problems.contests?.get(cluster.id) ?? whyContested(cluster, problems);
  if (severity === "suggestion" && contest === undefined) return [];
  const families = familiesOf(cluster, problems);
  const isAlone = families.length <= 1;
  const why =
    contest === undefined ? (isAlone ? `${severity}, said by one vendor alone` : severity) : `contested: ${contest}`;
  const claim: Claim = { finding, findings: [first, ...rest], severity, families, why };
  return [{ claim, need: (2 - severityLevel(severity)) * 3 + (contest !== undefined ? 0 : isAlone ? 1 : 2) }];
}
