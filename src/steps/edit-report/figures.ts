import { isShown } from "#model/panel/evidence-ladder.ts";
import { isRead } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Report, RetroColumn, SeverityCounts } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";

/** What a number counts. */
export type Unit = "finding" | "reviewer" | "file" | "remark";

/** The property that is counted. */
export type FigureKind =
  | ("raised" | "kept" | "moved" | "dropped" | "refuted" | "contested" | "alone" | "merged")
  | ("confirmed" | "shown" | "unverified" | "completed" | "failed" | "listed" | "read" | "rerated" | "all");

/** A number in the record, and its meaning. */
export interface RecordFigure {
  readonly value: number;
  readonly unit: Unit;
  readonly kind: FigureKind;
  readonly severity?: Severity;
  /** Absent: for the whole panel. */
  readonly reviewer?: ReviewerId;
}

/** Every number of findings, reviewers, files and remarks in the record. Unknown numbers are omitted. */
export function figuresOf(report: Report): RecordFigure[] {
  return [...panelFigures(report), ...report.retro.flatMap(reviewerFigures)];
}

function panelFigures({ counts, kept, review }: Report): RecordFigure[] {
  const { reviewers, remarks } = counts;
  const listed = review.scope.files.filter((file) => file.listed !== undefined).length;
  const state = (kind: "confirmed" | "unverified" | "refuted"): number =>
    kept.filter(({ evidence }) => evidence.verified?.state === kind).length;
  return [
    finding("raised", counts.raised),
    finding("kept", counts.kept.all),
    finding("merged", counts.merged),
    finding("moved", counts.moved),
    finding("dropped", counts.dropped),
    finding("contested", counts.contested),
    finding("confirmed", state("confirmed")),
    finding("refuted", state("refuted")),
    finding("unverified", state("unverified")),
    finding("shown", kept.filter(({ evidence }) => isShown(evidence)).length),
    ...bySeverity("kept", counts.kept),
    { unit: "reviewer", kind: "all", value: reviewers.all },
    { unit: "reviewer", kind: "completed", value: reviewers.completed },
    { unit: "reviewer", kind: "failed", value: reviewers.failed },
    { unit: "file", kind: "all", value: review.scope.files.length },
    { unit: "file", kind: "listed", value: listed },
    { unit: "file", kind: "read", value: review.scope.files.filter(isRead).length },
    { unit: "remark", kind: "all", value: remarks },
  ];
}

function reviewerFigures(column: RetroColumn): RecordFigure[] {
  const { reviewer, raised, keptFindings, standsBehind, alone, merged, unique, routed, dropped, falsePositives } =
    column;
  const known: readonly (readonly [FigureKind, number | undefined])[] = [
    ["raised", raised === undefined ? undefined : sumOf(raised)],
    ["kept", keptFindings],
    ["kept", sumOf(standsBehind)],
    ["alone", unique],
    ["alone", sumOf(alone)],
    ["merged", merged],
    ["moved", raised === undefined ? undefined : total(routed)],
    ["dropped", raised === undefined ? undefined : total(dropped)],
    ["refuted", falsePositives],
  ];
  return [
    ...known.flatMap(([kind, value]): RecordFigure[] =>
      value === undefined ? [] : [{ unit: "finding", kind, value }],
    ),
    ...(raised === undefined ? [] : bySeverity("raised", raised)),
    ...bySeverity("kept", standsBehind),
    ...bySeverity("alone", alone),
    ...[...column.downgraded, ...column.promoted].map(({ from, count }): RecordFigure => ({
      unit: "finding",
      kind: "rerated",
      severity: from,
      value: count,
    })),
  ].map((figure) => ({ ...figure, reviewer: reviewer.id }));
}

const finding = (kind: FigureKind, value: number): RecordFigure => ({ unit: "finding", kind, value });

function bySeverity(kind: FigureKind, counts: SeverityCounts): RecordFigure[] {
  return SEVERITIES.map((severity) => ({ unit: "finding", kind, severity, value: counts[severity] }));
}

const total = (items: readonly { readonly count: number }[]): number =>
  items.reduce((sum, { count }) => sum + count, 0);

function sumOf(counts: SeverityCounts): number {
  return SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
}
