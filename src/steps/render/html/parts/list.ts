import type { ReportFinding } from "#model/report.ts";
import { classSchema, SEVERITIES } from "#model/severity.ts";
import { fateWords, renderCard } from "../card/card.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue, join, type SafeHtml } from "../escape.ts";
import { tallyWords } from "../../words.ts";

/** From so many findings on, keys and filters have something to do. */
const MIN_FOR_KEYS = 6;
const MIN_FOR_FILTERS = 9;

/** The kept findings, worst first, a row each. */
export function renderList(context: PageContext): SafeHtml {
  const { kept, counts } = context.report;
  const bySeverity = SEVERITIES.filter((severity) => counts.kept[severity] > 0).map((severity) => {
    const word = severity === "suggestion" && counts.kept.suggestion > 1 ? "suggestions" : severity;
    return html`<span data-count="${severity}">${counts.kept[severity]}</span> ${word}`;
  });
  const contested = counts.contested > 0 && html`; <span data-count="contested">${counts.contested}</span> contested`;
  return html`<section class="list" id="findings" data-part="list" aria-label="Findings">
<div class="list-head"><h2>Findings${kept.length > 0 && html` <span class="n" data-count="kept">${counts.kept.all}</span>`}</h2> <span class="gist">${kept.length === 0 ? noFindings(context) : join(bySeverity, ", ")}${contested}</span>${controls(kept.length)}</div>
${kept.length >= MIN_FOR_FILTERS && filters(context)}
${SEVERITIES.map((severity) =>
  rows(
    context,
    kept.filter((finding) => finding.severity === severity),
  ),
)}
<p class="none" data-nothing hidden>No finding matches the filter.</p>
</section>`;
}

function noFindings({ report: { counts, retro } }: PageContext): string {
  if (counts.raised > 0) return "none was kept";
  const isKnown = retro.length > 0 && retro.every(({ raised }) => raised !== undefined);
  return isKnown ? "the panel raised nothing" : "no raw findings are known";
}

/** The first rows of a check with many findings; the others are folded. */
function rows(context: PageContext, findings: readonly ReportFinding[]): HtmlValue {
  const checks = new Set(findings.flatMap(({ foldedInto }) => foldedInto ?? []));
  const of = (check: string | undefined): HtmlValue =>
    findings.filter(({ foldedInto }) => foldedInto === check).map((finding) => renderCard(context, finding));
  const folds = [...checks].map((check) => {
    const count = findings.filter(({ foldedInto }) => foldedInto === check).length;
    return html`<details class="fold rows"><summary>${count} more of ${check}</summary>${of(check)}</details>`;
  });
  return html`${of(undefined)}${folds}`;
}

function controls(count: number): SafeHtml | undefined {
  if (count < 2) return undefined;
  return html`<span class="controls needs-js">${
    count >= MIN_FOR_KEYS &&
    html`<span class="keys muted"><kbd>j</kbd> <kbd>k</kbd> next, previous${count >= MIN_FOR_FILTERS && html` <kbd>/</kbd> filter <kbd>Esc</kbd> clear`}</span>`
  }<button type="button" class="button" data-open-all>Open all</button><button type="button" class="button" data-close-all>Close all</button></span>`;
}

interface Choice {
  readonly value: string;
  readonly word: string;
  readonly count: number;
}

/** One line: a text field and a choice for each property in which the findings differ. */
function filters({ report, nameOf }: PageContext): SafeHtml {
  const { kept } = report;
  const choices = (
    values: readonly string[],
    has: (finding: ReportFinding, value: string) => boolean,
    word = plain,
  ): Choice[] =>
    values.map((value) => ({ value, word: word(value), count: kept.filter((finding) => has(finding, value)).length }));
  const origins = new Map(
    kept.flatMap(({ comesFrom }) => (comesFrom === undefined ? [] : [[comesFrom.kind, comesFrom.label] as const])),
  );
  const selects = [
    select(
      "severity",
      choices(SEVERITIES, ({ severity }, value) => severity === value),
    ),
    select(
      "reviewer",
      choices(
        report.review.reviewers.map(({ id }) => id),
        ({ voices }, value) => voices.some(({ reviewer }) => reviewer.id === value),
        (id) => nameOf(id as (typeof report.review.reviewers)[number]["id"]),
      ),
    ),
    select(
      "class",
      choices(classSchema.options, (finding, value) => finding.class === value),
    ),
    select("state", [
      ...choices([...new Set(kept.map(({ state }) => state))], ({ state }, value) => state === value),
      ...choices(["contested"], ({ contested }) => contested !== undefined),
    ]),
    select(
      "origin",
      choices(
        [...origins.keys()],
        ({ comesFrom }, value) => comesFrom?.kind === value,
        (kind) => origins.get(kind as never) ?? kind,
      ),
    ),
  ];
  return html`<search class="filters needs-js" aria-label="Filter findings"><label class="visually-hidden" for="text-filter">Text in the finding</label><input id="text-filter" type="search" placeholder="Filter by text" autocomplete="off" spellcheck="false"><span class="choices">${selects}</span><span class="shown muted" role="status" aria-live="polite"></span><button type="button" class="button" data-clear hidden>Clear</button></search>`;
}

const plain = (value: string): string => value.replaceAll("-", " ");

/** A choice that holds for all or none would filter nothing. */
function select(key: string, choices: readonly Choice[]): SafeHtml | undefined {
  const used = choices.filter(({ count }) => count > 0);
  if (used.length < 2) return undefined;
  return html`<select data-filter="${key}" aria-label="${key}"><option value="">any ${key}</option>${used.map(
    ({ value, word, count }) => html`<option value="${value}">${word} (${count})</option>`,
  )}</select>`;
}

/** Findings that were raised and not kept, and those that stand in another section. */
export function otherFindingParts(context: PageContext): PageBlock[] {
  const { dropped, routed } = context.report;
  const part = (id: string, title: string, findings: readonly ReportFinding[]): PageBlock[] =>
    findings.length === 0
      ? []
      : [
          {
            id,
            title,
            count: findings.length,
            gist: tallyWords(findings.map(fateWords)),
            content: html`<div class="list">${findings.map((finding) => renderCard(context, finding))}</div>`,
          },
        ];
  return [...part("dropped", "Dropped", dropped), ...part("moved", "Moved to a section", routed)];
}
