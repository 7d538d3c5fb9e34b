import type { Commit } from "#model/change/scope.ts";
import { formatLocations } from "#model/location.ts";
import type { EarlierRow, ReportHistory, TrendRow } from "#model/history/report-history.ts";
import { commitAddress } from "../../web-addresses.ts";
import { earlierAnchor, type PageContext, type PageBlock } from "../context.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { reviewerName } from "../reviewer-color.ts";
import { type Bar, renderBars } from "../../charts/bars.ts";
import { idLink } from "../text/id-links.ts";
import { tallyWords } from "../../words.ts";
import { plural, truncate } from "#util/words.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { Report } from "#model/report.ts";

/** What became of each finding of the rounds before, in a word. */
export function earlierStatuses({ history, review }: Report): string[] {
  return history === undefined
    ? review.previous.map(({ status }) => status.replaceAll("-", " "))
    : history.earlier.map(({ status }) => status);
}

/** What became of every earlier finding, and the trend over the rounds. */
export function earlierParts(context: PageContext): PageBlock[] {
  const { history, review } = context.report;
  const statuses = earlierStatuses(context.report);
  const title = "Earlier findings";
  if (history === undefined) {
    if (review.previous.length === 0) return [];
    return [
      {
        id: "earlier",
        title,
        count: statuses.length,
        gist: tallyWords(statuses),
        content: previousTable(context, review.previous),
      },
    ];
  }
  const notes = [...(history.continues === undefined ? [] : [`Continues ${history.continues}.`]), ...history.notes];
  const content = html`<p>${history.sentence}</p>${
    notes.length > 0 &&
    html`<ul class="small muted">${notes.map((note) => html`<li>${context.inline(note)}</li>`)}</ul>`
  }${history.earlier.length > 0 && table(context, history.earlier)}${trend(history)}`;
  return [{ id: "earlier", title, count: statuses.length, gist: tallyWords(statuses), content }];
}

