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
  /** Whether somebody wrote it to be read: it is neither data nor skipped by policy. */
  readonly isWritten: boolean;
}

/** The changed files with added lines that were written to be read. */
export async function writtenFiles(index: ChangeIndex, signal: AbortSignal): Promise<AddedFile[]> {
  return (await addedFiles(index, signal)).filter(({ isWritten }) => isWritten);
}

/** All changed files with added lines. Files skipped by policy as far as they were skimmed. Read once for all checks. */
export function addedFiles(index: ChangeIndex, signal: AbortSignal): Promise<readonly AddedFile[]> {
  const files = known.get(index) ?? readAddedFiles(index, signal);
  known.set(index, files);
  files.catch(() => known.delete(index));
  return files;
}

const known = new WeakMap<ChangeIndex, Promise<readonly AddedFile[]>>();

async function readAddedFiles(index: ChangeIndex, signal: AbortSignal): Promise<AddedFile[]> {
  const files: AddedFile[] = [];
  for (const { file, hunks, skimmed = hunks } of index.change.diffs) {
    signal.throwIfAborted();
    const { path } = file;
    if (file.change === "deleted") continue;
    const { added, removed } = sides(skimmed);
    if (added.length === 0) continue;
    const facts = (await index.head.facts(path)) ?? LINK;
    const isWritten = file.listed === undefined && facts.role !== "data";
    files.push({ path, facts, added, removed, isWritten });
  }
  return files;
}

/** The place of an added line. Quotes a long line around the offset. */
export function addedPlace({ path }: AddedFile, { line, text }: AddedLine, at = 0): CheckPlace {
  return { location: { path, start: line, end: line }, quote: quoteAround(text, at) };
}

/** A quote identifies the place. It need not show the whole line. */
const MAX_QUOTE = 500;

/** The text, or the part of a long one around an offset. */
export function quoteAround(text: string, at: number): string {
  if (text.length <= MAX_QUOTE) return text;
  const start = Math.max(0, Math.min(at - MAX_QUOTE / 2, text.length - MAX_QUOTE));
  return text.slice(start, start + MAX_QUOTE);
}

/** What to look for: words of the code, and the pattern of the line. */
export interface LinePattern {
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

/** A line that matches, and where. */
export interface FoundLine {
  readonly line: AddedLine;
  readonly at: number;
  readonly text: string;
}

/** The added lines that match and have one of the words in code. A comment earlier on the line does not hide it. */
export function findLines({ facts, added }: AddedFile, { words, pattern }: LinePattern): FoundLine[] {
  const lines = new Set(words.flatMap((word) => facts.words.get(word) ?? []));
  return added.flatMap((line) => {
    if (!lines.has(line.line)) return [];
    const code = line.text.replace(COMMENTS, (comment) => " ".repeat(comment.length));
    const match = pattern.exec(line.text) ?? pattern.exec(code);
    return match === null ? [] : [{ line, at: match.index, text: match[0].trim() }];
  });
}

/** Comments that end on the line, so that code may follow. */
const COMMENTS = /\/\*.*?\*\/|^(?:(?!\/\*).)*?\*\//g;

/** A symbolic link, whose text is its target. */
const LINK: FileFacts = {
  language: "text",
  role: "config",
  words: new Map(),
  comments: [],
  strings: [],
  definitions: [],
};

function sides(hunks: FileDiff["hunks"]): { added: AddedLine[]; removed: string[] } {
  const added: AddedLine[] = [];
  const removed: string[] = [];
  for (const { lines } of hunks) {
    for (const { kind, text, new: line } of lines) {
      if (kind === "removed") removed.push(text);
      // CRLF is not part of the text.
      if (kind === "added" && line !== undefined) added.push({ line, text: text.replace(/\r$/, "") });
    }
  }
  return { added, removed };
}
