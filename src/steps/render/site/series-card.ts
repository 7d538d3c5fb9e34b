import type { ReportDigest, Series, SeriesRound } from "#model/archive.ts";
import { describeStates } from "#model/describe-counts.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, join, type SafeHtml, safeUrl } from "../html/escape.ts";
import { reviewerColor } from "../html/reviewer-color.ts";
import { verdictTint } from "../html/theme.ts";
import { reviewHref } from "./site-frame.ts";
import { day, roughDuration } from "../words.ts";
import { plural } from "#util/words.ts";

/** One pull request or branch: its name, and a line for each review of it. */
export function seriesCard(series: Series, { namesRepository }: { readonly namesRepository: boolean }): SafeHtml {
  const { key, rounds, number } = series;
  const kept = rounds.reduce((total, { digest }) => total + digest.counts.kept.all, 0);
  return html`<article class="series" id="${key}" data-series data-part="series" data-number="${number ?? ""}" data-rounds="${rounds.length}" data-findings="${kept}">
<div class="series-head"><h3>${heading(series)}</h3><p class="muted small">${join(aboutParts(series, namesRepository), '<span class="sep"> · </span>')}<span class="match-note" data-match-note hidden></span></p></div>
<ol class="rounds">${rounds.map((round) => roundRow(round, series))}</ol></article>`;
}

function heading({ key, kind, number, url, title }: Series): SafeHtml {
  const label = kind === "pull-request" ? `#${number}` : kind === "branch" ? "branch" : kind;
  const target = safeUrl(url);
  const tag =
    target === undefined
      ? html`<span class="series-number" data-words>${label}</span>`
      : html`<a class="series-number" data-words href="${target}" rel="noopener noreferrer">${label}</a>`;
  return html`${tag} <a class="series-name" data-words href="#${key}" data-series-link>${inlineTitle(title)}</a>`;
}

function aboutParts({ rounds, authors, branch, kind, repository }: Series, namesRepository: boolean): SafeHtml[] {
  return [
    ...(rounds.length > 1 ? [html`${plural(rounds.length, "round")}`] : []),
    ...(authors.length > 0 ? [words(authors.map((login) => `@${login}`).join(", "))] : []),
    ...(kind === "pull-request" && branch !== undefined ? [words(html`<code>${branch}</code>`)] : []),
    ...(namesRepository && repository !== undefined ? [words(repository)] : []),
  ];
}

/** Words of a report: digits in them count nothing. */
const words = (text: SafeHtml | string): SafeHtml => html`<span data-words>${text}</span>`;

/** Round, verdict, findings, what became of them, reviewers, date; with more below on demand. */
function roundRow(round: SeriesRound, { rounds }: Series): SafeHtml {
  const { digest, position } = round;
  const present = SEVERITIES.filter((severity) => digest.counts.kept[severity] > 0);
  const name = rounds.length === 1 ? "Review" : `Round ${position}`;
  const line = html`<a class="round-link" href="${reviewHref(digest.id)}">${name}</a>
<span class="round-verdict" data-words>${verdictBadge(digest)}</span>
<span class="round-counts">${counts(digest)}<span class="round-states muted">${describeStates(digest.counts)}</span></span>
<span class="round-panel">${panel(digest)}</span>
<span class="round-time muted" data-words>${timeText(digest)}</span>`;
  const facts = factsOf(round);
  const isPlain = facts.length === 0 && digest.kept.length === 0;
  return html`<li class="round" data-round data-part="round" data-id="${digest.id}" data-verdict="${digest.verdict.phrase}" data-author="${round.author ?? ""}" data-reviewers="${digest.reviewers.map(({ reviewer }) => reviewer).join(" ")}" data-severities="${present.join(" ")}" data-month="${digest.startedAt?.slice(0, 7) ?? ""}">${
    isPlain
      ? html`<div class="line">${line}</div>`
      : html`<details data-findings-list><summary class="line">${line}</summary>${inside(digest, facts)}</details>`
  }</li>`;
}

