import type { ReportDigest, Series, SeriesRound } from "#model/archive.ts";
import { SEVERITIES, type Severity, severityLetter } from "#model/severity.ts";
import { html, join, type SafeHtml, safeUrl } from "../html/escape.ts";
import { reviewerColor } from "../html/reviewer-color.ts";
import { VERDICT_TINTS } from "../html/theme.ts";
import { columnChart } from "../charts/columns.ts";
import { reviewHref } from "./site-frame.ts";
import { day, dayRange, roughDuration } from "../words.ts";
import { plural } from "#util/words.ts";

/** The page of a card. */
export interface SeriesContext {
  /** The maximum number of findings of any round on the page, since all trends share one scale. */
  readonly highest: number;
  /** The archive has more than one repository, so each card names its own. */
  readonly namesRepository: boolean;
}

/** One pull request or branch with all its rounds. */
export function seriesCard(series: Series, { highest, namesRepository }: SeriesContext): SafeHtml {
  const { key, rounds } = series;
  const kept = rounds.reduce((total, { digest }) => total + digest.counts.kept.all, 0);
  const last = rounds.at(-1)?.digest;
  return html`<article class="series" id="${key}" data-series data-number="${series.number ?? ""}" data-rounds="${rounds.length}" data-findings="${kept}" data-last="${last?.startedAt ?? ""}">
<div class="series-head"><div class="series-title"><h3>${heading(series)}</h3><p class="series-about muted">${join(aboutParts(series, namesRepository), '<span class="sep"> · </span>')}<span class="match-note" data-match-note hidden></span></p>${
    rounds.length > 1 && html`<p class="story">${summarizeSeries(rounds)}</p>`
  }</div>${rounds.length > 1 && trend(rounds, highest)}</div>
<ol class="rounds">${rounds.map((round) => roundRow(round, series))}</ol></article>`;
}

function heading({ key, kind, number, url, title }: Series): SafeHtml {
  const label = kind === "pull-request" ? `#${number}` : kind === "branch" ? "branch" : kind;
  const target = safeUrl(url);
  const tag =
    target === undefined
      ? html`<span class="series-number">${label}</span>`
      : html`<a class="series-number" href="${target}" rel="noopener noreferrer">${label}</a>`;
  return html`${tag} <a class="series-name" href="#${key}" data-series-link>${inlineTitle(title)}</a>`;
}

function aboutParts({ rounds, authors, branch, kind, repository }: Series, namesRepository: boolean): SafeHtml[] {
  const times = rounds.flatMap(({ digest }) => digest.startedAt ?? []);
  const parts = [html`${plural(rounds.length, "round")}`];
  const [first] = times;
  if (first !== undefined) parts.push(html`${dayRange(first, times.at(-1) ?? first)}`);
  if (authors.length > 0) parts.push(html`${authors.map((login) => `@${login}`).join(", ")}`);
  if (kind === "pull-request" && branch !== undefined) parts.push(html`<code>${branch}</code>`);
  if (namesRepository && repository !== undefined) parts.push(html`${repository}`);
  return parts;
}

function trend(rounds: readonly SeriesRound[], highest: number): SafeHtml {
  const totals = rounds.map(({ digest }) => digest.counts.kept.all);
  return html`<div class="trend">${columnChart({
    title: `Kept findings over ${rounds.length} rounds: ${totals.join(", ")}`,
    height: 74,
    top: highest,
    step: rounds.length > 20 ? 12 : 20,
    columns: rounds.map(({ digest, position }) => ({
      title: `Round ${position}: ${countsText(digest)}`,
      label: rounds.length > 20 ? undefined : String(digest.counts.kept.all),
      tick: rounds.length > 20 ? undefined : String(position),
      pieces: SEVERITIES.toReversed().map((severity) => ({
        value: digest.counts.kept[severity],
        tint: severity,
        look: "full" as const,
      })),
    })),
  })}</div>`;
}

function roundRow(round: SeriesRound, { rounds, authors }: Series): SafeHtml {
  const { digest, position } = round;
  const present = SEVERITIES.filter((severity) => digest.counts.kept[severity] > 0);
  const name = rounds.length === 1 ? "Review" : `Round ${position} of ${rounds.length}`;
  // Many reports leave the author out; within one series it is the same person's change.
  const author = digest.author ?? (authors.length === 1 ? authors[0] : undefined) ?? "";
  return html`<li class="round" data-round data-id="${digest.id}" data-verdict="${digest.verdict.phrase}" data-author="${author}" data-reviewers="${digest.reviewers.map(({ reviewer }) => reviewer).join(" ")}" data-severities="${present.join(" ")}" data-day="${digest.startedAt?.slice(0, 10) ?? ""}">
<a class="round-link" href="${reviewHref(digest.id)}"><span class="round-name">${name}</span><span class="round-time muted">${timeText(digest)}</span></a>
<span class="round-verdict">${verdictBadge(digest)}</span>
<span class="round-counts" role="img" aria-label="${countsText(digest)}" title="${countsText(digest)}">${SEVERITIES.map((severity) => countChip(digest, severity))}</span>
<span class="round-panel">${digest.reviewers.map(reviewerPill)}</span>
${findingList(round)}</li>`;
}

function timeText({ startedAt }: ReportDigest): string {
  if (startedAt === undefined) return "date unknown";
  const time = startedAt.slice(11, 16);
  // A date without a time is stored as midnight.
  return startedAt.endsWith("T00:00:00") ? day(startedAt) : `${day(startedAt)}, ${time}`;
}

function verdictBadge({ verdict }: ReportDigest): SafeHtml {
  const tint = verdict.kind === undefined ? "neutral" : VERDICT_TINTS[verdict.kind];
  return html`<span class="badge ${tint}">${verdict.phrase === "" ? "no verdict" : verdict.phrase}</span>`;
}

