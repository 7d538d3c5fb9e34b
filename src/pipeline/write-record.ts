import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Excerpt, FindingGrounding } from "#model/grounding.ts";
import { reviewId } from "#model/ids.ts";
import { buildLedger } from "#model/ledger.ts";
import type { FileClaim } from "#model/receipt.ts";
import { type Review, SCHEMA_VERSION } from "#model/review.ts";
import type { Reviewer, ReviewerRun } from "#model/reviewer.ts";
import type { Scope } from "#model/scope.ts";
import { decideVerdict } from "#model/verdict.ts";

/** What a finished round is recorded from. */
export interface RoundResult {
  readonly id: string;
  readonly tool: string;
  readonly startedAt: string;
  readonly scope: Scope;
  readonly panel: readonly { readonly reviewer: Reviewer }[];
  readonly runs: readonly ReviewerRun[];
  readonly findings: readonly Finding[];
  readonly groundings: readonly FindingGrounding[];
  readonly clusters: readonly RuledCluster[];
  readonly excerpts: readonly Excerpt[];
}

/** The record of a round of our own. */
export function writeRecord(result: RoundResult): Review {
  const { id, tool, startedAt, scope, runs, findings, clusters, excerpts } = result;
  const seconds = Math.max(0, (Date.now() - Date.parse(startedAt)) / 1000);
  return {
    schemaVersion: SCHEMA_VERSION,
    id: reviewId(id),
    kind: "change",
    title: id,
    origin: { kind: "round", tool },
    scope,
    round: {
      number: 1,
      date: startedAt.slice(0, 16).replace("T", " "),
      wallClockSeconds: Math.round(seconds * 10) / 10,
    },
    header: [],
    reviewers: result.panel.map(({ reviewer }) => reviewer),
    runs,
    findings,
    groundings: result.groundings,
    observations: [],
    assessments: [],
    receipt: receiptOf(scope, runs, findings),
    clusters,
    ledger: buildLedger({ findings, clusters, imported: false }),
    verdict: decideVerdict(clusters, runs),
    sections: [{ key: "summary", title: "Executive Summary", text: summarise(scope, clusters) }],
    previous: [],
    decisions: [],
    excerpts,
    unplaced: [],
    gaps: [
      "no agent took part: logic, concurrency and design were not judged",
      ...(scope.limits ?? []),
      ...runs.filter(({ outcome }) => outcome === "failed").map(({ reviewer }) => `${reviewer}: failed`),
    ],
  };
}

/** Analyzers read every hunk of every file that is reviewed line by line. */
function receiptOf(scope: Scope, runs: readonly ReviewerRun[], findings: readonly Finding[]): Review["receipt"] {
  const ended = runs.filter(({ outcome }) => outcome === "completed").map(({ reviewer }) => reviewer);
  const reviewed = scope.files.filter(({ listed }) => listed === undefined);
  const claims: FileClaim[] = ended.flatMap((reviewer) =>
    reviewed.map(({ path }) => {
      const own = findings.filter((finding) => finding.reviewer === reviewer);
      const labels = own
        .filter(({ locations }) => locations.some((location) => location.path === path))
        .map(({ label }) => label);
      return {
        reviewer,
        pass: 1,
        path,
        claim: labels.length > 0 ? ("findings" as const) : ("other" as const),
        labels,
        note: "checked",
      };
    }),
  );
  return { claims, readings: ended.flatMap((reviewer) => scope.hunks.map((hunk) => ({ reviewer, hunk }))) };
}

function summarise(scope: Scope, clusters: readonly RuledCluster[]): string {
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep").length;
  const listed = scope.files.filter(({ listed: why }) => why !== undefined).length;
  const files = scope.files.length - listed;
  return [
    `Reviewed: ${scope.covers ?? "the change"}. ${files} ${files === 1 ? "file" : "files"} read line by line${listed > 0 ? `, ${listed} only listed (generated, vendored, lock files and the like)` : ""}.`,
    kept === 0
      ? "The built-in reviewers have nothing to say."
      : `The built-in reviewers raise ${kept} ${kept === 1 ? "finding" : "findings"}.`,
    "They look for loose ends, missing tests and mistakes that can be seen on the lines. Logic, concurrency and design were not judged: no agent took part.",
  ].join("\n\n");
}
