import type { CheckPlace } from "#model/change/analyzer.ts";
import type { FileDiff } from "#model/change/change.ts";
import type { ChangeIndex, FileFacts } from "#model/change/change-index.ts";

/** A line that the change added. */
export interface AddedLine {
  readonly line: number;
  readonly text: string;
}

/** A changed file with what the change added to it and took from it. */
export interface AddedFile {
  readonly path: string;
  readonly facts: FileFacts;
  readonly added: readonly AddedLine[];
  readonly removed: readonly string[];
}

/** The changed files that are worth a look: with added lines, and no fixture, snapshot, vendored or generated file. */
export async function readAddedFiles(index: ChangeIndex, signal: AbortSignal): Promise<AddedFile[]> {
  const files: AddedFile[] = [];
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    if (diff.file.listed !== undefined || diff.file.change === "deleted") continue;
    const { added, removed } = sides(diff);
    if (added.length === 0) continue;
    const facts = await index.head.facts(diff.file.path);
    if (facts === undefined || facts.role === "data" || NOT_OURS.test(diff.file.path)) continue;
    files.push({ path: diff.file.path, facts, added, removed });
  }
  return files;
}

/** The place of an added line. */
export function placeOf({ path }: AddedFile, { line, text }: AddedLine, note?: string): CheckPlace {
  return { location: { path, start: line, end: line }, quote: text, ...(note === undefined ? {} : { note }) };
}

/** The added lines on which one of these words stands in code, outside comments and strings. */
export function linesWithWord({ facts, added }: AddedFile, words: readonly string[]): AddedLine[] {
  const lines = new Set(words.flatMap((word) => facts.words.get(word) ?? []));
  return lines.size === 0 ? [] : added.filter(({ line }) => lines.has(line));
}

/** Longer lines are data, whatever the file's name says. */
const LONGEST_LINE = 2_000;

const NOT_OURS =
  /(?:^|\/)(?:_?vendor|third_party|playgrounds?|fixtures?|testdata|__fixtures__|__snapshots__|snapshots|cassettes|golden)\//i;

function sides({ hunks }: FileDiff): { added: AddedLine[]; removed: string[] } {
  const added: AddedLine[] = [];
  const removed: string[] = [];
  for (const { lines } of hunks) {
    for (const { kind, text, new: line } of lines) {
      if (text.length > LONGEST_LINE) continue;
      if (kind === "removed") removed.push(text);
      // CRLF is no part of what a line says.
      if (kind === "added" && line !== undefined) added.push({ line, text: text.replace(/\r$/, "") });
    }
  }
  return { added, removed };
}
