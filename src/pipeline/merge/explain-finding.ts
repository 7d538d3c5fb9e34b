import { describeRuling, type RuledCluster, wordingOf } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { explainCluster, type ExplainedPair } from "#steps/judge/explain.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { printable } from "#util/printable.ts";

/** Explains a finding of the report, line by line: its ruling, its members, and why they were merged. */
export function explainFinding(review: Review, cluster: RuledCluster): string[] {
  const { joined, next, from } = explainCluster(cluster, review);
  const titles = new Map(review.findings.map(({ id, title, severity }) => [id as string, `${title} (${severity})`]));
  const { ruling } = cluster;
  const words = wordingOf(cluster, new Map(review.findings.map((finding) => [finding.id, finding])));
  return [
    `${cluster.id}  ${words?.title ?? ""}`,
    "",
    `Ruling  ${describeRuling(ruling)}: ${ruling.because}`,
    ...buildFinding(review, cluster).overrules.map((text) => `Without the decision  ${text}`),
    "",
    "Members",
    ...cluster.members.map(({ finding, share }) => `  ${finding}  ${share}  ${titles.get(finding) ?? ""}`),
    ...(review.origin.kind === "import"
      ? // The author of the report merged them; the probability is ours.
        [
          ...list("Merged by the report's author; how probably they are one problem", joined),
          ...list(`Closest other findings (Deep Review merges from a score of ${from})`, next),
        ]
      : [
          ...list("Why they were merged", joined),
          ...list(`What came closest and was not merged (findings are merged from a score of ${from})`, next),
        ]),
  ].map((line) => printable(line));
}

function list(title: string, pairs: readonly ExplainedPair[]): string[] {
  if (pairs.length === 0) return [];
  return [
    "",
    title,
    ...pairs.map(({ one, other, probability, evidence, against }) => {
      const but = against.length === 0 ? "" : `; but ${against.join(", ")}`;
      return `  ${one} and ${other}  ${probability.toFixed(2)}  ${evidence}${but}`;
    }),
  ];
}
