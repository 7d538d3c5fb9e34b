import type { CountedChange, LocationAccuracy, RetroColumn, SeverityCounts } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { DROP_WORDS, SECTION_WORDS } from "../card/card.ts";
import { reviewerPill } from "../card/voices.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue, join, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { longDuration } from "../../words.ts";
import { type Bar, renderBars } from "../../charts/bars.ts";
import { plural } from "#util/words.ts";

/** How the reviewers did: charts, then the table computed from the ledger, then what the report wrote about it. */
export function retroParts(context: PageContext): PageBlock[] {
  const { retro } = context.report;
  if (retro.length === 0) return [];
  const content = html`${charts(retro)}${paragraphs(retro)}${computedTable(retro)}${contradictions(context)}${written(context)}`;
  return [{ id: "retro", title: "How the reviewers did", content }];
}

function charts(retro: readonly RetroColumn[]): SafeHtml {
  const known = retro.filter(({ raised }) => raised !== undefined);
  const timed = retro.filter(({ durationSeconds }) => durationSeconds !== undefined);
  return html`<div class="plots">${known.length > 0 && renderBars("Findings per reviewer (colored: kept)", known.map(fateBar))}${renderBars("Kept findings per reviewer (and found by no one else)", retro.map(behindBar))}${timed.length > 0 && renderBars("Time", timed.map(timeBar))}</div>`;
}

function fateBar({ reviewer, keptFindings = 0, routed, dropped, raised }: RetroColumn): Bar {
  const moved = sum(routed);
  const gone = sum(dropped);
  return {
    name: reviewer.name,
    segments: [
      { value: keptFindings, tint: reviewerColor(reviewer.id), title: `${keptFindings} kept` },
      { value: moved, tint: "neutral", title: `${moved} moved to a section` },
      { value: gone, tint: "neutral faint", title: `${gone} dropped` },
    ],
    label: `${keptFindings} of ${raised === undefined ? "?" : all(raised)} kept`,
  };
}

function behindBar({ reviewer, standsBehind, alone }: RetroColumn): Bar {
  const total = all(standsBehind);
  return {
    name: reviewer.name,
    segments: SEVERITIES.map((severity) => ({
      value: standsBehind[severity],
      tint: severity,
      title: `${standsBehind[severity]} ${severity}`,
    })),
    label: `${total}, ${all(alone)} alone`,
  };
}

function timeBar({ reviewer, durationSeconds = 0 }: RetroColumn): Bar {
  const label = longDuration(durationSeconds);
  return {
    name: reviewer.name,
    segments: [{ value: durationSeconds, tint: reviewerColor(reviewer.id), title: label }],
    label,
  };
}

/** One paragraph on each reviewer, made from the numbers of the table. */
function paragraphs(retro: readonly RetroColumn[]): SafeHtml {
  return html`<div class="said">${retro.map(({ reviewer, said }) => html`<p>${reviewerPill(reviewer)} ${said}</p>`)}</div>`;
}

type Row = readonly [label: string, cell: (column: RetroColumn) => HtmlValue];

const UNKNOWN = html`<span class="muted">unknown</span>`;

const ROWS: readonly Row[] = [
  ["Duration", ({ durationSeconds }) => (durationSeconds === undefined ? UNKNOWN : longDuration(durationSeconds))],
  ["Raised", ({ raised }) => severities(raised)],
  ["Kept", ({ keptFindings }) => keptFindings ?? UNKNOWN],
  ["Contributed to", ({ standsBehind }) => severities(standsBehind)],
  ["Alone", ({ alone }) => severities(alone)],
  ["Merged with others", ({ merged }) => merged ?? UNKNOWN],
  ["Raised by nobody else", ({ unique }) => unique ?? UNKNOWN],
  ["Downgraded", ({ downgraded, raised }) => changes(downgraded, raised)],
  ["Promoted", ({ promoted, raised }) => changes(promoted, raised)],
  [
    "Moved to a section",
    ({ routed, raised }) =>
      tally(
        routed.map(({ to, count }) => [SECTION_WORDS[to], count]),
        raised,
      ),
  ],
  [
    "Dropped",
    ({ dropped, raised }) =>
      tally(
        dropped.map(({ reason, count }) => [DROP_WORDS[reason], count]),
        raised,
      ),
  ],
  ["False positives", ({ falsePositives }) => falsePositives ?? UNKNOWN],
  ["Design observations", ({ observations }) => (observations === undefined ? UNKNOWN : remarks(observations))],
  ["Files", ({ files }) => files ?? UNKNOWN],
  ["Called clean or trivial", ({ calledClean }) => calledClean ?? UNKNOWN],
  ["Coverage misses", ({ coverageMisses }) => (coverageMisses === undefined ? UNKNOWN : misses(coverageMisses))],
  ["Cited places that exist", ({ locations }) => share(locations?.places.exist, locations?.places.checked)],
  ["Quotes found", ({ locations }) => quotes(locations)],
  ["Tool calls", ({ toolCalls }) => toolCalls ?? UNKNOWN],
];

