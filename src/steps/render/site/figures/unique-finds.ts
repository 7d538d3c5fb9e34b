import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, type SafeHtml } from "../../html/escape.ts";
import { barRows } from "../../charts/bar-rows.ts";
import { percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { rawBase } from "./rates.ts";
import { joinAnd } from "#util/words.ts";

/** What only one reviewer found, by severity. */
export function uniqueFinds(view: ArchiveView): ChartFigure {
  const known = view.reviewers.filter(({ overall }) => overall.keptBesideOthers > 0);
  const top = Math.max(1, ...known.map(({ overall }) => overall.keptBesideOthers));
  return {
    id: "unique",
    title: "Found by one alone",
    reading: readingOf(known),
    chart: [
      key(),
      barRows(
        known.map((record) => {
          const { alone, keptBesideOthers: kept } = record.overall;
          return {
            label: reviewerLabel(record),
            title: `${record.name}: ${rate(alone.all, kept)} of its kept findings found alone; ${SEVERITIES.map((severity) => `${alone[severity]} ${severity}`).join(", ")}`,
            segments: [
              ...SEVERITIES.map((severity) => ({
                share: alone[severity] / top,
                tint: severity,
                look: "full" as const,
                title: `${record.name} alone: ${alone[severity]} ${severity}`,
              })),
              {
                share: (kept - alone.all) / top,
                tint: "neutral",
                look: "light" as const,
                title: `${record.name} with others: ${kept - alone.all}`,
              },
            ],
            value: `${alone.all} alone`,
            note: `${percent(alone.all / kept)} of ${kept}`,
          };
        }),
      ),
    ],
    base: `A reviewer's kept findings; in full colour those that it alone raised. Counted in reviews in which another reviewer did not fail either. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer", "Kept", "Alone", "Critical", "Important", "Suggestions", "Share alone"],
      rows: known.map(({ name, overall: { alone, keptBesideOthers: kept } }) => ({
        name,
        cells: [kept, alone.all, alone.critical, alone.important, alone.suggestion, percent(alone.all / kept)],
      })),
    },
  };
}

function readingOf(known: readonly TrackRecord[]): string {
  if (known.length === 0) return "No two reviewers worked on the same change.";
  const grave = known.map(({ name, overall: { alone } }) => ({ name, count: alone.critical + alone.important }));
  if (grave.every(({ count }) => count === 0))
    return "No important or critical finding was raised by one reviewer alone.";
  return `Important and critical findings that nobody else raised: ${joinAnd(grave.map(({ name, count }) => `${count} by ${name}`))}. Without that reviewer they would be missing.`;
}

function key(): SafeHtml {
  const entries = [
    { tint: "critical", look: "full", name: "critical" },
    { tint: "important", look: "full", name: "important" },
    { tint: "suggestion", look: "full", name: "suggestion" },
    { tint: "neutral", look: "light", name: "raised by others too" },
  ];
  return html`<p class="key muted small">${entries.map(({ tint, look, name }) => html`<span><i class="swatch ${look} ${tint}"></i>${name}</span>`)}</p>`;
}
