import type { Excerpt } from "#model/grounding.ts";
import { formatLocation } from "#model/location.ts";
import type { ReportFinding } from "#model/report.ts";
import { plural } from "#util/words.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { renderCode, renderDiff } from "../text/code-block.ts";
import { languageOfPath } from "../text/highlight.ts";
import type { Fence } from "../text/markdown.ts";

/**
 * Code, prose, fix and repro of a card. Blocks of the body stay in their place; those that an excerpt contains are not
 * repeated, and those that the body lacks are added below.
 */
export function renderCardBody(context: PageContext, finding: ReportFinding): SafeHtml {
  const shown = new Set<string>();
  const body = context.markdown(finding.body, 4, (fence) => {
    shown.add(normal(fence.code));
    return cardFence(context, finding, fence);
  });
  const missing = <T>(items: readonly T[], text: (item: T) => string): T[] =>
    items.filter((item) => !shown.has(normal(text(item))));
  const quotes = finding.excerpts.length > 0 ? [] : missing(finding.quotes.slice(0, 1), ({ code }) => code);
  return html`${finding.excerpts.map((excerpt) => renderExcerpt(context, excerpt))}${quotes.map(({ code, language }) =>
    firstQuote(context, finding, { code, language, role: undefined }),
  )}<div class="prose">${body}</div>${missing(finding.fix?.diffs ?? [], (diff) => diff).map((diff) =>
    renderDiff(diff, "Proposed fix"),
  )}${missing(finding.repros, ({ script }) => script).map(({ script, language, output }) => [
    renderRepro({ code: script, language, role: "repro" }),
    output !== undefined && renderRepro({ code: output, language: undefined, role: "repro-output" }),
  ])}`;
}

function cardFence(context: PageContext, finding: ReportFinding, fence: Fence): SafeHtml | undefined {
  if (fence.role === "repro" || fence.role === "repro-output") return renderRepro(fence);
  if (fence.language === "diff" || fence.language === "patch") return renderDiff(fence.code, "Proposed fix");
  if (finding.excerpts.some((excerpt) => containsCommit(excerpt, fence.code))) return html``;
  return normal(finding.quotes[0]?.code ?? "") === normal(fence.code) ? firstQuote(context, finding, fence) : undefined;
}

function renderRepro({ code, language, role }: Fence): SafeHtml {
  const what = role === "repro" ? "Script that shows the problem" : "What the script printed on the reviewed commit";
  return html`<details class="repro"><summary>${what} <span class="muted">${plural(lineCount(code), "line")}</span></summary>${renderCode({ code, language })}</details>`;
}

function renderExcerpt(context: PageContext, { path, start, lines, cited, commit, grounding }: Excerpt): SafeHtml {
  const [first] = cited;
  const location = first === undefined ? { path } : { path, ...first };
  const address = context.permalink(location);
  const name = html`<code>${formatLocation(location)}</code>`;
  const at = `${grounding.why}${commit === "" ? "" : `, at commit ${commit.slice(0, 10)}`}`;
  return renderCode({
    code: lines.map((line) => line.replace(/\r$/, "")).join("\n"),
    language: languageOfPath(path),
    start,
    isCited: (line) => cited.some((span) => span.start <= line && line <= span.end),
    caption: html`${address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`} <span class="muted">${at}</span>`,
  });
}

/** Shows line numbers only if the quote is as long as its range; else it may be stitched together. */
function firstQuote(context: PageContext, { locations }: ReportFinding, { code, language }: Fence): SafeHtml {
  const [main] = locations;
  const known = language ?? (main === undefined ? undefined : languageOfPath(main.path));
  const isWhole = main?.start !== undefined && main.end !== undefined && main.end - main.start + 1 === lineCount(code);
  if (main === undefined || !isWhole) return renderCode({ code, language: known });
  const address = context.permalink(main);
  const name = html`<code>${formatLocation(main)}</code>`;
  return renderCode({
    code,
    language: known,
    start: main.start,
    caption: html`${address === undefined ? name : html`<a href="${address}" rel="noopener noreferrer">${name}</a>`} <span class="muted">as quoted</span>`,
  });
}

/** Whether the excerpt contains the quote's lines, in order and without a gap. Indentation may differ. */
function containsCommit({ lines }: Excerpt, code: string): boolean {
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
