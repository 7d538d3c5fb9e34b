import type { ArchiveView } from "#model/archive.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, type SafeHtml } from "../../html/escape.ts";
import { barRows } from "../../charts/bar-rows.ts";
import { percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { joinAnd, plural } from "#util/words.ts";

/** What only one reviewer found, by severity. */
export function uniqueFinds(view: ArchiveView): ChartFigure {
  const known = view.reviewers.filter(({ overall }) => overall.standsBehind.all > 0);
  const top = Math.max(1, ...known.map(({ overall }) => overall.standsBehind.all));
  return {
    id: "unique",
    title: "Found by one alone",
    reading:
      known.length === 0
        ? "No review in this archive had two reviewers whose findings are known."
        : `Important and critical findings that nobody else raised: ${joinAnd(known.map(({ name, overall }) => `${overall.alone.critical + overall.alone.important} by ${name}`))}. Without that reviewer they would be missing.`,
    chart: [
      key(),
      barRows(
        known.map((record) => {
          const { alone, standsBehind } = record.overall;
          return {
            label: reviewerLabel(record),
            title: `${record.name}: alone behind ${rate(alone.all, standsBehind.all)} kept findings; ${SEVERITIES.map((severity) => `${alone[severity]} ${severity}`).join(", ")}`,
            segments: [
              ...SEVERITIES.map((severity) => ({
                share: alone[severity] / top,
                tint: severity,
                look: "full" as const,
                title: `${record.name} alone: ${alone[severity]} ${severity}`,
              })),
              {
                share: (standsBehind.all - alone.all) / top,
                tint: "neutral",
                look: "light" as const,
                title: `${record.name} with others: ${standsBehind.all - alone.all}`,
              },
            ],
            value: `${alone.all} alone`,
            note: `${percent(alone.all / standsBehind.all)} of ${standsBehind.all}`,
          };
        }),
      ),
    ],
    base: `Kept findings that a reviewer contributed to; in full colour those that it alone raised. Counted in reviews with at least two reviewers at work (${known.map(({ name, overall }) => `${name} ${plural(overall.inCompany, "review")}`).join(", ")}).`,
    table: {
      columns: ["Reviewer", "Contributed to", "Alone", "Critical", "Important", "Suggestions", "Share alone"],
      rows: known.map(({ name, overall: { alone, standsBehind } }) => ({
        name,
        cells: [
          standsBehind.all,
          alone.all,
          alone.critical,
          alone.important,
          alone.suggestion,
          percent(alone.all / standsBehind.all),
        ],
      })),
    },
  };
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
