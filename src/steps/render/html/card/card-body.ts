import { speakerOf } from "#model/cluster.ts";
import { isShown, rungWords } from "#model/panel/evidence-ladder.ts";
import type { Quote } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import { formatLocation, formatLocations, type Location } from "#model/location.ts";
import type { Evidence, ReportFinding } from "#model/report.ts";
import { auditWords, type RunClaim } from "#model/panel/run-claim.ts";
import { oneLine, plural, sentence } from "#util/words.ts";
import type { PageContext } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import { renderCode, renderDiff } from "../text/code-block.ts";
import { languageOfPath } from "../text/highlight.ts";
import type { CodeFence } from "../text/markdown.ts";
import { splitBody } from "./split-body.ts";
import { renderPatch, renderTrials } from "./trials.ts";

/** What and why; the place with its code; the fix; the evidence. */
export function renderCardBody(context: PageContext, finding: ReportFinding): SafeHtml {
  const words = speakerOf(finding.cluster) === undefined ? context : context.quoted;
  const { lead, rest, fix } = splitBody(finding.body, finding.fix?.text);
  const taken: Record<"quotes" | "diffs" | "repros", CodeFence[]> = { quotes: [], diffs: [], repros: [] };
  const prose = words.markdown(rest, 4, (fence) => {
    const home = homeOf(finding, fence);
    if (home === undefined) return undefined;
    if (home !== "excerpt") taken[home].push(fence);
    return html``;
  });
  const diffs = (finding.fix?.diffs ?? []).map((code) => ({ code, language: "diff", role: undefined }));
  const fixes = [...taken.diffs, ...missing(diffs, taken.diffs)];
  return html`${lead !== "" && html`<p class="lead">${words.inline(lead)}</p>`}<div class="prose">${prose}</div>
${block("Where", where(context, finding, taken.quotes))}
${
  (fix !== "" || fixes.length > 0 || finding.patch !== undefined) &&
  block(
    "Fix",
    html`${fix !== "" && html`<div class="prose">${words.markdown(fix, 4)}</div>`}${fixes.map(({ code }) => renderProposed(finding, code))}${isElsewhere(finding, fixes) && renderDiff(finding.patch?.text ?? "")}${renderPatch(context, finding.patch)}`,
  )
}
${block(isProof(finding.evidence) ? "Proof" : "Evidence", evidence(context, finding, [...taken.repros, ...missing(reprosOf(finding), taken.repros)]))}`;
}

/** What a run speaks against is shown, without a button that copies it. */
function renderProposed({ patch }: ReportFinding, code: string): SafeHtml {
  const isRefused = patch?.isOffered === false && patch.diffs.some((diff) => normal(diff) === normal(code));
  return isRefused ? html`<div data-no-copy>${renderDiff(code)}</div>` : renderDiff(code);
}

/** The patch comes from another finding of the problem than the one whose words are shown. */
function isElsewhere({ patch }: ReportFinding, fixes: readonly CodeFence[]): boolean {
  if (patch?.isOffered !== true) return false;
  return !patch.diffs.every((diff) => fixes.some(({ code }) => normal(code) === normal(diff)));
}

/** Only a run proves something. */
const isProof = (evidence: Evidence): boolean => evidence.level === "reproduced" || isShown(evidence);

/** A part of a card with its name beside it. */
export function block(name: string, content: HtmlValue): SafeHtml {
  return html`<section class="block"><h4>${name}</h4><div>${content}</div></section>`;
}

/** Where a block of code of the text belongs on the card; undefined: it stays in its place. */
function homeOf({ excerpts, quotes }: ReportFinding, { code, language, role }: CodeFence) {
  if (role === "repro" || role === "repro-output") return "repros";
  // What would break the code is no fix of it.
  if (role === "mutation" || language === "mutation") return undefined;
  if (language === "diff" || language === "patch") return "diffs";
  if (excerpts.some((excerpt) => hasLines(excerpt, code))) return "excerpt";
  return normal(quotes[0]?.code ?? "") === normal(code) ? "quotes" : undefined;
}

/** Those that the text does not hold. */
function missing(fences: readonly CodeFence[], known: readonly CodeFence[]): CodeFence[] {
  return fences.filter(({ code }) => !known.some((one) => normal(one.code) === normal(code)));
}

function reprosOf({ repros }: ReportFinding): CodeFence[] {
  return repros.flatMap(({ script, language, output }) => [
    { code: script, language, role: "repro" },
    ...(output === undefined ? [] : [{ code: output, language: undefined, role: "repro-output" }]),
  ]);
}

function where(context: PageContext, finding: ReportFinding, taken: readonly CodeFence[]): SafeHtml {
  const { excerpts, quotes, class: kind } = finding;
  const [first, ...others] = excerpts.map((excerpt) => renderExcerpt(context, excerpt, finding));
  const [quote] = taken.length > 0 ? taken : quotes;
  return html`<p class="places">${places(context, finding)}${kind !== undefined && html`<span class="muted">${kind}</span>`}</p>${first}${
    others.length > 0 &&
    html`<details class="fold"><summary>${plural(others.length, "other place")}</summary>${others}</details>`
  }${first === undefined && quote !== undefined && renderQuote(finding, quote)}`;
}

