import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The folder of real reports: `DEEP_REVIEW_CORPUS`, or `shared/corpus` beside the repository. It may not be there. */
export const corpusDirectory = process.env["DEEP_REVIEW_CORPUS"] ?? path.resolve(root, "../shared/corpus");

export const corpusAvailable = existsSync(path.join(corpusDirectory, "reports"));

/** The ids of all reports of the corpus, in order; empty where there is no corpus. */
export const corpusIds: readonly string[] = corpusAvailable
  ? readdirSync(path.join(corpusDirectory, "reports"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => name.slice(0, -".md".length))
      .sort()
  : [];

/** The Markdown of one report. */
export function corpusReport(id: string): string {
  return readFileSync(path.join(corpusDirectory, "reports", `${id}.md`), "utf8");
}

/** A JSON file of the corpus: `oracle.json`, `parsed/<id>.json`, `gold/<id>.json`; undefined where it is missing. */
export function corpusJson(name: string): unknown {
  const file = path.join(corpusDirectory, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** A `describe` that is skipped, and says why, where there is no corpus. */
export function describeWithCorpus(title: string, body: () => void): void {
  if (corpusAvailable) describe(title, body);
  else describe.skip(`${title} (skipped: no corpus at ${corpusDirectory}; set DEEP_REVIEW_CORPUS)`, body);
}
