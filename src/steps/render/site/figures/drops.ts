import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { type DropReason, dropReasonSchema } from "#model/cluster.ts";
import { html } from "../../html/escape.ts";
import { matrix } from "../../charts/matrix.ts";
import { rate } from "../../words.ts";
import type { ChartFigure } from "./figure-card.ts";
import { rawBase } from "./rates.ts";
import { plural, truncate } from "#util/words.ts";

/** Why findings are dropped, per reviewer. */
export function dropReasons(view: ArchiveView): ChartFigure {
  const { reviewers } = view;
  const totals = dropReasonSchema.options.map((reason) => ({
    reason,
    total: reviewers.reduce((sum, record) => sum + dropped(record, reason), 0),
  }));
  const used = totals.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
  const all = used.reduce((sum, { total }) => sum + total, 0);
  const most = Math.max(1, ...used.flatMap(({ reason }) => reviewers.map((record) => dropped(record, reason))));
  return {
    id: "drops",
    title: "Why findings are dropped",
    reading: readingOf(used, all),
    chart: html`<div class="scroll">${matrix({
      title: "Dropped findings by reason and reviewer",
      columns: reviewers.map(({ name }) => truncate(name, 10)),
      nameWidth: 132,
      cellWidth: 66,
      cellHeight: 32,
      rows: used.map(({ reason }) => ({
        name: REASONS[reason],
        tint: reason === "refuted" ? "critical" : "neutral",
        cells: reviewers.map((record) => {
          const number = dropped(record, reason);
          return {
            text: String(number),
            strength: number / most,
            title: `${record.name}, ${REASONS[reason]}: ${number} of ${record.overall.dropped}`,
          };
        }),
      })),
    })}</div>`,
    base: `Raw findings, each with the reason in the ledger. ${rawBase(view)}`,
    table: {
      columns: ["Reason", ...reviewers.map(({ name }) => name), "All"],
      rows: used.map(({ reason, total }) => ({
        name: REASONS[reason],
        cells: [...reviewers.map((record) => dropped(record, reason)), total],
      })),
    },
  };
}

/** The most common reason that is stated, and how often none is. */
function readingOf(used: readonly { readonly reason: DropReason; readonly total: number }[], all: number): string {
  const silent = used.find(({ reason }) => reason === "not-stated")?.total ?? 0;
  const first = used.find(({ reason }) => reason !== "not-stated");
  if (all === 0) return "No finding was dropped.";
  if (first === undefined) return `The reports state no reason for any of ${plural(all, "drop")}.`;
  const said = `The most common reason is “${REASONS[first.reason]}”: ${rate(first.total, all - silent)} of the drops with a reason.`;
  return silent === 0 ? said : `${said} For ${silent} of ${all} the report states none.`;
}

const REASONS: Readonly<Record<DropReason, string>> = {
  withdrawn: "withdrawn",
  refuted: "refuted",
  "declined-earlier": "declined earlier",
  "duplicate-within-reviewer": "own duplicate",
  "out-of-scope": "out of scope",
  "already-fixed": "fixed before",
  "judged-minor": "judged minor",
  "not-stated": "not stated",
};

function dropped({ overall }: TrackRecord, reason: DropReason): number {
  return overall.dropReasons.find((one) => one.reason === reason)?.count ?? 0;
}
