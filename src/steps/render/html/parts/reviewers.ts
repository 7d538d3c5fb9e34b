import type { CountedChange, LocationAccuracy, RetroColumn, SeverityCounts } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { DROP_WORDS, SECTION_WORDS } from "../card/card.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue, join, type SafeHtml } from "../escape.ts";
import { reviewerColor, reviewerName } from "../reviewer-color.ts";
import { idLink } from "../text/id-links.ts";
import { longDuration } from "../../words.ts";
import { type Bar, renderBars } from "../../charts/bars.ts";
import { plural, sentence, truncate } from "#util/words.ts";
import { INCIDENT_WORDS } from "#model/panel/reviewer.ts";

/** Who took part, with what result; the figures behind it are folded. */
export function reviewerParts(context: PageContext): PageBlock[] {
  const { retro, counts } = context.report;
  if (retro.length === 0)
    return [{ id: "reviewers", title: "Reviewers", gist: "unknown", content: html`<p>The panel is unknown.</p>` }];
  const { all, completed, failed } = counts.reviewers;
  const outcomes: [number, string][] = [
    [completed, "completed"],
    [failed, "failed"],
    [all - completed - failed, "outcome unknown"],
    [counts.commenters, counts.commenters === 1 ? "commenter" : "commenters"],
  ];
  const gist = outcomes.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const content = html`<ul class="panel">${retro.map((column) => panelLine(context, column))}</ul>${contradictions(context)}<details class="fold"><summary>Figures of each reviewer</summary>${charts(retro)}${computedTable(retro)}</details>${written(context)}`;
  return [{ id: "reviewers", title: "Reviewers", count: all, gist: gist.join(", "), content }];
}

function panelLine(context: PageContext, column: RetroColumn): SafeHtml {
  const { reviewer, run, durationSeconds, toolCalls, said } = column;
  const kind = reviewer.kind === "agent" || reviewer.kind === "model" ? "model unknown" : reviewer.kind;
  const model = [reviewer.model ?? run?.model, reviewer.effort && `effort ${reviewer.effort}`]
    .filter(Boolean)
    .join(", ");
  const work = [
    durationSeconds !== undefined && longDuration(durationSeconds),
    toolCalls !== undefined && plural(toolCalls, "tool call"),
    ...column.work.facts.map((fact) => truncate(fact, 300)),
  ].filter(Boolean);
  return html`<li>${reviewerName(reviewer.id, reviewer.name)} <span class="model">${model === "" ? kind : context.inline(model)}</span> ${outcome(context, run)}<p>${sentence(said)}</p>${work.length > 0 && html`<p class="muted small">${work.join(" · ")}</p>`}${incidents(column)}</li>`;
}

/** What a reader must know of its runs. */
function incidents({ work: { incidents: all } }: RetroColumn): HtmlValue {
  if (all.length === 0) return undefined;
  return html`<ul class="incidents small" aria-label="What happened">${all
    .slice(0, SHOWN_INCIDENTS)
    .map(
      ({ kind, text, times }) =>
        html`<li><b>${INCIDENT_WORDS[kind]}</b> ${truncate(text, 500)}${times > 1 && ` (${times} times)`}</li>`,
    )}${all.length > SHOWN_INCIDENTS && html`<li>and ${plural(all.length - SHOWN_INCIDENTS, "other")}, see the record</li>`}</ul>`;
}

const SHOWN_INCIDENTS = 20;

function outcome(context: PageContext, run: RetroColumn["run"]): SafeHtml {
  if (run === undefined || run.outcome === "unknown") return html`<span class="state neutral">outcome unknown</span>`;
  if (run.outcome === "completed" && run.isPartial === true) return html`<span class="state important">partial</span>`;
  if (run.outcome === "completed") return html`<span class="state good">completed</span>`;
  return html`<span class="state critical">failed</span>${run.message !== undefined && html` <span class="muted" data-words>${context.inline(run.message)}</span>`}`;
}

