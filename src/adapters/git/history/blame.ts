import type { Repository } from "../repository.ts";

/** A line and who last changed it. */
export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  readonly commit: string;
  readonly author: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly summary: string;
  /** The known history ends here, so the line may be older. */
  readonly isBoundary: boolean;
}

/** Who last changed lines of a file, from 1, both included. Undefined if git does not know. */
export type Blame = (path: string, start: number, end: number) => Promise<readonly BlamedLine[] | undefined>;

/** Blames the lines of one commit. Takes at most half a minute. */
export function createBlame(repository: Repository, commit: string): Blame {
  return async (path, start, end) => {
    // A boundary is the beginning of the file, except in a shallow clone.
    const ends = repository.shallow ? [] : ["--root"];
    const args = ["blame", "--line-porcelain", "--no-textconv", "--no-progress", "--ignore-revs-file=", ...ends];
    const signal = AbortSignal.timeout(MAX_MS);
    const run = await repository
      .run([...args, `-L${start},${end}`, commit, "--", path], { signal })
      .catch(() => undefined);
    return run?.code === 0 ? parseBlame(run.stdout.toString("utf8")) : undefined;
  };
}

const MAX_MS = 30_000;

/** Each line has a header with its commit, fields, and the text after a tab. */
function parseBlame(output: string): BlamedLine[] {
  const lines: BlamedLine[] = [];
  let head = { commit: "", line: 0 };
  const fields = new Map<string, string>();
  for (const row of output.split("\n")) {
    const [, commit, line] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) ?? [];
    if (row.startsWith("\t")) {
      lines.push({
        ...head,
        text: row.slice(1),
        author: fields.get("author") ?? "",
        time: Number(fields.get("author-time") ?? 0),
        summary: fields.get("summary") ?? "",
        isBoundary: fields.has("boundary"),
      });
      fields.clear();
    } else if (commit !== undefined && line !== undefined) head = { commit, line: Number(line) };
    else {
      const space = row.indexOf(" ");
      if (space === -1) fields.set(row, "");
      else fields.set(row.slice(0, space), row.slice(space + 1));
    }
  }
  return lines;
}
