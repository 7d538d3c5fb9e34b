import type { DiffHunk, DiffLine } from "#model/change/change.ts";
import { lookUp } from "#util/look-up.ts";
import { showNul } from "../objects/decode-text.ts";

/** A hunk whose file is not known yet. */
export type PatchHunk = Omit<DiffHunk, "path">;

/** Called for each file of the patch with its blob ids. Returns a receiver for its hunks, or undefined to skip them. */
type WantPatch = (oldId: string, newId: string) => ((hunk: PatchHunk) => void) | undefined;

/** Parses a patch chunk by chunk. */
interface PatchParser {
  push(chunk: Buffer): void;
  end(): void;
}

/**
 * Parses the output of `git diff-tree -p --full-index`. Ignores file names, since git quotes them and omits some: the
 * index line identifies the compared blobs. Counts the lines inside a hunk, so that content that looks like a patch is
 * not mistaken for one.
 */
export function createPatchParser(want: WantPatch): PatchParser {
  let pending: Buffer[] = [];
  const takeLine = createLineReader(want);
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const piece = chunk.subarray(start, end);
        takeLine(pending.length === 0 ? piece : Buffer.concat([...pending, piece]));
        pending = [];
        start = end + 1;
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    },
    end() {
      if (pending.length > 0) takeLine(Buffer.concat(pending));
      pending = [];
    },
  };
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { " ": "context", "+": "added", "-": "removed" };

interface OpenHunk {
  readonly lines: DiffLine[];
  old: number;
  new: number;
  oldLeft: number;
  newLeft: number;
}

function createLineReader(want: WantPatch): (line: Buffer) => void {
  let take: ((hunk: PatchHunk) => void) | undefined;
  let hunk: OpenHunk | undefined;
  const share = createSharing();
  return (line) => {
    if (hunk !== undefined && (hunk.oldLeft > 0 || hunk.newLeft > 0)) {
      return addLine(hunk, line, take === undefined ? undefined : share);
    }
    // "\ No newline at end of file" may follow after all lines of the hunk.
    if (line[0] === BACKSLASH) return hunk === undefined ? undefined : leaveOpen(hunk.lines);
    const text = line.subarray(0, 200).toString("latin1");
    if (text.startsWith("diff --git ")) [take, hunk] = [undefined, undefined];
    const ids = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/.exec(text);
    if (ids !== null) take = want(ids[1] ?? "", ids[2] ?? "");
    const range = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (range === null) return undefined;
    const [oldStart, oldLines, newStart, newLines] = range.slice(1).map((part) => Number(part ?? 1)) as Range;
    hunk = { lines: [], old: oldStart, new: newStart, oldLeft: oldLines, newLeft: newLines };
    return take?.({ oldStart, oldLines, newStart, newLines, lines: hunk.lines });
  };
}

type Range = [number, number, number, number];

type Share = (text: string) => string;

/** Lines such as `}` occur thousands of times in a patch. Each text is stored once, up to a limit. */
function createSharing(): Share {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    if (known.size >= MAX_SHARED) known.clear();
    known.set(text, text);
    return text;
  };
}

const MAX_SHARED = 20_000;

/** Counts the line, and keeps it if the file has a receiver. */
function addLine(hunk: OpenHunk, line: Buffer, share: Share | undefined): void {
  const kind = lookUp(KINDS, String.fromCharCode(line[0] ?? 32));
  // "\ No newline at end of file" belongs to the line before it.
  if (kind === undefined) return leaveOpen(hunk.lines);
  const sides = {
    ...(kind === "added" ? {} : { old: hunk.old }),
    ...(kind === "removed" ? {} : { new: hunk.new }),
  };
  if (kind !== "added") [hunk.old, hunk.oldLeft] = [hunk.old + 1, hunk.oldLeft - 1];
  if (kind !== "removed") [hunk.new, hunk.newLeft] = [hunk.new + 1, hunk.newLeft - 1];
  if (share === undefined) return;
  const hasReturn = line.length > 1 && line.at(-1) === CARRIAGE_RETURN;
  const text = share(showNul(line.toString("utf8", 1, hasReturn ? line.length - 1 : Math.max(line.length, 1))));
  hunk.lines.push({ kind, text, ...sides, ...(hasReturn && { cr: true }) });
}

/** The last line of the hunk ends the file without a line feed. */
function leaveOpen(lines: DiffLine[]): void {
  const last = lines.at(-1);
  if (last !== undefined) lines[lines.length - 1] = { ...last, open: true };
}