function inside({ id, kept }: ReportDigest, facts: readonly string[]): SafeHtml {
  const items = kept.map(
    (finding) =>
      html`<li data-finding data-words><a href="${reviewHref(id, finding.id)}"><span class="badge ${finding.severity}">${finding.id}</span> <span>${inlineTitle(finding.title)}</span></a></li>`,
  );
  return html`<div class="inside">${facts.length > 0 && html`<p class="muted small" data-part="facts">${facts.join(" · ")}</p>`}${items.length > 0 && html`<ul>${items}</ul>`}</div>`;
}

function timeText({ startedAt }: ReportDigest): string {
  if (startedAt === undefined) return "date unknown";
  const time = startedAt.slice(11, 16);
  // A date without a time is stored as midnight.
  return startedAt.endsWith("T00:00:00") ? day(startedAt) : `${day(startedAt)}, ${time}`;
}

function verdictBadge({ verdict }: ReportDigest): SafeHtml {
  const phrase = verdict.phrase === "" ? "no verdict" : verdict.phrase;
  return html`<span class="badge ${verdictTint(verdict.kind)}" title="${phrase}">${phrase}</span>`;
}

function counts({ counts: { kept } }: ReportDigest): SafeHtml {
  if (kept.all === 0) return html`<span class="muted">no findings</span>`;
  const shown = SEVERITIES.filter((severity) => kept[severity] > 0);
  return html`${shown.map((severity) => html`<span class="severity ${severity}">${plural(kept[severity], severity, severity === "suggestion" ? "suggestions" : severity)}</span> `)}`;
}

/** The first names; a long panel is counted. */
function panel({ reviewers }: ReportDigest): SafeHtml {
  const shown = reviewers.length > MAX_NAMES + 1 ? reviewers.slice(0, MAX_NAMES) : reviewers;
  const names = shown.map(({ reviewer, name, outcome }) =>
    outcome === "failed"
      ? html`<s class="who ${reviewerColor(reviewer)}" data-words title="${name} failed">${name}</s> `
      : html`<span class="who ${reviewerColor(reviewer)}" data-words>${name}</span> `,
  );
  const all = reviewers.map(({ name, outcome }) => (outcome === "failed" ? `${name} (failed)` : name)).join(", ");
  const more = reviewers.length - shown.length;
  return html`${names}${more > 0 && html`<span class="muted" title="${all}">and ${more} more</span>`}`;
}

const MAX_NAMES = 3;

function factsOf({ digest, printed, sameCommits }: SeriesRound): string[] {
  const { counts, wallClockSeconds, gaps, history } = digest;
  const origins = history === undefined ? [] : describeOrigins(history);
  const earlier = history?.earlier.map(({ status, count }) => `${count} ${status}`) ?? [];
  const others = counts.otherDecisions.map(({ kind, count }) => `${count} ${kind.replaceAll("-", " ")}`);
  return [
    ...(printed === undefined ? [] : [`printed as round ${printed}`]),
    ...(sameCommits ? ["same commits as the round before"] : []),
    ...(origins.length === 0 ? [] : [origins.join(", ")]),
    ...(earlier.length === 0 ? [] : [`earlier findings: ${earlier.join(", ")}`]),
    ...(others.length === 0 ? [] : [`besides the findings: ${others.join(", ")}`]),
    ...(counts.moved > 0 ? [`${counts.moved} moved`] : []),
    ...(counts.dropped > 0 ? [`${counts.dropped} dropped`] : []),
    ...(counts.contested > 0 ? [`${counts.contested} contested`] : []),
    ...(wallClockSeconds === undefined ? [] : [roughDuration(wallClockSeconds)]),
    ...(gaps.length === 0 ? [] : [plural(gaps.length, "gap")]),
  ];
}

function describeOrigins({ latent, introduced, newCode, others }: NonNullable<ReportDigest["history"]>): string[] {
  const origins = [
    [latent, "latent"],
    [introduced, "by fixes"],
    [newCode, "in new code"],
    [others, "known from before"],
  ] as const;
  return origins.filter(([count]) => count > 0).map(([count, origin]) => `${count} ${origin}`);
}

/** A title with code for text in backticks; everything else is plain text. */
export function inlineTitle(title: string): SafeHtml {
  const parts = title.split("`");
  // An odd number of backticks: the last one is literal.
  const closed = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), `${parts.at(-2)}\`${parts.at(-1)}`];
  return html`${closed.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
