import type { Report, RetroColumn } from "#model/report.ts";
import { INCIDENT_WORDS } from "#model/panel/reviewer.ts";
import { SEVERITIES } from "#model/severity.ts";
import { reviewerPill } from "../card/voices.ts";
import type { PageContext } from "../context.ts";
import { html, type HtmlValue, join, type SafeHtml, safeUrl } from "../escape.ts";
import { themeToggle } from "../page.ts";
import { VERDICT_TINTS } from "../theme.ts";
import { longDuration } from "../../words.ts";
import { plural, truncate } from "#util/words.ts";

/** The first screen: what was reviewed and by which panel, the verdict with the deciding ids, the counts. */
export function renderPageHeader(context: PageContext): SafeHtml {
  const { report } = context;
  return html`<header class="top">
<div class="brand">${brand(context)}<span class="muted">${report.review.id}</span>${themeToggle()}</div>
<p class="kicker">${join(
    kicker(report).map((item) => html`<span>${item}</span>`),
    " · ",
  )}</p>
<h1>${context.inline(reportTitle(report))}</h1>
${facts(context)}
${panel(context)}
</header>
${verdict(context)}
${countsBar(report)}`;
}

/** Links to the index of all reviews and to the rounds before and after. */
function brand({ neighbours }: PageContext): SafeHtml {
  if (neighbours === undefined) return html`<span>Deep Review</span>`;
  const { home, position, rounds, earlier, later } = neighbours;
  return html`<nav class="neighbours" aria-label="Other reviews"><a href="${home}">Deep Review</a>${
    rounds > 1 &&
    html`<span class="muted">${earlier !== undefined && html`<a href="${earlier}" rel="prev">← earlier</a> `}round ${position} of ${rounds}${later !== undefined && html` <a href="${later}" rel="next">later →</a>`}</span>`
  }</nav>`;
}

/** What the page is about in one line: the pull request's title, the only commit's subject, or the report's own name. */
export function reportTitle({ review: { scope, title, kind } }: Report): string {
  const [only, ...others] = scope.commits;
  const subject = others.length === 0 && kind === "change" ? only?.subject : undefined;
  const named = scope.pullRequest?.title ?? subject ?? scope.covers;
  return named === undefined || named.trim() === "" ? title : named;
}

function kicker(report: Report): HtmlValue[] {
  const { scope, round, kind } = report.review;
  const { repository, pullRequest, author } = scope;
  const parts: (HtmlValue | undefined)[] = [
    kind === "architecture" && "Architecture review",
    repository && link(repository.url, repository.name),
    pullRequest && link(pullRequest.url, `#${pullRequest.number}`),
    roundWords(report),
    report.source.date,
    author && html`by ${link(author.url, author.login)}`,
    round.wallClockSeconds !== undefined && `${longDuration(round.wallClockSeconds)} in all`,
  ];
  return parts.filter((part) => part !== undefined && part !== false);
}

/** Its place in the series if known, else the number that the report prints. */
function roundWords({ review: { round }, history }: Report): string | undefined {
  const said = history?.round ?? round.stated ?? round.number;
  return said === undefined ? undefined : `Round ${said}`;
}

