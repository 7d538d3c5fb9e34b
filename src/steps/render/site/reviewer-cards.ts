import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { plural } from "#util/words.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { reviewerColor } from "../html/reviewer-color.ts";
import { quantile } from "./charts/numbers.ts";
import { roughDuration, percent } from "./words.ts";

/** One card per reviewer: the five figures that tell most about it, each with its base. */
export function reviewerCards({ reviewers }: ArchiveView): SafeHtml {
  return html`<div class="reviewer-cards">${reviewers.map(card)}</div>`;
}

function card(record: TrackRecord): SafeHtml {
  const { name, overall, byModel, reviewer } = record;
  const models = byModel.flatMap(({ model }) => model ?? []);
  const middle = quantile(overall.durations, 0.5);
  const figures = [
    {
      href: "#kept",
      value: shareOf(overall.kept, overall.raised.all),
      name: "kept",
      base: baseOf(overall.kept, overall.raised.all, "raised"),
    },
    {
      href: "#unique",
      value: shareOf(overall.alone.all, overall.standsBehind.all),
      name: "found alone",
      base: baseOf(overall.alone.all, overall.standsBehind.all, "kept"),
    },
    {
      href: "#false-positives",
      value: shareOf(overall.falsePositives, overall.raised.all),
      name: "refuted",
      base: baseOf(overall.falsePositives, overall.raised.all, "raised"),
    },
    {
      href: "#durations",
      value: middle === undefined ? "unknown" : roughDuration(middle),
      name: "median time",
      base: `${plural(overall.durations.length, "review")} timed`,
    },
  ];
  return html`<article class="reviewer-card ${reviewerColor(reviewer)}"><h2>${name}</h2><p class="muted small">${[plural(overall.reviews, "review"), overall.failed > 0 && `${overall.failed} failed`, models.length > 0 && models.join(", ")].filter((part) => part !== false).join(" · ")}</p>
<dl>${figures.map((figure) => html`<div><dt><a href="${figure.href}">${figure.name}</a></dt><dd>${figure.value}<span class="muted">${figure.base}</span></dd></div>`)}</dl></article>`;
}

function shareOf(part: number, whole: number): string {
  return whole > 0 ? percent(part / whole) : "unknown";
}

function baseOf(part: number, whole: number, what: string): string {
  return whole > 0 ? `${part} of ${whole} ${what}` : "no base";
}
