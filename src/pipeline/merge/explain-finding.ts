import { describeRuling, type RuledCluster, wordingOf } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { explainCluster, type ExplainedPair } from "#steps/judge/explain.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { printable } from "#util/printable.ts";

/** Why a finding of the report is what it is, as lines. */
export function explainFinding(review: Review, cluster: RuledCluster): string[] {
  const { joined, next, from } = explainCluster(cluster, review.findings, review.groundings);
  const titles = new Map(review.findings.map(({ id, title, severity }) => [id as string, `${title} (${severity})`]));
  const { ruling } = cluster;
  const words = wordingOf(cluster, new Map(review.findings.map((finding) => [finding.id, finding])));
  return [
    `${cluster.id}  ${words?.title ?? ""}`,
    "",
    `Ruling  ${describeRuling(ruling)}: ${ruling.because}`,
    ...buildFinding(review, cluster).overrules.map((text) => `Overrules  ${text}`),
    "",
    "Members",
    ...cluster.members.map(({ finding, share }) => `  ${finding}  ${share}  ${titles.get(finding) ?? ""}`),
    ...(review.origin.kind === "import"
      ? // Its author joined them. How alike they are is our measure, and may differ from what the author saw.
        [
          ...list("Joined by the report; how alike they are by our measure", joined),
          ...list(`Most like them among the others (a merge of ours joins from an average of ${from} on)`, next),
        ]
      : [
          ...list("What joined them", joined),
          ...list(`What was next in line (joined from an average of ${from} on)`, next),
        ]),
  ].map((line) => printable(line));
}

function list(title: string, pairs: readonly ExplainedPair[]): string[] {
  if (pairs.length === 0) return [];
  return [
    "",
    title,
    ...pairs.map(({ one, other, probability, evidence, against }) => {
      const but = against.length === 0 ? "" : `; against it: ${against.join(", ")}`;
      return `  ${one} and ${other}  ${probability.toFixed(2)}  ${evidence}${but}`;
    }),
  ];
}
