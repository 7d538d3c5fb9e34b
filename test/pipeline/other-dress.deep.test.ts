import { expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../helpers/corpus.ts";

/** The same report in another dress: each is a form that published reports or raw reviews have somewhere. */
const DRESSES: Readonly<Record<string, (text: string) => string>> = {
  "line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "a byte-order mark": (text) => `\u{feff}${text}`,
  "blanks at line ends": (text) => text.replaceAll("\n", "  \n"),
  "two hyphens for a dash": (text) => text.replaceAll(" — ", " -- "),
  "en dashes in ranges": (text) => text.replace(/(`[^`\n]*?:\d+)-(\d+)/g, "$1–$2"),
  "raw reviews indented": (text) => dressRaw(text, (raw) => raw.replace(/^(?=.)/gm, "    ")),
  "raw reviews quoted": (text) => dressRaw(text, (raw) => raw.replace(/^/gm, "> ")),
  "raw reviews folded": (text) => dressRaw(text, (raw) => `<details><summary>Raw</summary>\n\n${raw}\n\n</details>`),
  "raw reviews in a fence that they break": (text) => dressRaw(text, (raw) => `\`\`\`markdown\n${raw}\n\`\`\``),
  "raw reviews between rules": (text) => dressRaw(text, (raw) => `---\n\n${raw}\n\n---`),
  "label and title in bold": (text) => dressRaw(text, (raw) => raw.replace(LINE, "**$1. $2** — $3")),
  "findings as headings": (text) => dressRaw(text, (raw) => raw.replace(LINE, "#### $1. $2 — $3")),
  "findings as list items": (text) => dressRaw(text, (raw) => raw.replace(LINE, "- $1. **$2** — $3")),
  "a colon behind the label": (text) => dressRaw(text, (raw) => raw.replace(BOLD_LINE, "**$1: $2** — $3")),
  "the place on the next line": (text) => dressRaw(text, (raw) => raw.replace(BOLD_LINE, "**$1 — $2**\n$3")),
  "sections in bold": (text) => dressRaw(text, (raw) => raw.replace(SECTION, "**$1**")),
  "credits in one list": (text) => text.replace(/\] ?\[(?=Claude|Codex|Gemini)/g, ", "),
  "credits without blanks": (text) => text.replace(/\] \[(?=Claude|Codex|Gemini)/g, "]["),
  "numbered parts": (text) => text.replace(/^## (Agent Performance Retro|Appendix.*)$/gm, "## 9. $1"),
  "headings one level deeper": (text) =>
    text.replace(/^## (Critical Issues|Important Issues|Suggestions)$/gm, "### $1"),
};

const LINE = /^([CIS]\d+)\. \*\*(.+?)\*\* — (.*)$/gm;
const BOLD_LINE = /^\*\*([CIS]\d+)\. (.+?)\*\* — (.*)$/gm;
const SECTION = /^#{2,4} (Critical Issues|Important Issues|Suggestions)$/gm;

// Every ninth report, so that all eras take part and the test stays quick; `npm run bench:import` reads all.
const ids = corpusIds.filter((_, at) => at % 9 === 4);

describeWithCorpus("a report in another dress reads the same", () => {
  test.each(Object.entries(DRESSES))("%s", (_, dress) => {
    for (const id of ids) {
      const text = corpusReport(id);
      expect(gist(dress(text), id), id).toEqual(gist(text, id));
    }
  });
});

/** What must not change: who said what, how bad, where, and what the report made of it. */
function gist(text: string, id: string) {
  const result = importReport(text, id);
  if (!result.ok) return result.why;
  const review: Review = result.review;
  return {
    raw: review.findings.map((finding) => [finding.id, finding.severity, finding.class, finding.locations[0]]),
    published: review.clusters
      .filter(({ id }) => /^[CIS]/.test(id))
      .map(({ id, credits, statement }) => [id, credits.map(({ reviewer }) => reviewer), statement?.locations]),
  };
}

/** Changes each raw review of the appendix and leaves the rest of the report as it is. */
function dressRaw(text: string, dress: (raw: string) => string): string {
  const appendix = /^## (?:\d+\. )?Appendix.*$/m.exec(text);
  if (appendix === null) return text;
  const start = appendix.index + appendix[0].length;
  const resolution = text.lastIndexOf("\n## Resolution\n");
  const end = resolution > start ? resolution : text.length;
  const body = text.slice(start, end);
  const seen = new Set<string>();
  const heads = [...body.matchAll(/^### +\[?(Claude|Codex|Gemini)\b.*$/gm)].filter(
    ([, name = ""]) => !seen.has(name) && seen.add(name),
  );
  const dressed = heads.map((head, at) => {
    const raw = body.slice(head.index + head[0].length, heads[at + 1]?.index);
    return `${head[0]}\n\n${dress(raw.trim())}\n\n`;
  });
  return text.slice(0, start) + body.slice(0, heads[0]?.index ?? body.length) + dressed.join("") + text.slice(end);
}
