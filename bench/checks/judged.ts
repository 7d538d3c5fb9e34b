import { readFileSync } from "node:fs";

export const VERDICTS = ["true", "plausible", "false"] as const;
type Verdict = (typeof VERDICTS)[number];

/** What a person said of one finding. */
export interface Judged {
  readonly repository: string;
  readonly commit: string;
  readonly check: string;
  readonly path: string;
  readonly line: number;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Reads JSON lines, one judged finding each. Throws for a line that is not one. */
export function readJudged(file: string): Judged[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => {
      if (line.trim() === "") return [];
      const judged = JSON.parse(line) as Judged;
      if (!VERDICTS.includes(judged.verdict)) throw new Error(`${file}:${at + 1}: no verdict "${judged.verdict}"`);
      return [judged];
    });
}

/** The verdict on a finding; undefined if nobody has judged it. Commits may be abbreviated. */
export function findVerdict(judged: readonly Judged[], found: Omit<Judged, "verdict">): Verdict | undefined {
  return judged.find(
    (one) =>
      one.repository === found.repository &&
      (one.commit.startsWith(found.commit) || found.commit.startsWith(one.commit)) &&
      one.check === found.check &&
      one.path === found.path &&
      one.line === found.line,
  )?.verdict;
}
