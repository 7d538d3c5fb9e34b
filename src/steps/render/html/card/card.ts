import type { Decision } from "#model/decision.ts";
import { rungWords } from "#model/panel/evidence-ladder.ts";
import { formatLocation } from "#model/location.ts";
import type { Contest, Evidence, ReportFinding } from "#model/report.ts";
import { auditWords } from "#model/panel/run-claim.ts";
import type { PageContext } from "../context.ts";
import { html, type HtmlValue, join, type SafeHtml } from "../escape.ts";
import { reviewerColor, reviewerName } from "../reviewer-color.ts";
import { block, renderCardBody } from "./card-body.ts";
import { renderVoices } from "./voices.ts";
import type { ComesFrom } from "#model/history/report-history.ts";
import { truncate } from "#util/words.ts";

/** One finding: a row of the list that opens to a card. */
export function renderCard(context: PageContext, finding: ReportFinding): SafeHtml {
  const { id, severity, fate, state, voices, contested, comesFrom, title, writtenSeverity } = finding;
  const reviewers = voices.map(({ reviewer }) => reviewer.id).join(" ");
  return html`<details class="row ${fate === "kept" ? severity : "neutral"}" data-finding="${id}" data-severity="${severity}" data-state="${fate === "kept" ? state : fate === "routed" ? "moved" : "dropped"}"
 data-reviewers="${reviewers}" data-class="${finding.class ?? "none"}" data-origin="${comesFrom?.kind ?? "none"}"${contested !== undefined && html` data-contested`}>
<summary><span class="id">${id}</span><h3>${context.label(title)}${statesOf(finding)}</h3><span class="meta"><span class="severity">${truncate(writtenSeverity ?? severity, 30)}</span>${whereLabel(finding)}${byLabel(finding)}</span></summary>
<article class="card" id="${id}" aria-label="${id}">
${fate !== "kept" && fateLine(context, finding)}
${renderCardBody(context, finding)}
${block("Who", renderVoices(context, finding))}
${contested !== undefined && block("Contested", renderContest(context, contested))}
${(comesFrom !== undefined || finding.decisions.length > 0) && block("History", html`${comesFrom !== undefined && renderOrigin(context, comesFrom)}${finding.decisions.map((decision) => decisionLine(context, decision))}`)}
${remarks(context, finding)}
</article>
</details>
`;
}

/** Both sides of a contested finding. */
export function renderContest(context: PageContext, { why, sides }: Contest): SafeHtml {
  return html`<p>${context.inline(why)}</p><ul class="voices">${sides.map(
    ({ says, reviewers }) =>
      html`<li>${
        reviewers.length === 0
          ? html`<strong>checked</strong>`
          : join(
              reviewers.map((id) => reviewerName(id, context.nameOf(id))),
              " ",
            )
      } ${context.quoted.inline(says)}</li>`,
  )}</ul>`;
}

/** The words for why a finding was dropped. */
export const DROP_WORDS = {
  withdrawn: "withdrawn by its author",
  refuted: "refuted",
  "declined-earlier": "declined in an earlier round",
  "duplicate-within-reviewer": "said twice by the same reviewer",
  "out-of-scope": "out of scope",
  "already-fixed": "fixed before the report",
  "judged-minor": "judged minor",
  "not-stated": "reason not stated",
} as const;

/** The words for a part that a finding was routed to. */
export const SECTION_WORDS = {
  summary: "summary",
  design: "design observations",
  testing: "testing",
  documentation: "documentation",
  commits: "commit structure",
  limitations: "acknowledged limitations",
  unresolved: "unresolved feedback",
} as const;

/** Why it was dropped, or where it was moved. */
export function fateWords({ fate, dropReason, routedTo }: ReportFinding): string {
  if (fate === "dropped") return DROP_WORDS[dropReason ?? "not-stated"];
  return `to ${routedTo === undefined ? "another section" : SECTION_WORDS[routedTo]}`;
}

/** The first place. The folder gives way if there is no room, the file and the line stay. */
function whereLabel({ locations, places }: ReportFinding): SafeHtml {
  const [first] = locations;
  const more = locations.length + places.length - 1;
  if (first === undefined) return html`<span class="where">${truncate(places[0] ?? "", 80)}</span>`;
  const { path, start } = first;
  const cut = path.lastIndexOf("/") + 1;
  const dir = path.slice(Math.max(0, cut - 200), cut);
  const line = start === undefined ? "" : `:${start}`;
  return html`<span class="where" title="${truncate(formatLocation(first), 300)}">${dir !== "" && html`<span class="dir">${dir}</span>`}<span class="file">${truncate(path.slice(cut), 200)}${line}</span>${more > 0 && html`<span class="more-places">+${more}</span>`}</span>`;
}

