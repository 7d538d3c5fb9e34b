import type { Notification, Result, Run } from "sarif";
import type { RawReview, Report } from "#model/report.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { artifactTable, type ArtifactTable, type ArtifactUse, resultLocations } from "./locations.ts";
import { FINGERPRINT_KEY, fingerprints } from "./fingerprint.ts";
import { ORIGINAL_URI_BASE_IDS, provenance } from "./merged-run.ts";
import { problemMessage, textMessage, levelOf, ruleOf, RULES } from "./rules.ts";

/** The run of one reviewer: its findings as it rated them. Their outcome is in the properties. */
export function reviewerRun(report: Report, raw: RawReview): Run {
  const { review } = report;
  const { reviewer, run, findings } = raw;
  const table = artifactTable(filesOf(report, raw));
  const prints = fingerprints(findings.map(({ finding }) => finding));
  const pass = run.pass > 1 ? `/pass-${run.pass}` : "";
  return {
    tool: { driver: { name: reviewerTitle(reviewer), rules: RULES, properties: { ...reviewer } } },
    automationDetails: {
      id: `deep-review/raw/${reviewer.id}${pass}/${review.id}`,
      description: textMessage(`The findings of ${reviewerTitle(reviewer)}, before they were merged with the others.`),
    },
    invocations: [{ executionSuccessful: run.outcome !== "failed", ...notifications(raw) }],
    versionControlProvenance: provenance(review.scope),
    originalUriBaseIds: ORIGINAL_URI_BASE_IDS,
    artifacts: table.artifacts.length > 0 ? table.artifacts : undefined,
    // Absent means unknown; an empty list would mean that it found nothing.
    results: isKnown(raw) ? findings.map((said, index) => result(said, prints[index] ?? "", table)) : undefined,
    columnKind: "utf16CodeUnits" as const,
    properties: {
      review: review.id,
      reviewer: reviewer.id,
      pass: run.pass,
      outcome: run.outcome,
      textStatus: run.textStatus,
      durationSeconds: run.durationSeconds,
      toolCalls: run.toolCalls,
    },
  };
}

function isKnown({ run, findings }: RawReview): boolean {
  return findings.length > 0 || run.outcome === "failed" || run.text !== undefined;
}

function notifications(raw: RawReview): { toolExecutionNotifications?: Notification[] } {
  const { run } = raw;
  const list: Notification[] = [];
  if (run.outcome === "failed") {
    list.push({ level: "error", message: textMessage(run.message ?? "It failed; the review does not say why.") });
  } else if (run.message !== undefined) list.push({ level: "note", message: textMessage(run.message) });
  if (!isKnown(raw)) {
    list.push({
      level: "warning",
      message: { text: "Its review is not in the source, so its findings are not known." },
    });
  }
  return list.length > 0 ? { toolExecutionNotifications: list } : {};
}

function* filesOf({ review }: Report, { reviewer, run, findings }: RawReview): Generator<ArtifactUse> {
  for (const claim of review.receipt.claims) {
    const isOurs = claim.reviewer === reviewer.id && claim.pass === run.pass;
    if (isOurs && claim.path !== "") yield { path: claim.path, role: "analysisTarget" };
  }
  for (const { finding } of findings) for (const { path } of finding.locations) yield { path, role: "resultFile" };
}

function result(
  { finding, clusters, fate }: RawReview["findings"][number],
  print: string,
  table: ArtifactTable,
): Result {
  return {
    ...ruleOf(finding.class),
    level: levelOf(finding.severity),
    message: problemMessage(finding.title, finding.body),
    ...resultLocations(finding, table),
    partialFingerprints: { [FINGERPRINT_KEY]: print },
    properties: {
      id: finding.id,
      severity: finding.severity,
      taggedSeverity: finding.taggedSeverity,
      class: finding.class,
      withdrawn: finding.withdrawn,
      fate,
      clusters,
      lines: finding.lines,
      fix: finding.fix,
      repros: finding.repros.length > 0 ? finding.repros : undefined,
    },
  };
}
