import { readdirSync, readFileSync } from "node:fs";
import { corpusIds, corpusReport } from "../helpers/corpus.ts";

/** What is mutated: our sample, its raw reviews, and the reports of the corpus where there is one. */
export function fuzzSources({ withCorpus }: { readonly withCorpus: boolean }): string[] {
  const folder = new URL("../fixtures/sample/", import.meta.url);
  const samples = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  const reports = [...samples, ...(withCorpus ? corpusIds.map(corpusReport) : [])];
  const raw = reports.flatMap(rawReviews);
  // Twice as many reports as raw reviews: they have more structure to get wrong.
  const copies = Math.ceil((2 * raw.length) / reports.length);
  return [...Array.from({ length: copies }, () => reports).flat(), ...raw];
}

/** The texts between the headings of the appendix. */
function rawReviews(report: string): string[] {
  const appendix = report.split(/^## .*Appendix.*$/m)[1] ?? "";
  return appendix.split(/^### \[?(?:Claude|Codex|Gemini).*$/m).filter((text) => text.trim().length > 500);
}
