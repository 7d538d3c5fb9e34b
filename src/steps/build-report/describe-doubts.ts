import type { Finding } from "#model/finding.ts";
import { doubtfulFiles } from "#model/panel/fence.ts";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import type { Evidence, EvidenceRemark } from "#model/report.ts";

const WORDS = {
  "changed-before-reading": "it had changed this file before it read it",
  "may-have-been-changed": "it changed this file, and may have read its own text",
} as const;

/** The findings about files that their reviewer had changed, or may have changed, before it read them. */
export function describeDoubts(runs: readonly ReviewerRun[], findings: readonly Finding[]): EvidenceRemark[] {
  return findings.flatMap(({ id, reviewer, locations }) => {
    const own = runs.filter((run) => run.reviewer === reviewer);
    const files = doubtfulFiles(own.map(({ fence }) => fence));
    const cited = new Set(locations.map(({ path }) => path).filter((path) => files.has(path)));
    return [...cited].map((path) => ({
      finding: id,
      text: `\`${path}\`: ${WORDS[files.get(path) ?? "may-have-been-changed"]}`,
    }));
  });
}

/** Evidence with the doubts beside it, also where only a few words of it are shown. */
export function addDoubts(evidence: Evidence, doubts: readonly EvidenceRemark[]): Evidence {
  if (doubts.length === 0) return evidence;
  const { remarks, brief } = evidence;
  return {
    ...evidence,
    remarks: [...remarks, ...doubts],
    brief: [...brief, ...new Set(doubts.map(({ text }) => text))],
  };
}
