import { isEllipsis } from "../quote/quote-lines.ts";
import { squeeze } from "../quote/line-index.ts";

/** A line of a proposed diff. */
export interface FixLine {
  readonly kind: "context" | "removed" | "added";
  /** Without its sign. */
  readonly text: string;
  /** As written: reviewers forget the space before a context line. */
  readonly written: string;
}

/** A run of lines; `start` is the old line number if the diff gives one. */
export interface FixHunk {
  readonly start?: number;
  readonly lines: readonly FixLine[];
}

/** The changes of a diff to one file. Paths as in its header; a snippet has none. */
export interface FilePatch {
  readonly oldPath?: string;
  readonly newPath?: string;
  readonly hunks: readonly FixHunk[];
}

/** Parses a unified diff, or a snippet of `+` and `-` lines, as far as possible. Ignores line counts. */
export function parseFix(diff: string): readonly FilePatch[] {
  const reader: Reader = { patches: [{ hunks: [{ lines: [] }] }] };
  const lines = diff.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      reader.patches.push({ oldPath: headerPath(line), newPath: headerPath(next), hunks: [{ lines: [] }] });
      at += 1;
    } else readLine(reader, line);
  }
  return reader.patches.map(tidy).filter(({ hunks }) => hunks.length > 0);
}

interface OpenPatch {
  oldPath?: string;
  newPath?: string;
  hunks: { start?: number; lines: FixLine[] }[];
}

interface Reader {
  readonly patches: OpenPatch[];
}

function readLine({ patches }: Reader, line: string): void {
  const patch = patches.at(-1);
  if (patch === undefined || line.startsWith("\\ No newline") || HEADER.test(line)) return;
  if (line.startsWith("@@")) {
    const start = HUNK.exec(line)?.[1];
    patch.hunks.push({ ...(start !== undefined && { start: Number(start) }), lines: [] });
    return;
  }
  if (/^[^+-]/.test(line) && isEllipsis(squeeze(line))) {
    patch.hunks.push({ lines: [] });
    return;
  }
  patch.hunks.at(-1)?.lines.push(toLine(line));
}

const HUNK = /^@@+ -(\d{1,9})(?:,\d{1,9})?/;
const HEADER =
  /^(?:diff --git |index [0-9a-f]{4,}\.\.|(?:new|deleted) file mode |old mode |new mode |similarity index |rename (?:from|to) )/;

function toLine(line: string): FixLine {
  const sign = line[0];
  const kind = sign === "+" ? "added" : sign === "-" ? "removed" : "context";
  const text = kind === "context" && sign !== " " ? line : line.slice(1);
  return { kind, text, written: line };
}

function headerPath(line: string): string {
  const [path = ""] = line.slice(4).split("\t");
  return path.trim().replace(/^"(.*)"$/, "$1");
}

/** Without blank lines at both ends, which come from the fence, and without hunks that change nothing. */
function tidy({ hunks, ...paths }: OpenPatch): FilePatch {
  const kept: FixHunk[] = [];
  for (const { start, lines } of hunks) {
    const first = lines.findIndex((line) => start !== undefined || !isBlankContext(line));
    const last = lines.findLastIndex((line) => !isBlankContext(line));
    const inner = first < 0 ? [] : lines.slice(first, last + 1);
    if (!inner.some(({ kind }) => kind !== "context")) continue;
    kept.push({ start, lines: inner });
  }
  return { ...paths, hunks: kept };
}

function isBlankContext({ kind, text }: FixLine): boolean {
  return kind === "context" && text.trim() === "";
}