/** As an imported report states it. */
function previousTable(context: PageContext, previous: readonly PreviousFinding[]): SafeHtml {
  return html`<div class="scroll"><table><thead><tr><th scope="col">Earlier id</th><th scope="col">Finding</th><th scope="col">What became of it</th></tr></thead><tbody>${previous.map(
    ({ ref, title, status, text }) =>
      html`<tr><td><span class="earlier-id">${ref}</span></td><td>${context.quoted.inline(title)}</td><td><span class="state ${STATUS_TINTS[status]}">${status.replaceAll("-", " ")}</span> ${text.toLowerCase() !== status.replaceAll("-", " ") && context.inline(text)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** The colour of what became of an earlier finding. */
const STATUS_TINTS = {
  fixed: "good",
  "partly-fixed": "important",
  open: "critical",
  declined: "neutral",
  "accepted-risk": "neutral",
  gone: "neutral",
  unknown: "neutral",
} as const;

function table(context: PageContext, rows: readonly EarlierRow[]): SafeHtml {
  return html`<div class="scroll"><table class="earlier"><thead><tr><th scope="col">Earlier finding</th><th scope="col">Status</th><th scope="col">Why</th><th scope="col">Reviewers on the fix</th></tr></thead><tbody>${rows.map(
    (row) => rowOf(context, row),
  )}</tbody></table></div>`;
}

function rowOf(context: PageContext, { finding, status, decision, verdicts }: EarlierRow): SafeHtml {
  const { ref, title, severity, text, commits = [], raisedAgain = [], locations = [] } = finding;
  const again = raisedAgain.filter((id) => !text.includes(id));
  const decided = finding.decision !== undefined && !text.includes(finding.decision);
  return html`<tr id="${earlierAnchor(ref)}"><th scope="row">${name(context, finding)}${
    severity !== undefined && html` <span class="state ${severity}">${severity}</span>`
  } ${context.quoted.inline(title)}${locations.length > 0 && html`<div class="small muted">${truncate(formatLocations(locations).join(", "), 300)}</div>`}</th><td><span class="state ${STATUS_TINTS[finding.status]}">${status}</span></td><td>${context.inline(text)}${
    again.length > 0 && html` Raised again as ${join(again.map(idLink), " ")}`
  }${decided && html`<div class="small">Decision ${finding.decision ?? ""}${decision !== undefined && `, ${decision.date.slice(0, 10)}${decision.author === undefined ? "" : ` by ${truncate(decision.author, 80)}`}`}${decision?.reason !== undefined && html`: ${context.inline(decision.reason)}`}</div>`}${
    commits.length > 0 && html`<div class="small commits">${commitList(context, commits)}</div>`
  }</td><td>${verdicts.length === 0 ? hasFix(finding) && html`<span class="muted">no opinion on the fix</span>` : verdicts.map(({ reviewer, text: said }) => html`<div>${reviewerName(reviewer, context.nameOf(reviewer))} ${said}</div>`)}</td></tr>`;
}

const hasFix = ({ status }: EarlierRow["finding"]): boolean => status === "fixed" || status === "partly-fixed";

/** The name as a link to its card, if the site has a page of that review. */
function name({ neighbours }: PageContext, { ref, of }: EarlierRow["finding"]): SafeHtml {
  const isThere = of !== undefined && neighbours?.pages?.has(of.review) === true;
  if (!isThere) return html`<strong class="earlier-id">${ref}</strong>`;
  return html`<a class="earlier-id" href="${`${encodeURIComponent(of.review)}.html#${of.cluster}`}">${ref}</a>`;
}

const SHOWN_COMMITS = 4;

function commitList({ report }: PageContext, commits: readonly Commit[]): SafeHtml {
  const shown = commits.slice(0, SHOWN_COMMITS).map(({ id, subject }) => {
    const address = commitAddress(report.review.scope, id);
    const code = html`<code>${id.slice(0, 7)}</code>`;
    return html`${address === undefined ? code : html`<a href="${address}" rel="noopener noreferrer">${code}</a>`} ${truncate(subject, 120)}`;
  });
  const more = commits.length - shown.length;
  return html`${join(shown, "<br>")}${more > 0 && html`<br>and ${plural(more, "other commit")}`}`;
}

/** Latent against introduced by fixes, round by round. */
function trend({ trend: points }: ReportHistory): SafeHtml {
  const kinds = [
    ["Latent", "important"],
    ["By fixes", "critical"],
    ["In new code", "suggestion"],
    ["Known before", "neutral"],
  ] as const;
  return html`<h3>Trend</h3><div class="plots">${renderBars("Where the findings of each round come from", points.map(barOf))}
<div class="scroll"><table class="trend-table"><thead><tr><th scope="col">Round</th><th scope="col" class="num">Findings</th>${kinds.map(([kind, tint]) => html`<th scope="col" class="num ${tint}"><span class="dot"></span> ${kind}</th>`)}</tr></thead><tbody>${points.map(
    ({ round, kept, latent, introduced, newCode, others }) =>
      html`<tr><th scope="row">${round}</th><td class="num">${kept}</td>${[latent, introduced, newCode, others].map((value) => html`<td class="num">${value ?? html`<span class="muted" title="not known">–</span>`}</td>`)}</tr>`,
  )}</tbody></table></div></div>
<p class="muted small">Latent: its lines are as in round 1, so it could have been seen then. By fixes: in lines that the fix of an earlier finding changed. Known before: carried over, or contradicts an earlier finding.</p>`;
}

function barOf({ round, kept, latent, introduced, newCode, others }: TrendRow): Bar {
  const segments = [
    { value: latent ?? 0, tint: "important", title: `${latent ?? 0} latent` },
    { value: introduced ?? 0, tint: "critical", title: `${introduced ?? 0} by fixes` },
    { value: newCode ?? 0, tint: "suggestion", title: `${newCode ?? 0} in new code` },
    {
      value: others ?? kept,
      tint: "neutral",
      title: others === undefined ? plural(kept, "finding") : `${others} known from before`,
    },
  ];
  return { name: `Round ${round}`, segments, label: plural(kept, "finding") };
}