function places(context: PageContext, { locations, places: written }: ReportFinding): SafeHtml {
  return html`${groups(locations).map(([main, text]) => {
    const address = context.permalink(main);
    const code = html`<code class="place">${text}</code>`;
    return html`${address === undefined ? code : html`<a href="${address}" rel="noopener noreferrer">${code}</a>`} `;
  })}${written.map((place) => html`<span class="place">${context.inline(place)}</span> `)}`;
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

function evidence(context: PageContext, finding: ReportFinding, repros: readonly CodeFence[]): SafeHtml {
  const { text, verified, remarks, unproven } = finding.evidence;
  return html`<p><strong>${sentence(rungWords(finding.evidence))}</strong> ${context.inline(sentence(text))}${
    verified?.state === "unverified" && html` <span class="muted">Unverified: ${context.inline(verified.text)}</span>`
  }</p>${unproven !== undefined && html`<p><strong>Unproven:</strong> ${context.quoted.inline(sentence(unproven))}</p>`}${finding.runClaims.map((claim) => renderRunClaim(context, claim))}${remarks.map((remark) => html`<p>${context.quoted.inline(sentence(remark.text))}</p>`)}${repros.map((fence) => renderRepro(fence, finding))}${renderTrials(context, finding)}`;
}

/** The sentence as its author wrote it, and what the log says. */
function renderRunClaim(context: PageContext, claim: RunClaim): SafeHtml {
  const { kind, words, why, reviewer } = claim;
  const what = kind === "output" ? html`an output that begins <code>${words}</code>` : context.quoted.inline(words);
  return html`<p><strong class="state important">${sentence(auditWords(claim))}</strong> ${context.nameOf(reviewer)} writes: ${what} <span class="muted">${context.quoted.inline(sentence(why))}</span></p>`;
}

function renderRepro({ code, language, role }: CodeFence, { runClaims }: ReportFinding): SafeHtml {
  const first = code.trim().split("\n", 1)[0] ?? "";
  const claim =
    role === "repro" ? undefined : runClaims.find(({ kind, words }) => kind === "output" && isStartOf(words, first));
  const mark = claim !== undefined && html` <strong class="state important">${auditWords(claim)}</strong>`;
  const what = role === "repro" ? "Repro script" : "Its output, as the finding states it";
  return html`<details class="repro"><summary>${what} <span class="muted">${plural(lineCount(code), "line")}</span>${mark}</summary>${renderCode({ code, language })}</details>`;
}

/** Words that were cut end with an ellipsis. */
const isStartOf = (words: string, line: string): boolean => oneLine(line).startsWith(words.replace(/…$/, ""));

/** The caption says what the card does not say elsewhere. */
function renderExcerpt(context: PageContext, excerpt: Excerpt, { evidence, locations }: ReportFinding): SafeHtml {
  const { path, start, lines, cited, commit, grounding } = excerpt;
  const [first] = cited;
  const location = first === undefined ? { path } : { path, ...first };
  const address = context.permalink(location);
  const name = html`<code>${formatLocation(location)}</code>`;
  const isOnlyPlace = formatLocations(locations).join() === formatLocation(location);
  const at = [
    ...(grounding.why === evidence.text ? [] : [grounding.why]),
    ...(commit === "" ? [] : [`at commit ${commit.slice(0, 10)}`]),
  ].join(", ");
  return renderCode({
    code: lines.map((line) => line.replace(/\r$/, "")).join("\n"),
    language: languageOfPath(path),
    start,
    isCited: (line) => cited.some((span) => span.start <= line && line <= span.end),
    caption: html`${!isOnlyPlace && (address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`)} <span class="muted">${at}</span>`,
  });
}

/** Shows line numbers only if the quote is as long as its range; else it may be stitched together. */
function renderQuote({ locations: [main] }: ReportFinding, { code, language }: Quote): SafeHtml {
  const known = language ?? (main === undefined ? undefined : languageOfPath(main.path));
  const isWhole = main?.start !== undefined && main.end !== undefined && main.end - main.start + 1 === lineCount(code);
  return renderCode({ code, language: known, start: isWhole ? main.start : undefined });
}

/** Whether the excerpt has these lines, in order and without a gap. Indentation may differ. */
function hasLines({ lines }: Excerpt, code: string): boolean {
  const wanted = trimmedLines(code);
  const have = lines.map((line) => line.trim());
  if (wanted.length === 0 || wanted.length > have.length) return false;
  return `\n${have.join("\n")}\n`.includes(`\n${wanted.join("\n")}\n`);
}

function trimmedLines(code: string): string[] {
  return normal(code)
    .split("\n")
    .map((line) => line.trim());
}

function normal(code: string): string {
  return code.replaceAll("\r\n", "\n").trimEnd();
}

function lineCount(code: string): number {
  return normal(code).split("\n").length;
}
