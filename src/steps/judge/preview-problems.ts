import { findContest } from "#evidence/find-contest.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Observation } from "#model/assessment.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import { bestGrounding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { ruleProblems, type RulingInput } from "./judge.ts";

/** What is known while reviewers still run. */
export interface PreviewInput extends Omit<RulingInput, "verifications" | "demonstrations"> {
  /** The remarks of reviewers apart from their findings. */
  readonly observations: readonly Observation[];
  /** Whether a finding may still get more evidence in this round. Until then no decision against it counts. Default: never. */
  readonly isPending?: ((finding: Finding) => boolean) | undefined;
}

/** The problems so far that would be kept, to be counted and verified before the round is judged. */
export function previewProblems({ observations, isPending, ...input }: PreviewInput): OpenProblem[] {
  const { decisions } = input;
  const finalDecisions = isPending &&
    decisions && {
      against: (members: readonly Finding[], raised: Parameters<typeof decisions.against>[1]) =>
        members.some(isPending) ? undefined : decisions.against(members, raised),
    };
  const byId = new Map<string, GroundedFinding>(input.raised.map((each) => [each.finding.id, each]));
  const families = new Map<string, string>((input.reviewers ?? []).map(({ id, family }) => [id, family]));
  return ruleProblems({ ...input, decisions: finalDecisions ?? decisions }).flatMap((problem) => {
    const members = problem.members.flatMap(({ finding }) => byId.get(finding) ?? []);
    const finding = byId.get(problem.speaker ?? "")?.finding;
    const [first, ...rest] = primaryOf(problem);
    if (problem.ruling.kind !== "keep" || finding === undefined || first === undefined) return [];
    const best = bestGrounding(members.flatMap(({ grounding }) => grounding?.summary ?? []));
    return {
      finding,
      findings: [first, ...rest],
      severity: problem.ruling.severity,
      families: [
        ...new Set(members.map(({ finding: { reviewer } }) => (families.get(reviewer) ?? reviewer).toLowerCase())),
      ],
      contest: findContest({ members, observations })?.why,
      doubt: best?.status === "partial" || best?.status === "unsupported" ? best.why : undefined,
    };
  });
}

function primaryOf({ members }: Pick<RuledCluster, "members">): FindingId[] {
  return members.flatMap(({ finding, share }) => (share === "primary" ? [finding] : []));
}
