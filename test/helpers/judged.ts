import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { judgeProblems, type RulingInput } from "#steps/judge/judge.ts";

/** The problems that these findings come to, with what their checks showed where that is given. */
export function judged(
  findings: readonly Finding[],
  { groundings = [], ...input }: Partial<RulingInput> & { readonly groundings?: readonly FindingGrounding[] } = {},
): RuledCluster[] {
  const raised = findings.map((finding) => ({
    finding,
    grounding: groundings.find((checked) => checked.finding === finding.id),
  }));
  return judgeProblems({ raised, ...input });
}
