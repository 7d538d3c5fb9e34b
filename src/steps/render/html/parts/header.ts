import type { Report } from "#model/report.ts";
import type { PageBlock, PageContext } from "../context.ts";
import { html, type HtmlValue, type SafeHtml, safeUrl } from "../escape.ts";
import { topBar } from "../top-bar.ts";
import { longDuration } from "../../words.ts";
import { plural, truncate } from "#util/words.ts";

/** The bar at the top: repository, pull request, round, with the rounds before and after where they have a page. */
export function renderTopBar({ report, neighbours }: PageContext): SafeHtml {
  const { repository, pullRequest } = report.review.scope;
  const round = roundOf(report);
  const rounds =
    neighbours === undefined || neighbours.rounds < 2
      ? round && `round ${String(round).replace(/\s*\(.*/, "")}`
      : html`${neighbours.earlier !== undefined && html`<a href="${neighbours.earlier}" rel="prev" title="Earlier round">←</a> `}round ${neighbours.position} of ${neighbours.rounds}${neighbours.later !== undefined && html` <a href="${neighbours.later}" rel="next" title="Later round">→</a>`}`;
  const parts: (HtmlValue | undefined)[] = [
    repository && link(repository.url, repository.name),
    pullRequest && link(pullRequest.url, `#${pullRequest.number}`),
    rounds,
  ];
  const trail = parts.filter((part) => part !== undefined).map((part) => html`<span>${part}</span>`);
  return topBar({ home: neighbours?.home, label: "This review", trail });
}

/** The title of the change, with the date where there is room. */
export function renderHeading(context: PageContext): SafeHtml {
  const { report } = context;
  const title = reportTitle(report);
  return html`<header class="heading"><h1>${context.inline(title)}</h1>${
    report.source.date !== undefined && html`<span class="muted small">${report.source.date}</span>`
  }</header>`;
}

/** What the page is about in one line: the pull request's title, the only commit's subject, or the report's own name. */
export function reportTitle({ review: { scope, title, kind } }: Report): string {
  const [only, ...others] = scope.commits;
  const subject = others.length === 0 && kind === "change" ? only?.subject : undefined;
  const named = scope.pullRequest?.title ?? subject ?? scope.covers;
  return named === undefined || named.trim() === "" ? title : named;
}

/** Its place in the series if known, else the number that the report prints. */
function roundOf({ review: { round }, history }: Report): string | number | undefined {
  return history?.round ?? round.stated ?? round.number;
}

/** What was reviewed, when, and with which settings. */
export function aboutParts(context: PageContext): PageBlock[] {
  const { review, source } = context.report;
  const { scope, round, header, kind } = review;
  const rows: [string, HtmlValue | undefined][] = [
    ["Review", `${review.id}${kind === "architecture" ? ", architecture" : ""}`],
    ["Title", context.inline(reportTitle(context.report))],
    ["Round", roundOf(context.report)],
    ["Date", source.date],
    ["Author", scope.author && link(scope.author.url, scope.author.login)],
    ["Time", round.wallClockSeconds === undefined ? undefined : longDuration(round.wallClockSeconds)],
    ["Branch", scope.branch === undefined ? undefined : html`<code>${truncate(scope.branch, 300)}</code>`],
    ["Commits", commitRange(context.report)],
    ["Log", commits(context)],
    ...header.map(({ key, value }): [string, HtmlValue] => [key, context.inline(value)]),
  ];
  const known = rows.filter(([, value]) => value !== undefined);
  const content = html`<dl class="facts">${known.map(([key, value]) => html`<div><dt>${key}</dt><dd>${value}</dd></div>`)}</dl>
<p class="muted small">${source.byline}. Record version ${review.schemaVersion}. Every count is computed from the ledger.</p>`;
  const gist = [scope.branch && truncate(scope.branch, 60), scope.head?.slice(0, 10), scope.author?.login];
  return [{ id: "about", title: "About this review", gist: gist.filter(Boolean).join(", "), content }];
}

function commitRange({ review: { scope } }: Report): SafeHtml | undefined {
  const { base, head } = scope;
  if (base === undefined && head === undefined) return undefined;
  return html`${base === undefined ? "up to" : html`<code>${base.slice(0, 12)}</code> to`} <code>${(head ?? "unknown").slice(0, 12)}</code>`;
}

function commits(context: PageContext): SafeHtml | undefined {
  const { commits, commitsNote } = context.report.review.scope;
  if (commits.length === 0 && commitsNote === undefined) return undefined;
  const lines = commits.map(
    ({ id, subject }) => html`<div><code>${id.slice(0, 12)}</code> ${context.inline(subject)}</div>`,
  );
  const note = commitsNote !== undefined && html`<div>${context.inline(commitsNote)}</div>`;
  if (lines.length <= 8) return html`${lines}${note}`;
  return html`<details class="fold"><summary>${plural(lines.length, "commit")}</summary>${lines}</details>${note}`;
}

function link(address: string | undefined, text: string): SafeHtml {
  const safe = safeUrl(address);
  const short = truncate(text, 200);
  return safe === undefined ? html`${short}` : html`<a href="${safe}" rel="noopener noreferrer">${short}</a>`;
}
