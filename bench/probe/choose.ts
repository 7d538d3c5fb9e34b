/**
 * Chooses the changes of the unseen benchmark by a rule and a seed, so that nobody chooses by taste.
 *
 *   tsx bench/probe/choose.ts LANGUAGE OWNER/NAME GIT_DIR [YEARS]
 *
 * Prints the candidates in the order in which they are tried: one `BASE HEAD FILES LINES` a line.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { isSource, LANGUAGES, type Language } from "./sources.ts";

export const SEED = "deep-review probe 2026-11";

/** A change that fits the rule. */
export interface Candidate {
  readonly base: string;
  readonly head: string;
  readonly files: number;
  readonly lines: number;
}

/** What the rule wants of a change. */
export const RULE = { maxFiles: 8, minLines: 5, maxLines: 300, minAdded: 3 } as const;

const YEARS: Readonly<Record<Language, number>> = { javascript: 4, python: 6, go: 8 };
const YEAR = 365.25 * 24 * 3600;
const LOG = ["log", "--no-merges", "-p", "-U0", "-w", "-M", "--no-color", "--no-ext-diff", "--no-textconv"];
const MARK = "\u0001";

/** All commits that fit, in the order of the seed. The same snapshot and seed give the same order everywhere. */
export function listCandidates(language: Language, repository: string, gitDir: string, years = YEARS[language]) {
  const newest = Number(git(gitDir, ["log", "-1", "--format=%ct", "HEAD"]));
  const since = `--since=${Math.round(newest - years * YEAR)}`;
  const log = git(gitDir, [...LOG, since, `--format=${MARK}%H %P`, "HEAD", "--", ...LANGUAGES[language]]);
  const found = log
    .split(MARK)
    .slice(1)
    .map((text) => measure(text, language));
  const rank = (one: Candidate): string =>
    createHash("sha256").update(`${SEED}:${repository}:${one.head}`).digest("hex");
  return found
    .filter((one) => one !== undefined)
    .map((one) => ({ one, at: rank(one) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ one }) => one);
}

/** Measures one commit of the log; undefined if the rule leaves it out. */
function measure(text: string, language: Language): Candidate | undefined {
  const [first = "", ...rows] = text.split("\n");
  const [head = "", base, ...others] = first.split(" ");
  if (base === undefined || base === "" || others.length > 0) return undefined;
  const files = new Set<string>();
  let [file, added, removed, isHunk] = ["", 0, 0, false];
  for (const row of rows) {
    if (row.startsWith("diff --git ")) isHunk = false;
    else if (row.startsWith("@@")) isHunk = true;
    else if (!isHunk && row.startsWith("--- a/")) file = row.slice(6);
    else if (!isHunk && row.startsWith("+++ b/")) file = row.slice(6);
    else if (isHunk && /^[-+]/.test(row) && isSource(file, language) && isCode(row.slice(1))) {
      files.add(file);
      if (row.startsWith("+")) added++;
      else removed++;
    }
  }
  const lines = added + removed;
  const fits = files.size >= 1 && files.size <= RULE.maxFiles && added >= RULE.minAdded;
  return fits && lines >= RULE.minLines && lines <= RULE.maxLines
    ? { base, head, files: files.size, lines }
    : undefined;
}

const isCode = (line: string): boolean => !/^\s*(?:$|\/\/|\/\*|\*|#|"""|''')/.test(line);

function git(gitDir: string, args: readonly string[]): string {
  return execFileSync("git", [`--git-dir=${gitDir}`, ...args], { encoding: "utf8", maxBuffer: 2 ** 30 });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [language, repository, gitDir, years] = process.argv.slice(2);
  if (language === undefined || !(language in LANGUAGES) || repository === undefined || gitDir === undefined) {
    throw new Error("usage: tsx bench/probe/choose.ts javascript|python|go OWNER/NAME GIT_DIR [YEARS]");
  }
  const all = listCandidates(language as Language, repository, gitDir, years === undefined ? undefined : Number(years));
  for (const { base, head, files, lines } of all) console.log(`${base} ${head} ${files} ${lines}`);
}
