import type { Browser } from "playwright-core";
import type { Review } from "#model/review.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { renderReviewers } from "#steps/render/site/render-reviewers.ts";
import type { Report } from "#model/report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { checkReport } from "../../../bench/merge/check-report.ts";
import { plan } from "../../steps/plan-publication/publishable.ts";
import { factsOf } from "./facts.ts";
import { readPage } from "./read-page.ts";
import { readGithub, readTerminal } from "./read-text.ts";
import { reportRules } from "./report-rules.ts";
import { addRecounts, type Phrase, type Recount, recount } from "./rules.ts";
import { siteRules } from "./site-rules.ts";

/** So wide that no line is broken. */
const WIDE = 20_000;

/** Its own checker recounts the Markdown, from its text alone; the numbers of its computed table are counted here. */
function recountMarkdown(id: string, markdown: string): Recount {
  const table = markdown.split("### Computed summary\n")[1]?.split("\n#")[0] ?? "";
  const numbers = table.match(/\d+/g)?.length ?? 0;
  return { pages: 1, numbers, contradictions: checkReport(markdown).map((one) => `markdown of ${id}: ${one}`) };
}

function summaryOf(report: Report): string {
  const post = plan({ report }).posts.find(({ kind }) => kind === "summary");
  return post?.kind === "summary" ? post.body : "";
}

/** Counts stand in the verdict, the list, the heads of the parts and the figures; the rest is the record itself. */
const isCount = ({ where }: Phrase): boolean =>
  / (?:head|option)$/.test(where) || /^html (?:verdict|list|reviewers|gates|probe)\b/.test(where);

/** Renders everything that an archive is shown in, and recounts it. `spoil` changes a page before it is read. */
export async function recountArchive(
  browser: Browser,
  reviews: readonly Review[],
  spoil: (kind: string, text: string) => string = (_, text) => text,
): Promise<Recount> {
  const page = await browser.newPage();
  try {
    const facts = reviews.map(factsOf);
    const reports = reviews.map(buildReport);
    const view = buildArchiveView(reports.map(digestReport));
    const rules = siteRules(facts);
    const sheets = { index: renderIndex(view), reviewers: renderReviewers(view) };
    const results: Recount[] = [];
    for (const [kind, html] of Object.entries(sheets))
      results.push(recount(kind, await readPage(page, kind, spoil(kind, html)), rules));
    for (const [at, report] of reports.entries()) {
      const own = facts[at];
      if (own === undefined) continue;
      const markdown = spoil("markdown", renderMarkdown(report));
      const rendered = {
        facts: own,
        markdown,
        contested: report.kept.filter((one) => one.contested !== undefined).length,
      };
      const read = {
        terminal: readTerminal(spoil("terminal", renderTerminal(report, { width: WIDE, color: false })), report.review),
        github: readGithub(spoil("github", summaryOf(report)), report.review),
        html: (await readPage(page, "html", spoil("html", renderHtml(report)))).filter(isCount),
      };
      results.push(recountMarkdown(report.review.id, markdown));
      for (const [kind, phrases] of Object.entries(read))
        results.push(recount(`${kind} of ${report.review.id}`, phrases, reportRules(rendered)));
    }
    return addRecounts(results);
  } finally {
    await page.close();
  }
}
