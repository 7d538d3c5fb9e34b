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
  /** Without lines that are too long to be written by hand. */
  readonly added: readonly AddedLine[];
  /** All of them. */
  readonly every: readonly AddedLine[];
  readonly removed: readonly string[];
  /** Somebody wrote it to be read: no data, and nothing that is skipped by policy. */
  readonly isWritten: boolean;
}

/** The changed files with added lines. Of what is skipped by policy, as much as was skimmed. */
export async function readAddedFiles(index: ChangeIndex, signal: AbortSignal): Promise<AddedFile[]> {
  const files: AddedFile[] = [];
  for (const { file, hunks, skimmed = hunks } of index.change.diffs) {
    signal.throwIfAborted();
    const { path } = file;
    if (file.change === "deleted") continue;
    const { added, removed } = sides(skimmed);
    if (added.length === 0) continue;
    const facts = (await index.head.facts(path)) ?? LINK;
    const isWritten = file.listed === undefined && facts.role !== "data";
    files.push({ path, facts, added: added.filter(isShort), every: added, removed, isWritten });
  }
  return files;
}

/** The place of an added line. */
export function placeOf({ path }: AddedFile, { line, text }: AddedLine, note?: string): CheckPlace {
  return { location: { path, start: line, end: line }, quote: text, ...(note === undefined ? {} : { note }) };
}

/** Something that is known by a word in code, and by how its line looks. */
export interface TellingLine {
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

/** The added lines on which one of the words stands in code, and which look so, whatever comment stands before it. */
export function findLines({ facts, added }: AddedFile, { words, pattern }: TellingLine): AddedLine[] {
  const lines = new Set(words.flatMap((word) => facts.words.get(word) ?? []));
  return added.filter(
    ({ line, text }) => lines.has(line) && (pattern.test(text) || pattern.test(text.replace(COMMENTS, " "))),
  );
}

/** Comments that end on the line: code may follow. */
const COMMENTS = /\/\*.*?\*\/|^(?:(?!\/\*).)*?\*\//g;

/** A symbolic link is no file: its text is where it leads. */
const LINK: FileFacts = {
  language: "text",
  role: "config",
  words: new Map(),
  comments: [],
  strings: [],
  definitions: [],
};

/** Longer lines are data, whatever the file's name says. */
const isShort = ({ text }: AddedLine): boolean => text.length <= 2000;

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
