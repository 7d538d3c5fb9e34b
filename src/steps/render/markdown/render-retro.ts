import { writtenName } from "#grammar/report/reviewer-names.ts";
import { formatDuration } from "#grammar/durations.ts";
import { escapeProse } from "#grammar/report/escape-structure.ts";
import { COMPUTED_TITLE, CONTRADICTIONS_TITLE, WRITTEN_TITLE } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import type { CountedChange, LocationAccuracy, Report, RetroColumn, SeverityCounts } from "#model/report.ts";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { SEVERITIES, type Severity, severityLetter } from "#model/severity.ts";
import { plural } from "#util/words.ts";
import { reviewerNames } from "./render-computed.ts";

/** The computed retro, then what the author of an imported report wrote. */
export function renderRetro(report: Report): string[] {
  const { retro, reconciliation } = report.review;
  const nameOf = reviewerNames(report.review);
  const blocks = ["## Agent Performance Retro"];
  if (report.retro.length > 0) {
    const paragraphs = report.retro.map(({ reviewer, said }) => `${writtenName(reviewer)} ${said}`);
    blocks.push(`### ${COMPUTED_TITLE}`, ...paragraphs, computedTable(report));
  }
  if (report.contradictions.length > 0) {
    const lines = report.contradictions.map(
      ({ reviewer, row, written, computed }) =>
        `- ${nameOf(reviewer)}, ${row}: written ${written}, computed ${computed}`,
    );
    blocks.push(`### ${CONTRADICTIONS_TITLE}`, lines.join("\n"));
  }
  for (const { reviewer, text } of retro?.paragraphs ?? []) blocks.push(`### [${nameOf(reviewer)}]`, escapeProse(text));
  if (retro !== undefined && retro.rows.length > 0) {
    const rows = retro.rows.map(({ label, cells }) => [label, ...cells]);
    blocks.push(`### ${WRITTEN_TITLE}`, formatTable(["", ...retro.columns.map(nameOf)], rows));
  }
  if (retro?.overall !== undefined) blocks.push("### Overall", escapeProse(retro.overall));
  if (reconciliation !== undefined) blocks.push("### Reconciliation", escapeProse(reconciliation.text));
  return blocks.length === 1 ? [] : blocks;
}

function computedTable({ retro }: Report): string {
  const row = (label: string, cell: (column: RetroColumn) => string): string[] => [label, ...retro.map(cell)];
  return formatTable(
    ["", ...retro.map(({ reviewer }) => writtenName(reviewer))],
    [
      row("Outcome", ({ outcome }) => outcome),
      row("Duration", ({ durationSeconds }) =>
        durationSeconds === undefined ? "unknown" : formatDuration(durationSeconds),
      ),
      row("Tool calls", ({ run }) => formatToolCalls(run)),
      row("Did what it must not", ({ work }) => formatNumber(work.fence)),
      row("Raised", ({ raised }) => formatCounts(raised)),
      row("Raised and kept", ({ keptFindings }) => formatNumber(keptFindings)),
      row("Contributed to", ({ standsBehind }) => formatCounts(standsBehind)),
      row("Alone", ({ alone }) => formatCounts(alone)),
      row("Merged with others", ({ merged }) => formatNumber(merged)),
      row("Raised by nobody else", ({ unique }) => formatNumber(unique)),
      row("Downgraded", ({ downgraded, raised }) => formatChanges(downgraded, raised)),
      row("Promoted", ({ promoted, raised }) => formatChanges(promoted, raised)),
      row("Moved", ({ routed, raised }) =>
        formatParts(
          routed.map(({ to, count }) => `${count} to ${to}`),
          raised,
        ),
      ),
      row("Dropped", ({ dropped, raised }) =>
        formatParts(
          dropped.map(({ reason, count }) => `${count} ${reason}`),
          raised,
        ),
      ),
      row("False positives", ({ falsePositives }) => formatNumber(falsePositives)),
      row("Observations", ({ observations }) => formatObservations(observations)),
      row("Files reviewed", ({ files }) => formatNumber(files)),
      row("Files called clean or trivial", ({ calledClean }) => formatNumber(calledClean)),
      row("Coverage misses", ({ coverageMisses }) => formatMisses(coverageMisses)),
      row("Cited places that exist", ({ locations }) =>
        formatShare(locations?.places.exist, locations?.places.checked),
      ),
      row("Quotes found", ({ locations }) => formatQuotes(locations)),
    ],
  );
}

/** `88 (Bash 39, Read 28)`. */
function formatToolCalls(run: ReviewerRun | undefined): string {
  const calls = run?.toolCalls;
  if (calls === undefined) return "unknown";
  const kinds = calls.kinds.map(({ name, count }) => `${name} ${count}`).join(", ");
  return kinds === "" ? String(calls.total) : `${calls.total} (${kinds})`;
}

const formatNumber = (count: number | undefined): string => (count === undefined ? "unknown" : String(count));

function formatCounts(counts: SeverityCounts | undefined): string {
  if (counts === undefined) return "unknown";
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]}${severityLetter(severity)}`,
  );
  return parts.length === 0 ? "none" : parts.join(" ");
}

function formatChanges(changes: readonly CountedChange<Severity>[], raised: SeverityCounts | undefined): string {
  return formatParts(
    changes.map(({ from, to, count }) => `${count} ${severityLetter(from)}→${severityLetter(to)}`),
    raised,
  );
}

function formatParts(parts: readonly string[], raised: SeverityCounts | undefined): string {
  if (parts.length > 0) return parts.join(", ");
  return raised === undefined ? "unknown" : "0";
}

function formatObservations(observations: RetroColumn["observations"]): string {
  if (observations === undefined) return "unknown";
  return `${plural(observations.concerns, "concern")}, ${plural(observations.strengths, "strength")}`;
}

function formatMisses(misses: RetroColumn["coverageMisses"]): string {
  if (misses === undefined) return "unknown";
  const list = misses.map(({ path, clusters }) => `\`${path}\` (${clusters.join(", ")})`).join(", ");
  return misses.length === 0 ? "0" : `${misses.length}: ${list}`;
}

/** `9 of 10`; unknown if nothing was checked. */
function formatShare(part = 0, whole = 0): string {
  return whole === 0 ? "unknown" : `${part} of ${whole}`;
}

function formatQuotes(locations: LocationAccuracy | undefined): string {
  const { stand = 0, elsewhere = 0, checked = 0 } = locations?.quotes ?? {};
  return `${formatShare(stand, checked)}${elsewhere === 0 ? "" : `, ${elsewhere} elsewhere`}`;
}