function facts(context: PageContext): SafeHtml {
  const { scope, header } = context.report.review;
  const rows: [string, HtmlValue][] = [];
  if (scope.branch !== undefined) rows.push(["Branch", html`<code>${truncate(scope.branch, 300)}</code>`]);
  if (scope.base !== undefined || scope.head !== undefined) {
    rows.push([
      "Commits",
      html`${scope.base === undefined ? "up to" : html`<code>${scope.base.slice(0, 12)}</code> to`} <code>${(scope.head ?? "unknown").slice(0, 12)}</code>`,
    ]);
  }
  // The only commit of a known head has nothing to add when its subject is the page's heading.
  const isSaid =
    scope.head !== undefined && scope.commits.length === 1 && scope.commits[0]?.subject === reportTitle(context.report);
  if ((scope.commits.length > 0 && !isSaid) || scope.commitsNote !== undefined) {
    rows.push([rows.some(([key]) => key === "Commits") ? "Log" : "Commits", commits(context)]);
  }
  for (const { key, value } of header) rows.push([key, context.inline(value)]);
  if (rows.length === 0) return html``;
  return html`<dl class="facts">${rows.map(([key, value]) => html`<div><dt>${key}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function commits(context: PageContext): SafeHtml {
  const { commits, commitsNote } = context.report.review.scope;
  const lines = commits.map(
    ({ id, subject }) => html`<div><code>${id.slice(0, 12)}</code> ${context.inline(subject)}</div>`,
  );
  const note = commitsNote !== undefined && html`<div>${context.inline(commitsNote)}</div>`;
  if (lines.length <= 2) return html`${lines}${note}`;
  return html`<details class="fold"><summary>${plural(lines.length, "commit")}</summary>${lines}</details>${note}`;
}

function panel(context: PageContext): SafeHtml {
  const { retro } = context.report;
  if (retro.length === 0) return html`<p class="muted">The panel is unknown.</p>`;
  return html`<ul class="panel" aria-label="Reviewers">${retro.map((column) => panelLine(context, column))}</ul>`;
}

function panelLine(context: PageContext, column: RetroColumn): SafeHtml {
  const { reviewer, run, durationSeconds, toolCalls, raised } = column;
  const kind = reviewer.kind === "agent" || reviewer.kind === "model" ? "model unknown" : reviewer.kind;
  const model = [reviewer.model ?? run?.model, reviewer.effort && `effort ${reviewer.effort}`]
    .filter(Boolean)
    .join(", ");
  const total = raised === undefined ? undefined : SEVERITIES.reduce((sum, severity) => sum + raised[severity], 0);
  const work = [
    durationSeconds === undefined ? "time unknown" : longDuration(durationSeconds),
    toolCalls !== undefined && plural(toolCalls, "tool call"),
    total === undefined ? "findings unknown" : `${plural(total, "finding")} raised`,
  ].filter(Boolean);
  return html`<li>${reviewerPill(reviewer)} <span class="model">${model === "" ? kind : context.inline(model)}</span> <span class="muted">${work.join(" · ")}</span> ${outcome(context, run)}${workLines(column)}</li>`;
}

/** How a reviewer worked, and its incidents. */
function workLines({ work: { facts, incidents } }: RetroColumn): SafeHtml {
  return html`${facts.length > 0 && html`<p class="work">${facts.map((fact) => truncate(fact, 300)).join(" · ")}</p>`}${
    incidents.length > 0 &&
    html`<ul class="incidents" aria-label="What happened">${incidents
      .slice(0, SHOWN_INCIDENTS)
      .map(
        ({ kind, text, times }) =>
          html`<li><b>${INCIDENT_WORDS[kind]}</b> ${truncate(text, 500)}${times > 1 && ` (${times} times)`}</li>`,
      )}${incidents.length > SHOWN_INCIDENTS && html`<li>and ${plural(incidents.length - SHOWN_INCIDENTS, "other")}, see the record</li>`}</ul>`
  }`;
}

const SHOWN_INCIDENTS = 20;

function outcome(context: PageContext, run: RetroColumn["run"]): SafeHtml {
  if (run === undefined || run.outcome === "unknown")
    return html`<span class="badge outline neutral">outcome unknown</span>`;
  if (run.outcome === "completed" && run.isPartial === true) return html`<span class="badge important">partial</span>`;
  if (run.outcome === "completed") return html`<span class="badge outline good">completed</span>`;
  return html`<span class="badge critical">failed</span>${run.message !== undefined && html` <span class="muted small">${context.inline(run.message)}</span>`}`;
}

function verdict(context: PageContext): SafeHtml {
  const { verdict, counts, history, worth, unseen } = context.report;
  const tint = verdict.kind === undefined ? "neutral" : VERDICT_TINTS[verdict.kind];
  const { decidedBy, rule, rationale } = verdict;
  const { failed, all } = counts.reviewers;
  const said = `${rationale ?? ""} ${rule.differs ? rule.because : ""}`;
  const named = decidedBy.every((id) => (rationale ?? "").includes(id));
  return html`<section class="verdict ${tint}" id="verdict" aria-label="Verdict">
<p class="phrase">${context.inline(verdict.phrase)}</p>
${verdict.rationale !== undefined && html`<p>${context.inline(verdict.rationale)}</p>`}
${
  !named &&
  html`<p class="decided small">Decided by ${decidedBy.map((id) => html`<a class="ref" href="#${id}">${id}</a> `)}</p>`
}
${rule.differs && html`<p class="rule small">By the rule it would be <strong>${rule.phrase}</strong>: ${context.inline(rule.because)}.</p>`}
${failed > 0 && !said.includes("reviewers failed") && html`<p class="rule small">${failed} of ${plural(all, "reviewer")} failed, so what only they would have seen is not covered.</p>`}
${worth !== undefined && html`<p class="rule small">${context.inline(worth.because)}</p>`}
${history !== undefined && html`<p class="rule small"><a href="#previous">Trend</a>: ${history.trendLine}.</p>`}
${unseen?.groups[0]?.estimate !== undefined && html`<p class="rule small"><a href="#unseen">Probably unseen</a>: ${unseen.sentence}</p>`}
</section>`;
}

/** The counts are links to their part of the page; with JavaScript they filter. */
function countsBar({ counts, dropped, routed, retro }: Report): SafeHtml {
  const isKnown = retro.length > 0 && retro.every(({ raised }) => raised !== undefined);
  const items: [string, number, string, string][] = [
    ["severity:critical", counts.kept.critical, "critical", "critical"],
    ["severity:important", counts.kept.important, "important", "important"],
    [
      "severity:suggestion",
      counts.kept.suggestion,
      counts.kept.suggestion === 1 ? "suggestion" : "suggestions",
      "suggestion",
    ],
    ["show:contested", counts.contested, "contested", "neutral"],
    ["show:dropped", counts.dropped, "dropped", "neutral"],
    ["show:routed", counts.routed, "moved", "neutral"],
  ];
  return html`<nav class="counts" aria-label="Counts, filter by one">${items.map(([filter, count, word, tint]) => {
    const target = filter.slice(filter.indexOf(":") + 1);
    const content = html`<b>${count}</b> ${word}`;
    if (count === 0) return html`<span class="count none">${content}</span>`;
    // Raw findings that are duplicates end as dropped without a card of their own; the account lists them.
    const hasCards = (target !== "dropped" || dropped.length > 0) && (target !== "routed" || routed.length > 0);
    if (!hasCards) return html`<a class="count ${tint}" href="#account">${content}</a>`;
    return html`<a class="count ${tint}" href="#${target}" data-filter="${filter}">${content}</a>`;
  })}<span class="count total muted small">${counts.raised > 0 ? `from ${plural(counts.raised, "finding")} of ${plural(counts.reviewers.all, "reviewer")}${counts.commenters === 0 ? "" : ` and ${plural(counts.commenters, "commenter")}`}` : isKnown ? "the panel raised nothing" : "no raw findings are known"}</span></nav>`;
}

function link(address: string | undefined, text: string): SafeHtml {
  const safe = safeUrl(address);
  const short = truncate(text, 200);
  return safe === undefined ? html`${short}` : html`<a href="${safe}" rel="noopener noreferrer">${short}</a>`;
}