function byLabel({ voices }: ReportFinding): SafeHtml {
  return html`<span class="by">${join(
    voices.map(
      ({ reviewer: { id, name } }) =>
        html`<span class="who ${reviewerColor(id)}" title="${truncate(name, 40)}">${truncate(id, 24)}</span>`,
    ),
    " ",
  )}</span>`;
}

const STRONG: Partial<Readonly<Record<Evidence["level"], string>>> = {
  unsupported: "critical",
  reproduced: "neutral",
  confirmed: "neutral",
  shown: "neutral",
  "shown-with-arms": "neutral",
  fixed: "neutral",
};

/** What is special about a finding, in a word each. */
function statesOf(finding: ReportFinding): SafeHtml[] {
  const { fate, state, contested, silenced, comesFrom, evidence, runClaims } = finding;
  const out: SafeHtml[] = [];
  const add = (tint: string, word: string, title?: string): void =>
    void out.push(
      html`&emsp;<span class="state ${tint}"${title !== undefined && html` title="${truncate(title, 300)}"`}>${word}</span>`,
    );
  if (fate !== "kept") add("neutral", fateWords(finding));
  else if (state !== "open") add(state === "fixed" ? "good" : "neutral", state.replaceAll("-", " "));
  if (contested !== undefined) add("important", "contested", contested.why);
  if (silenced !== undefined) add("critical", "silenced by this change", silenced);
  if (comesFrom !== undefined) add(ORIGIN_TINTS[comesFrom.kind], comesFrom.label, comesFrom.text);
  const tint = STRONG[evidence.level];
  if (tint !== undefined) add(tint, rungWords(evidence), evidence.text);
  if (evidence.unproven !== undefined) add("neutral", "unproven", evidence.unproven);
  for (const words of new Set(runClaims.map(auditWords))) add("important", `run ${words}`);
  return out;
}

function fateLine(context: PageContext, finding: ReportFinding): SafeHtml {
  const words = fateWords(finding);
  const what = finding.fate === "dropped" ? `Dropped: ${words}` : `Moved ${words}`;
  return html`<p class="fate"><strong>${what}.</strong> ${context.inline(finding.because)}${overruled(context, finding.overrules)}</p>`;
}

/** The rulings that a decision replaces. */
export function overruled(context: PageContext, overrules: readonly string[]): HtmlValue {
  return overrules.map((text) => html` <span class="muted">Without the decision: ${context.inline(text)}.</span>`);
}

function remarks(context: PageContext, { notes }: ReportFinding): HtmlValue {
  const items = notes.map((note) => html`<li>${context.inline(note)}</li>`);
  return items.length > 0 && block("Remarks", html`<ul class="small muted">${items}</ul>`);
}

function decisionLine(context: PageContext, { kind, action, reason, source }: Decision): SafeHtml {
  return html`<p><span class="muted">${source === "resolution" ? "Resolution" : "Decided earlier"}:</span> <strong class="state ${kind === "fixed" ? "good" : "neutral"}">${context.inline(action)}</strong>${
    reason !== undefined && html` <span>${context.inline(reason)}</span>`
  }</p>`;
}

/** Where a finding comes from, with both sides of one that a person had decided against. */
export function renderOrigin(context: PageContext, { text, because, recognised, sides }: ComesFrom): SafeHtml {
  return html`<p>${context.inline(text)}</p>${because !== undefined && html`<p class="muted small">${context.inline(because)}</p>`}${
    sides.length > 0 &&
    html`<ul>${sides.map(({ who, says }) => html`<li><strong>${who}</strong>: ${context.inline(says)}</li>`)}</ul>`
  }${recognised !== undefined && html`<p class="muted small">${context.inline(recognised)}</p>`}`;
}

const ORIGIN_TINTS: Readonly<Record<ComesFrom["kind"], string>> = {
  latent: "neutral",
  "new-code": "neutral",
  introduced: "critical",
  "carried-over": "neutral",
  moved: "neutral",
  "re-raised": "critical",
  contradicts: "critical",
};
