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
  /** Somebody wrote it to be read: no data, and nothing that is skipped by policy. */
  readonly isWritten: boolean;
}

/** The changed files with added lines, but for fixtures. Of what is skipped by policy, as much as was skimmed. */
export async function readAddedFiles(index: ChangeIndex, signal: AbortSignal): Promise<AddedFile[]> {
  const files: AddedFile[] = [];
  for (const { file, hunks, skimmed = hunks } of index.change.diffs) {
    signal.throwIfAborted();
    const { path } = file;
    if (file.change === "deleted" || FIXTURES.test(path)) continue;
    const { added, removed } = sides(skimmed);
    if (added.length === 0) continue;
    const facts = await index.head.facts(path);
    if (facts === undefined) continue;
    const isWritten = file.listed === undefined && facts.role !== "data";
    files.push({ path, facts, added, removed, isWritten });
  }
  return files;
}

/** The place of an added line; of a long one, what stands around this offset is quoted. */
export function placeOf({ path }: AddedFile, { line, text }: AddedLine, at = 0): CheckPlace {
  return { location: { path, start: line, end: line }, quote: quoteAround(text, at) };
}

/** A quote is there to recognise the place, not to read the file. */
const MAX_QUOTE = 500;

/** The text, or of a long one what stands around an offset. */
export function quoteAround(text: string, at: number): string {
  if (text.length <= MAX_QUOTE) return text;
  const start = Math.max(0, Math.min(at - MAX_QUOTE / 2, text.length - MAX_QUOTE));
  return text.slice(start, start + MAX_QUOTE);
}

/** The added lines on which one of these words stands in code, outside comments and strings. */
export function linesWithWord({ facts, added }: AddedFile, words: readonly string[]): AddedLine[] {
  const lines = new Set(words.flatMap((word) => facts.words.get(word) ?? []));
  return lines.size === 0 ? [] : added.filter(({ line }) => lines.has(line));
}

const FIXTURES = /(?:^|\/)(?:playgrounds?|fixtures?|testdata|__fixtures__|__snapshots__|snapshots|cassettes|golden)\//i;

function sides(hunks: FileDiff["hunks"]): { added: AddedLine[]; removed: string[] } {
  const added: AddedLine[] = [];
  const removed: string[] = [];
  for (const { lines } of hunks) {
    for (const { kind, text, new: line } of lines) {
      if (kind === "removed") removed.push(text);
      // CRLF is no part of what a line says.
      if (kind === "added" && line !== undefined) added.push({ line, text: text.replace(/\r$/, "") });
    }
  }
  return { added, removed };
}
