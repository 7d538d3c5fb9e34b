import type { Report, ReportFinding, RetroColumn, Voice } from "#model/report.ts";
import { reviewSchema } from "#model/review.ts";
import { safeJson } from "#util/printable.ts";

/** The version of this output. It increases when a field changes its meaning or is removed. */
const REPORT_FORMAT_VERSION = 3;

/**
 * A report as JSON: the record, and what was computed from it. Computed parts name reviewers, findings and clusters by
 * id. The same report always gives the same bytes, in whatever order the record's keys came.
 */
export function renderJson(report: Report): string {
  const output = {
    format: "deep-review-report",
    version: REPORT_FORMAT_VERSION,
    // The schema writes the keys in its own order.
    review: reviewSchema.parse(report.review),
    computed: {
      verdict: report.verdict,
      counts: report.counts,
      rounds: report.history,
      worth: report.worth && { isWorth: report.worth.isWorth, because: report.worth.because },
      unseen: report.unseen,
      findings: [...report.kept, ...report.routed, ...report.dropped].map(finding),
      coverage: report.coverage,
      unproven: report.unproven,
      gates: report.gates,
      probe: report.probe,
      retro: report.retro.map(column),
      contradictions: report.contradictions,
    },
  };
  return `${safeJson(output, 2)}\n`;
}

function finding(shown: ReportFinding): object {
  return {
    id: shown.id,
    fate: shown.fate,
    state: shown.state,
    severity: shown.severity,
    writtenSeverity: shown.writtenSeverity,
    title: shown.title,
    class: shown.class,
    locations: shown.locations,
    places: shown.places,
    body: shown.body,
    quotes: shown.quotes,
    fix: shown.fix,
    repros: shown.repros,
    notes: shown.notes,
    silenced: shown.silenced,
    evidence: shown.evidence,
    runClaims: shown.runClaims.length > 0 ? shown.runClaims : undefined,
    patch: shown.patch && { ...shown.patch, text: undefined, diffs: undefined },
    voices: shown.voices.map(voice),
    silent: shown.silent,
    contested: shown.contested,
    routedTo: shown.routedTo,
    dropReason: shown.dropReason,
    because: shown.because,
    overrules: shown.overrules,
    comesFrom: shown.comesFrom,
    decisions: shown.decisions,
  };
}

function voice({ reviewer, credit, members, unlinked }: Voice): object {
  return { reviewer: reviewer.id, note: credit?.note, findings: members, unlinked };
}

/** Unknown values are null, unlike fields that do not exist. */
function column({ reviewer, run: _run, written: _written, ...figures }: RetroColumn): object {
  const known = Object.entries(figures).map(([key, value]) => [key, value ?? null]);
  return { reviewer: reviewer.id, ...Object.fromEntries(known) };
}