function countChip({ counts }: ReportDigest, severity: Severity): SafeHtml {
  const number = counts.kept[severity];
  return html`<span class="chip ${number > 0 ? severity : "none"}">${number}<small>${severityLetter(severity)}</small></span>`;
}

function countsText({ counts: { kept } }: ReportDigest): string {
  return `${kept.critical} critical, ${kept.important} important, ${plural(kept.suggestion, "suggestion")}`;
}

function reviewerPill({ reviewer, name, outcome }: ReportDigest["reviewers"][number]): SafeHtml {
  return outcome === "failed"
    ? html`<span class="pill failed ${reviewerColor(reviewer)}" title="${name} failed"><s>${name}</s></span>`
    : html`<span class="pill ${reviewerColor(reviewer)}">${name}</span>`;
}

function factsOf({ digest, printed, sameCommits }: SeriesRound): string[] {
  const { counts, resolution, wallClockSeconds, gaps, history } = digest;
  const facts: string[] = [];
  if (printed !== undefined) facts.push(`printed as round ${printed}`);
  if (sameCommits) facts.push("same commits as the round before");
  if (history !== undefined) {
    facts.push(
      `${history.latent} latent, ${history.introduced} by fixes, ${history.newCode} in new code, ${plural(history.others, "other")}`,
    );
    if (history.earlier.length > 0)
      facts.push(
        `earlier ones: ${history.earlier.map(({ status, count: number }) => `${number} ${status}`).join(", ")}`,
      );
  }
  if (resolution.length > 0)
    facts.push(resolution.map(({ kind, count: number }) => `${number} ${kind.replaceAll("-", " ")}`).join(", "));
  if (counts.dropped > 0) facts.push(`${counts.dropped} dropped`);
  if (counts.contested > 0) facts.push(`${counts.contested} contested`);
  if (wallClockSeconds !== undefined) facts.push(roughDuration(wallClockSeconds));
  if (gaps.length > 0) facts.push(plural(gaps.length, "gap"));
  return facts;
}

/** The line below a round: the number of findings, which opens the list, and further facts. */
function findingList(round: SeriesRound): SafeHtml {
  const { id, kept } = round.digest;
  const facts = html`<span class="round-facts">${factsOf(round).join(" · ")}</span>`;
  if (kept.length === 0) return html`<p class="findings">no findings ${facts}</p>`;
  const items = kept.map(
    (finding) =>
      html`<li data-finding><a href="${reviewHref(id, finding.id)}"><span class="badge ${finding.severity}">${finding.id}</span> ${inlineTitle(finding.title)}</a></li>`,
  );
  return html`<details class="findings" data-findings-list><summary>${plural(kept.length, "finding")} ${facts}</summary><ul>${items}</ul></details>`;
}

/** A title with code for text in backticks; everything else is plain text. */
export function inlineTitle(title: string): SafeHtml {
  const parts = title.split("`");
  // An odd number of backticks: the last one is literal.
  const closed = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), `${parts.at(-2)}\`${parts.at(-1)}`];
  return html`${closed.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** What happened over the rounds, in one or two plain sentences. Expects at least one round. */
export function summarizeSeries(rounds: readonly SeriesRound[]): string {
  const first = rounds[0]?.digest;
  const last = rounds.at(-1)?.digest;
  if (first === undefined || last === undefined) return "";
  const sentences = [`${severe(first)} in round 1, ${severe(last)} in round ${rounds.length}`];
  if (first.verdict.phrase !== last.verdict.phrase) {
    sentences.push(`from “${first.verdict.phrase}” to “${last.verdict.phrase}”`);
  } else {
    sentences.push(`“${last.verdict.phrase}” in the first and in the last`);
  }
  // The newest ones: the card of each round has its own figures.
  const known = rounds.filter(({ digest }) => digest.history !== undefined).slice(-MAX_ROUNDS_SHOWN);
  if (known.length > 0) {
    const over = (pick: "latent" | "introduced"): string =>
      known.map(({ digest }) => digest.history?.[pick] ?? 0).join(", ");
    const from = `from round ${known[0]?.position ?? 2} on`;
    sentences.push(`new in unchanged lines ${from}: ${over("latent")}; introduced by fixes: ${over("introduced")}`);
  }
  const decided = decisionsOf(rounds);
  return `${sentences.join("; ")}.${decided === "" ? "" : ` ${decided}`}`;
}

const MAX_ROUNDS_SHOWN = 6;

function severe({ counts: { kept } }: ReportDigest): string {
  if (kept.all === 0) return "nothing";
  const parts = [
    kept.critical > 0 && `${kept.critical} critical`,
    kept.important > 0 && `${kept.important} important`,
  ].filter((part) => part !== false);
  return `${plural(kept.all, "finding")}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
}

function decisionsOf(rounds: readonly SeriesRound[]): string {
  const known = rounds.filter(({ digest }) => digest.resolution.length > 0);
  if (known.length === 0) return "";
  const total = (kind: string): number =>
    known.reduce((sum, { digest }) => sum + (digest.resolution.find((one) => one.kind === kind)?.count ?? 0), 0);
  const kinds = ["fixed", "declined", "accepted-risk", "commented"].filter((kind) => total(kind) > 0);
  if (kinds.length === 0) return "";
  const words = kinds.map((kind) => `${total(kind)} ${kind.replaceAll("-", " ")}`).join(", ");
  return known.length === rounds.length
    ? `In all ${words}.`
    : `In all ${words}, as far as ${known.length} of ${rounds.length} reports state.`;
}
