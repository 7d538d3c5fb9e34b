import { FINDING_STATES, type Report } from "#model/report.ts";
import { isCommenter } from "#model/panel/reviewer.ts";
import type { PageContext } from "../context.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { idLink } from "../text/id-links.ts";
import { verdictTint } from "../theme.ts";
import { earlierStatuses } from "./earlier.ts";
import { unmentionedFiles } from "./reading.ts";
import { tallyWords, worthAnotherRound } from "../../words.ts";
import { capLines, joinAnd, plural, sentence, truncate, withCommas } from "#util/words.ts";

/** The answer: the verdict, what decides it, what happened since, and everything that limits how far to trust it. */
export function renderVerdict(context: PageContext): SafeHtml {
  const { report } = context;
  const { verdict } = report;
  const worth = worthAnotherRound(report);
  const { decidedBy, rule, rationale = "" } = verdict;
  // Suggestions of checks alone decide nothing.
  const isNamed = verdict.kind === "checks-only" || decidedBy.every((id) => rationale.includes(id));
  const notes = [...sinceLines(context), ...trustLines(context)];
  return html`<section class="verdict ${verdictTint(verdict.kind)}" id="verdict" data-part="verdict" data-verdict="${verdict.kind ?? "none"}" aria-label="Verdict">
<h2>${context.inline(verdict.phrase)}</h2>
${rationale !== "" && html`<p${rationale !== rule.because && html` data-words`}>${context.inline(sentence(rationale))}</p>`}
${!isNamed && html`<p>Decided by ${join(decidedBy.map(idLink), " ")}</p>`}
${rule.differs && html`<p>By the rule it would be <strong>${rule.phrase}</strong>: ${context.inline(rule.because)}.</p>`}
${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
${worth !== undefined && html`<p class="worth">${context.inline(worth)}</p>`}
</section>`;
}

/** What became of the findings of this report and of the rounds before. */
function sinceLines({ report }: PageContext): SafeHtml[] {
  const { states, kept } = report.counts;
  const settled = FINDING_STATES.filter((state) => states[state] > 0).map(
    (state) => html`<span data-count="${state}">${states[state]}</span> ${state.replaceAll("-", " ")}`,
  );
  const earlier = earlierStatuses(report);
  return [
    ...(states.open < kept.all
      ? [html`Since then, of <span data-count="kept">${kept.all}</span> findings: ${join(settled, ", ")}.`]
      : []),
    ...(earlier.length > 0
      ? [html`<a href="#earlier">${plural(earlier.length, "earlier finding")}</a>: ${tallyWords(earlier)}.`]
      : []),
  ];
}

/** What failed, was not read or is not known. */
function trustLines(context: PageContext): SafeHtml[] {
  const { report } = context;
  const { reading, review } = report;
  const unmentioned = unmentionedFiles(report).length;
  const unplaced = review.unplaced.length;
  return [
    ...panelLines(report),
    ...(report.unproven === undefined ? [] : [html`${sentence(report.unproven)}`]),
    ...(reading !== undefined && reading.read < reading.hunks
      ? [
          html`<a href="#read">${withCommas(reading.hunks - reading.read)} of ${plural(reading.hunks, "hunk")} unread</a>.`,
        ]
      : []),
    ...(unmentioned > 0
      ? [
          html`<a href="#read">${unmentioned} of ${plural(report.coverage.files.length, "file")}</a> mentioned by no reviewer.`,
        ]
      : []),
    ...capLines(newGaps(report), SHOWN_GAPS).map(
      (gap) => html`<a href="#gaps">Gap</a>: ${context.inline(truncate(gap, 300))}`,
    ),
    ...(unplaced > 0 ? [html`<a href="#gaps">${plural(unplaced, "passage")}</a> could not be placed.`] : []),
  ];
}

const SHOWN_GAPS = 3;

function panelLines({ retro, counts, verdict }: Report): SafeHtml[] {
  const panel = retro.filter(({ reviewer }) => !isCommenter(reviewer));
  const named = (is: (column: Report["retro"][number]) => boolean): string[] =>
    panel.filter(is).map(({ reviewer }) => truncate(reviewer.name, 40));
  const failed = named(({ outcome }) => outcome === "failed");
  const partial = named(({ outcome, run }) => outcome === "completed" && run?.isPartial === true);
  const isSaid = `${verdict.rationale ?? ""} ${verdict.rule.differs ? verdict.rule.because : ""}`.includes("failed");
  return [
    ...(failed.length > 0
      ? [
          isSaid
            ? html`<a href="#reviewers">${joinAnd(failed)} failed</a>.`
            : html`<a href="#reviewers">${joinAnd(failed)} failed</a> (${counts.reviewers.failed} of ${plural(counts.reviewers.all, "reviewer")}): what only ${failed.length === 1 ? "it" : "they"} would have seen is missing.`,
        ]
      : []),
    ...(partial.length > 0 ? [html`<a href="#reviewers">${joinAnd(partial)}</a> reviewed only a part.`] : []),
  ];
}

/** The gaps that the lines above and the reason of the verdict do not name already. */
function newGaps({ review: { gaps }, verdict }: Report): string[] {
  return gaps.filter((gap) => {
    const essence = gap.slice(gap.indexOf(": ") + 1).trim();
    return essence !== "failed" && !(verdict.rationale ?? "").toLowerCase().includes(essence.toLowerCase());
  });
}