function charts(retro: readonly RetroColumn[]): SafeHtml {
  const known = retro.filter(({ raised }) => raised !== undefined);
  const timed = retro.filter(({ durationSeconds }) => durationSeconds !== undefined);
  return html`<div class="plots">${known.length > 0 && renderBars("Raised per reviewer (colored: kept)", known.map(fateBar))}${renderBars("Kept findings that a reviewer contributed to (and nobody else)", retro.map(behindBar))}${timed.length > 0 && renderBars("Time", timed.map(timeBar))}</div>`;
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

type Row = readonly [label: string, cell: (column: RetroColumn) => HtmlValue];

const UNKNOWN = html`<span class="muted">unknown</span>`;
const NONE = "0";

const ROWS: readonly Row[] = [
  ["Duration", ({ durationSeconds }) => (durationSeconds === undefined ? UNKNOWN : longDuration(durationSeconds))],
  ["Raised", ({ raised }) => severities(raised)],
  ["Raised and kept", ({ keptFindings }) => keptFindings ?? UNKNOWN],
  ["Contributed to", ({ standsBehind }) => severities(standsBehind)],
  ["Contributed to alone", ({ alone }) => severities(alone)],
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
  ["Did what it must not", ({ work }) => work.fence ?? UNKNOWN],
];

function computedTable(retro: readonly RetroColumn[]): SafeHtml {
  return html`<div class="scroll"><table class="retro"><caption>Computed from the ledger</caption><thead><tr><th scope="col"><span class="visually-hidden">Measure</span></th>${retro.map(
    ({ reviewer }) => html`<th scope="col">${reviewerName(reviewer.id, reviewer.name)}</th>`,
  )}</tr></thead><tbody>${ROWS.map(([label, cell]) => {
    const cells = retro.map(cell);
    if (cells.every((each) => each === UNKNOWN || each === NONE || each === 0)) return undefined;
    return html`<tr><th scope="row">${label}</th>${cells.map((each) => html`<td>${each}</td>`)}</tr>`;
  })}</tbody></table></div>`;
}

function contradictions(context: PageContext): SafeHtml {
  const { contradictions } = context.report;
  if (contradictions.length === 0) return html``;
  return html`<h3 id="${context.slugs.take("contradictions")}">Where the written table disagrees <span class="n">${contradictions.length}</span></h3><ul class="contradictions">${contradictions.map(
    ({ reviewer, row, written, computed }) =>
      html`<li>${reviewerName(reviewer, context.nameOf(reviewer))}, ${row}: the report says <b>${context.inline(written)}</b>, the ledger says <b>${computed}</b></li>`,
  )}</ul>`;
}

function written(context: PageContext): SafeHtml {
  const { retro, review } = context.report;
  const stated = review.retro;
  const paragraphs = retro.filter(({ written }) => written !== undefined && written.trim() !== "");
  const overall = stated?.overall ?? "";
  if (paragraphs.length === 0 && overall.trim() === "" && (stated?.rows.length ?? 0) === 0) return html``;
  return html`<details class="fold" data-words><summary>What the report wrote about its reviewers</summary>${paragraphs.map(
    ({ reviewer, written }) =>
      html`<div class="prose">${reviewerName(reviewer.id, reviewer.name)} ${context.markdown(written ?? "", 3)}</div>`,
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
  if (used.length === 0) return NONE;
  return html`${all(counts)} <span class="muted">(${used.map((severity) => `${counts[severity]} ${severity === "suggestion" && counts[severity] > 1 ? "suggestions" : severity}`).join(", ")})</span>`;
}

function changes(list: readonly CountedChange<Severity>[], raised: SeverityCounts | undefined): HtmlValue {
  if (list.length === 0) return raised === undefined ? UNKNOWN : NONE;
  return join(
    list.map(({ from, to, count }) => html`${count} <span class="muted">${from} to ${to}</span>`),
    "<br>",
  );
}

function tally(list: readonly (readonly [string, number])[], raised: SeverityCounts | undefined): HtmlValue {
  if (list.length === 0) return raised === undefined ? UNKNOWN : NONE;
  return join(
    list.map(([word, count]) => html`${count} <span class="muted">${word}</span>`),
    "<br>",
  );
}

function remarks({ concerns, strengths }: NonNullable<RetroColumn["observations"]>): string {
  return `${plural(concerns, "concern")}, ${plural(strengths, "strength")}`;
}

function misses(list: NonNullable<RetroColumn["coverageMisses"]>): HtmlValue {
  if (list.length === 0) return NONE;
  const files = list.map(({ path, clusters }) => html`<code>${path}</code> ${join(clusters.map(idLink), " ")}`);
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
