import type { FindingFates, ReportDigest, ReviewerDigest } from "#model/archive.ts";
import { clusterId, reviewerId, reviewId } from "#model/ids.ts";
import { severityOfLetter } from "#model/severity.ts";

/** What a test may say of a digest; findings as `I1 claude codex`, worst first. */
export type DigestOver = Partial<Omit<ReportDigest, "id" | "kept" | "counts">> & {
  readonly id?: string;
  readonly findings?: readonly string[];
  readonly dropped?: number;
};

/** The digest of a review of pull request 42; the panel is claude and codex unless it is given. */
export function aDigest({
  id = "20261102-091500-pr-42",
  findings = ["I1 claude codex", "S1 claude"],
  dropped = 0,
  ...over
}: DigestOver = {}): ReportDigest {
  const kept = findings.map((line) => {
    const [label = ""] = line.split(" ");
    const severity = severityOfLetter(label[0] ?? "") ?? "suggestion";
    return { id: clusterId(label), title: `Problem ${label}`, severity };
  });
  const number = (letter: string): number => kept.filter((finding) => finding.id.startsWith(letter)).length;
  return {
    id: reviewId(id),
    kind: "change",
    title: id,
    startedAt: "2026-11-02T09:15:00",
    continues: undefined,
    history: undefined,
    repository: "example/hookrelay",
    pullRequest: { number: 42, title: "Retry failed deliveries", url: "https://code.example/hookrelay/pull/42" },
    branch: "retry-deliveries",
    author: "sample-author",
    head: undefined,
    commits: [],
    printedRound: 1,
    verdict: { phrase: "Merge with fixes", kind: "merge-with-fixes" },
    counts: {
      raised: kept.length + dropped,
      merged: 0,
      unlinked: 0,
      kept: { critical: number("C"), important: number("I"), suggestion: number("S"), all: kept.length },
      moved: 0,
      dropped,
      otherDecisions: [],
      contested: 0,
      states: { fixed: 0, declined: 0, "accepted-risk": 0, "not-applicable": 0, open: kept.length },
      remarks: 0,
      reviewers: { all: 2, completed: 2, failed: 0, heard: 2 },
      commenters: 0,
    },
    wallClockSeconds: 845,
    kept,
    reviewers: [aPart(), aPart({ reviewer: "codex" })],
    gaps: [],
    ...over,
  };
}

/** What a test may say of a reviewer's part; endings as `I>S 2` (claimed, ended, how often), `-` for dropped, `R` for routed. */
export type PartOver = Partial<Omit<ReviewerDigest, "reviewer" | "endings">> & {
  readonly reviewer?: string;
  readonly endings?: readonly string[] | undefined;
};

/** One reviewer's part: by default it raised nothing, and its raw text is there. */
export function aPart({ reviewer = "claude", endings, ...over }: PartOver = {}): ReviewerDigest {
  return {
    reviewer: reviewerId(reviewer),
    name: `${reviewer[0]?.toUpperCase()}${reviewer.slice(1)}`,
    model: "One",
    outcome: "completed",
    durationSeconds: 300,
    endings: endingsOf(endings ?? []),
    refuted: 0,
    alone: { critical: 0, important: 0, suggestion: 0 },
    ...over,
  };
}

/** A part whose raw review is not there. */
export function aSilentPart(over: PartOver = {}): ReviewerDigest {
  return { ...aPart(over), endings: undefined };
}

function endingsOf(lines: readonly string[]): FindingFates {
  const endings = { critical: { ...NONE }, important: { ...NONE }, suggestion: { ...NONE } };
  for (const line of lines) {
    const [, from = "S", to = "S", times = "1"] = /^([CIS])>([CISR-])(?: (\d+))?$/.exec(line) ?? [];
    const claimed = severityOfLetter(from) ?? "suggestion";
    endings[claimed][to === "-" ? "dropped" : to === "R" ? "routed" : (severityOfLetter(to) ?? "suggestion")] +=
      Number(times);
  }
  return endings;
}

const NONE = { critical: 0, important: 0, suggestion: 0, routed: 0, dropped: 0 };
