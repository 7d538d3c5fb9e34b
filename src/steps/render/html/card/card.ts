import type { Decision } from "#model/decision.ts";
import { formatLocations, type Location } from "#model/location.ts";
import { type Contest, type Evidence, type ReportFinding, rungWords } from "#model/report.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { renderCardBody } from "./card-body.ts";
import { renderTrials } from "./trials.ts";
import { renderVoices } from "./voices.ts";
import type { ComesFrom } from "#model/history/report-history.ts";
import { truncate } from "#util/words.ts";

/** One finding as a card that can be read on its own: title, place, code, text, proof, fix, and who raised it. */
export function renderCard(context: PageContext, finding: ReportFinding): SafeHtml {
  const { id, severity, fate, voices, contested, comesFrom } = finding;
  const reviewers = voices.map(({ reviewer }) => reviewer.id).join(" ");
  return html`<article class="card ${fate === "kept" ? severity : "neutral"}" id="${id}" tabindex="-1" aria-labelledby="${id}-title"
 data-severity="${severity}" data-reviewers="${reviewers}" data-class="${finding.class ?? "none"}" data-fate="${fate}" data-origin="${comesFrom?.kind ?? "none"}"${
   contested !== undefined && html` data-contested`
 }>
<header>
<h3 id="${id}-title"><a class="id" href="#${id}" title="Link to ${id}">${id}</a> ${context.inline(finding.title)}</h3>
<div class="meta">${places(context, finding)}${badges(finding)}</div>
${renderVoices(context, finding)}
</header>
${fate !== "kept" && fateLine(context, finding)}
${comesFrom !== undefined && renderOrigin(context, comesFrom)}
${renderCardBody(context, finding)}
${contested !== undefined && renderContest(context, contested)}
${renderTrials(context, finding)}
${finding.evidence.remarks.length > 0 && html`<ul class="notes small">${finding.evidence.remarks.map(({ text }) => html`<li>Checked: ${context.inline(text)}</li>`)}</ul>`}
${finding.notes.length > 0 && html`<ul class="notes small">${finding.notes.map((note) => html`<li>${context.inline(note)}</li>`)}</ul>`}
${finding.decisions.map((decision) => decisionLine(context, decision))}
</article>
`;
}

/** Both sides of a contested finding. */
export function renderContest(context: PageContext, { why, sides }: Contest): SafeHtml {
  return html`<div class="contest"><p class="label">Contested: ${context.inline(why)}</p><ul>${sides.map(
    ({ says, reviewers }) =>
      html`<li>${reviewers.length === 0 && html`<span class="pill"><span class="dot"></span>checked</span> `}${reviewers.map((id) => html`<span class="pill ${reviewerColor(id)}"><span class="dot"></span>${context.nameOf(id)}</span> `)}${context.inline(says)}</li>`,
  )}</ul></div>`;
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

function places(context: PageContext, { locations, places }: ReportFinding): SafeHtml {
  return html`${groups(locations).map(([main, text]) => {
    const address = context.permalink(main);
    const code = html`<code class="where">${text}</code>`;
    return html`${address === undefined ? code : html`<a class="place" href="${address}" rel="noopener noreferrer">${code}</a>`} `;
  })}${places.map((place) => html`<span class="where">${context.inline(place)}</span> `)}`;
}

/** Joins ranges of one path; the link goes to the first of them. */
function groups(locations: readonly Location[]): [Location, string][] {
  const printed = formatLocations(locations);
  const out: [Location, string][] = [];
  let next = 0;
  let last: Location | undefined;
  for (const location of locations) {
    const joins = last?.path === location.path && last.start !== undefined && location.start !== undefined;
    const text = joins ? undefined : printed[next++];
    if (text !== undefined) out.push([location, text]);
    last = location;
  }
  return out;
}

const TINTS: Readonly<Record<Evidence["level"], string>> = {
  asserted: "neutral",
  quoted: "neutral",
  unsupported: "critical",
  moved: "good",
  checked: "good",
  reproduced: "good",
  confirmed: "good",
  demonstrated: "good",
};

function badges(finding: ReportFinding): SafeHtml {
  const { severity, writtenSeverity, class: kind, evidence, contested, decisions, comesFrom, silenced } = finding;
  const [decision] = decisions;
  return html`<span class="badges"><span class="badge ${severity}">${truncate(writtenSeverity ?? severity, 30)}</span>${
    kind !== undefined && html`<span class="badge outline" title="Class: ${kind}">${kind}</span>`
  }<span class="badge outline ${TINTS[evidence.level]}" title="${evidence.text}">${rungWords(evidence)}</span>${
    evidence.verified?.state === "unverified" &&
    html`<span class="badge outline" title="${evidence.verified.text}">unverified</span>`
  }${
    comesFrom !== undefined &&
    html`<span class="badge outline ${ORIGIN_TINTS[comesFrom.kind]}" title="${truncate(comesFrom.text, 300)}">${comesFrom.label}</span>`
  }${
    silenced !== undefined &&
    html`<span class="badge critical" title="${truncate(silenced, 300)}">silenced by this change</span>`
  }${
    contested !== undefined && html`<span class="badge important" title="${contested.why}">contested</span>`
  }${decision !== undefined && html`<span class="badge ${decisionTint(decision)}">${decisionWord(decision)}</span>`}</span>`;
}

function fateLine(context: PageContext, { fate, dropReason, routedTo, because, overrules }: ReportFinding): SafeHtml {
  const what =
    fate === "dropped"
      ? `Dropped: ${dropReason === undefined ? "reason not stated" : DROP_WORDS[dropReason]}`
      : `Moved to ${routedTo === undefined ? "another section" : SECTION_WORDS[routedTo]}`;
  return html`<p class="fate"><strong>${what}.</strong> ${context.inline(because)}${overrules.map((text) => html` <span class="muted">Without the decision: ${context.inline(text)}.</span>`)}</p>`;
}

function decisionLine(context: PageContext, decision: Decision): SafeHtml {
  return html`<div class="decision ${decisionTint(decision)}"><span class="label">${
    decision.source === "resolution" ? "Resolution" : "Decided earlier"
  }</span> <strong>${context.inline(decision.action)}</strong>${
    decision.reason !== undefined && html` <span>${context.inline(decision.reason)}</span>`
  }</div>`;
}

function decisionTint({ kind }: Decision): string {
  return kind === "fixed" ? "good" : "neutral";
}

function decisionWord({ kind, action }: Decision): string {
  return kind === "other" || kind === "commented" ? action.slice(0, 24) : kind.replaceAll("-", " ");
}

/** Where a finding comes from, with both sides of one that a person had decided against. */
export function renderOrigin(context: PageContext, { text, because, recognised, sides }: ComesFrom): SafeHtml {
  return html`<div class="origin${sides.length > 0 && " contest"}"><p><span class="label">Origin:</span> ${context.inline(text)}</p>${
    because !== undefined && html`<p class="muted small">${context.inline(because)}</p>`
  }${
    sides.length > 0 &&
    html`<ul>${sides.map(({ who, says }) => html`<li><strong>${who}</strong>: ${context.inline(says)}</li>`)}</ul>`
  }${recognised !== undefined && html`<p class="muted small">${context.inline(recognised)}</p>`}</div>`;
}

/** The colour of each kind of origin. */
export const ORIGIN_TINTS: Readonly<Record<ComesFrom["kind"], string>> = {
  latent: "neutral",
  "new-code": "neutral",
  introduced: "critical",
  "carried-over": "neutral",
  moved: "neutral",
  "re-raised": "critical",
  contradicts: "critical",
};
