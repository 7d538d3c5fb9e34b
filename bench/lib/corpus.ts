import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where the corpus is; the bench ends with a clear line when it is not there. */
export function requireCorpus(): string {
  const root = new URL("../..", import.meta.url).pathname;
  const folder = process.env["DEEP_REVIEW_CORPUS"] ?? resolve(root, "../shared/corpus");
  if (existsSync(join(folder, "reports"))) return folder;
  console.error(
    `no corpus at ${folder}; set DEEP_REVIEW_CORPUS to a folder with reports/, parsed/, gold/ and oracle.json`,
  );
  process.exit(2);
}

/** Every report of the corpus, in order of its id. */
export function corpusReports(folder: string): { readonly id: string; readonly text: string }[] {
  return readdirSync(join(folder, "reports"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => ({ id: name.slice(0, -3), text: readFileSync(join(folder, "reports", name), "utf8") }));
}

/** A JSON file of the corpus. */
export function corpusJson<T>(folder: string, name: string): T | undefined {
  const path = join(folder, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}
