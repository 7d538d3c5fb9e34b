import { unfoldText } from "#steps/build-context/patch/fold.ts";

/** A piece of a file's diff: the rows below one `@@` line. */
interface Piece {
  readonly path: string;
  readonly start: number;
  readonly rows: readonly string[];
}

/** What of each file's diff stands in texts that hold patches, with or without line numbers and words around them. */
export function patchesIn(texts: readonly string[]): ReadonlyMap<string, string> {
  const pieces = new Map<string, Piece>();
  for (const text of texts) {
    for (const piece of piecesOf(unfoldText(withoutNumbers(text)))) pieces.set(`${piece.path}\0${piece.start}`, piece);
  }
  const files = new Map<string, string[]>();
  for (const { path, rows } of [...pieces.values()].sort((a, b) => a.start - b.start)) {
    files.set(path, [...(files.get(path) ?? []), ...rows]);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, rows]) => [path, rows.join("\n")]));
}

/** Tools number lines as `12<tab>` or `12: `; only a text that is numbered from 1 on is meant. */
function withoutNumbers(text: string): string {
  let next = 1;
  const lines = text.split("\n").map((line) => {
    const [prefix] = /^\d+(?:\t|: )/.exec(line) ?? [];
    if (prefix === undefined || Number.parseInt(prefix, 10) !== next) return line;
    next += 1;
    return line.slice(prefix.length);
  });
  return next > 3 ? lines.join("\n") : text;
}

function piecesOf(text: string): Piece[] {
  const lines = text.split("\n");
  const pieces: Piece[] = [];
  let path = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const named = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (named !== undefined) path = named;
    const [found, , oldCount = "1", start = "0", newCount = "1"] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (found === undefined) continue;
    const rows = takeRows(lines, at + 1, { old: Number(oldCount), new: Number(newCount) });
    pieces.push({ path, start: Number(start), rows });
    at += rows.length;
  }
  return pieces;
}

function takeRows(lines: readonly string[], from: number, counts: { old: number; new: number }): string[] {
  const rows: string[] = [];
  let { old, new: fresh } = counts;
  for (let at = from; at < lines.length && (old > 0 || fresh > 0); at += 1) {
    const row = lines[at] ?? "";
    if (!row.startsWith("+")) old -= 1;
    if (!row.startsWith("-")) fresh -= 1;
    rows.push(row);
  }
  return rows;
}