function computedTable(retro: readonly RetroColumn[]): SafeHtml {
  return html`<div class="scroll"><table class="retro"><caption>Computed from the ledger</caption><thead><tr><th scope="col"><span class="visually-hidden">Measure</span></th>${retro.map(
    ({ reviewer }) => html`<th scope="col">${reviewerPill(reviewer)}</th>`,
  )}</tr></thead><tbody>${ROWS.map(
    ([label, cell]) =>
      html`<tr><th scope="row">${label}</th>${retro.map((column) => html`<td>${cell(column)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

function contradictions(context: PageContext): SafeHtml {
  const { contradictions } = context.report;
  if (contradictions.length === 0) return html``;
  return html`<h3 id="${context.slugs.take("contradictions")}">Where the written table disagrees <span class="n">${contradictions.length}</span></h3><ul class="contradictions">${contradictions.map(
    ({ reviewer, row, written, computed }) =>
      html`<li><span class="who ${reviewerColor(reviewer)}">${context.nameOf(reviewer)}</span>, ${row}: the report says <b>${context.inline(written)}</b>, the ledger says <b>${computed}</b></li>`,
  )}</ul>`;
}

function written(context: PageContext): SafeHtml {
  const { retro, review } = context.report;
  const stated = review.retro;
  const paragraphs = retro.filter(({ written }) => written !== undefined && written.trim() !== "");
  const overall = stated?.overall ?? "";
  if (paragraphs.length === 0 && overall.trim() === "" && (stated?.rows.length ?? 0) === 0) return html``;
  return html`<details class="fold"><summary>What the report wrote about its reviewers</summary>${paragraphs.map(
    ({ reviewer, written }) =>
      html`<div class="prose">${reviewerPill(reviewer)} ${context.markdown(written ?? "", 3)}</div>`,
  )}${stated !== undefined && stated.rows.length > 0 && writtenTable(context)}${
    overall.trim() !== "" && html`<div class="prose">${context.markdown(overall, 3)}</div>`
  }</details>`;
}

function writtenTable(context: PageContext): SafeHtml {
  const { columns = [], rows = [] } = context.report.review.retro ?? {};
  return html`<div class="scroll"><table><caption>As written, by hand</caption><thead><tr><th scope="col"><span class="visually-hidden">Measure</span></th>${columns.map(
    (id) => html`<th scope="col">${context.nameOf(id)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ({ label, cells }) =>
      html`<tr><th scope="row">${context.inline(label)}</th>${cells.map((cell) => html`<td>${context.inline(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

function severities(counts: SeverityCounts | undefined): HtmlValue {
  if (counts === undefined) return UNKNOWN;
  const used = SEVERITIES.filter((severity) => counts[severity] > 0);
  if (used.length === 0) return "0";
  return html`${all(counts)} <span class="muted">(${used.map((severity) => `${counts[severity]} ${severity === "suggestion" && counts[severity] > 1 ? "suggestions" : severity}`).join(", ")})</span>`;
}

function changes(list: readonly CountedChange<Severity>[], raised: SeverityCounts | undefined): HtmlValue {
  if (list.length === 0) return raised === undefined ? UNKNOWN : "0";
  return join(
    list.map(({ from, to, count }) => html`${count} <span class="muted">${from} to ${to}</span>`),
    "<br>",
  );
}

function tally(list: readonly (readonly [string, number])[], raised: SeverityCounts | undefined): HtmlValue {
  if (list.length === 0) return raised === undefined ? UNKNOWN : "0";
  return join(
    list.map(([word, count]) => html`${count} <span class="muted">${word}</span>`),
    "<br>",
  );
}

function remarks({ concerns, strengths }: NonNullable<RetroColumn["observations"]>): string {
  return `${plural(concerns, "concern")}, ${plural(strengths, "strength")}`;
}

function misses(list: NonNullable<RetroColumn["coverageMisses"]>): HtmlValue {
  if (list.length === 0) return "0";
  const files = list.map(
    ({ path, clusters }) =>
      html`<code>${path}</code> ${clusters.map((id) => html`<a class="ref" href="#${id}">${id}</a> `)}`,
  );
  return html`<details class="inline"><summary>${list.length}</summary>${join(files, "<br>")}</details>`;
}

function share(part = 0, whole = 0): HtmlValue {
  return whole === 0 ? UNKNOWN : `${part} of ${whole}`;
}

function quotes(locations: LocationAccuracy | undefined): HtmlValue {
  const { stand = 0, elsewhere = 0, checked = 0 } = locations?.quotes ?? {};
  if (elsewhere === 0) return share(stand, checked);
  return html`${share(stand, checked)} <span class="muted">${elsewhere} elsewhere than cited</span>`;
}

function all(counts: SeverityCounts): number {
  return SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0);
}

function sum(list: readonly { readonly count: number }[]): number {
  return list.reduce((sum, { count }) => sum + count, 0);
}
