import type { Definition, FileFacts, Mention, SideIndex } from "#model/change/change-index.ts";
import type { Tree, TreeFile } from "#model/change/change.ts";
import type { FileReadings } from "./file-readings.ts";
import { kindAt, type FileReading } from "./facts/read-facts.ts";
import { LineIndex } from "./facts/line-index.ts";
import { isWordCode } from "./scan/scan.ts";
import { wordsOf, WordIndex } from "./words.ts";

// Reads in flight: enough to keep `git cat-file` busy, few enough to hold little text at a time.
const BATCH = 64;

/** Indexes one side of a change. Nothing is read before it is asked for. */
export function createSideIndex(tree: Tree, readings: FileReadings, signal?: AbortSignal): SideIndex {
  const byPath = new Map(tree.files.map((file) => [file.path, file]));
  let index: Promise<WordIndex> | undefined;

  async function candidates(words: readonly string[]): Promise<readonly TreeFile[]> {
    if (words.length === 0) return tree.files;
    const known = await (index ??= buildWordIndex(tree, readings, signal));
    let files: readonly number[] | undefined;
    for (const word of new Set(words)) {
      const holding = known.filesWith(word);
      const before: ReadonlySet<number> | undefined = files === undefined ? undefined : new Set(files);
      files = before === undefined ? holding : holding.filter((file) => before.has(file));
    }
    return (files ?? []).flatMap((file) => tree.files[file] ?? []);
  }

  async function find(text: string): Promise<readonly Mention[]> {
    if (text === "") return [];
    const found = await inBatches(await candidates(wordsOf(text)), signal, async (file) => {
      const reading = await readings.read(tree, file);
      return reading === undefined || reading.role === "data" ? [] : mentionsIn(reading, file.path, text);
    });
    return found.flat();
  }

  return {
    tree,
    async facts(path) {
      const file = byPath.get(path);
      if (file === undefined) return undefined;
      signal?.throwIfAborted();
      return (await readings.read(tree, file))?.facts ?? UNREADABLE;
    },
    findWord: (word) => (isWord(word) ? find(word) : Promise.resolve([])),
    findText: find,
    async findDefinitions(name) {
      const found = await inBatches(await candidates(wordsOf(name)), signal, async (file) => {
        const reading = await readings.read(tree, file);
        return reading === undefined || !mayDefine(reading, name) ? [] : definitionsOf(reading.facts, file.path, name);
      });
      return found.flat();
    },
  };
}

/** A binary file, or one that is too large to read. */
const UNREADABLE: FileFacts = {
  language: "text",
  role: "data",
  words: new Map(),
  comments: [],
  strings: [],
  definitions: [],
};

async function buildWordIndex(tree: Tree, readings: FileReadings, signal: AbortSignal | undefined): Promise<WordIndex> {
  return new WordIndex(await inBatches(tree.files, signal, (file) => readings.words(tree, file)));
}

/** Does something for each, some at a time; answers in the order of the items. */
async function inBatches<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    signal?.throwIfAborted();
    results.push(...(await Promise.all(items.slice(at, at + BATCH).map(work))));
  }
  return results;
}

function isWord(word: string): boolean {
  return word !== "" && wordsOf(word)[0] === word;
}

function mentionsIn(reading: FileReading, path: string, needle: string): Mention[] {
  const { text } = reading;
  const mentions: Mention[] = [];
  const lines = reading.role === "doc" ? new LineIndex(text) : reading.layout.lines;
  const seen = new Set<string>();
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (!standsAlone(text, at, needle)) continue;
    const line = lines.lineAt(at);
    const where = placeOf(reading, at);
    if (seen.has(`${line} ${where}`)) continue;
    seen.add(`${line} ${where}`);
    mentions.push({ path, line, where, text: lines.lineText(line) });
  }
  return mentions;
}

/** No word goes on beyond the text's ends. */
function standsAlone(text: string, at: number, needle: string): boolean {
  const end = at + needle.length;
  const joins = (left: number, right: number): boolean =>
    left >= 0 && right < text.length && isWordCode(text.charCodeAt(left)) && isWordCode(text.charCodeAt(right));
  return !joins(at - 1, at) && !joins(end - 1, end);
}

const SETTINGS: ReadonlySet<string> = new Set(["yaml", "json", "toml", "dockerfile", "makefile"]);

function placeOf({ role, dialect, layout }: FileReading, offset: number): Mention["where"] {
  if (role === "doc") return "doc";
  const kind = kindAt(layout, offset);
  if (kind === "comment") return kind;
  return role === "config" || SETTINGS.has(dialect.language) ? "config" : kind;
}

// Lines that bring a name in from elsewhere.
const IMPORT = /^\s*(?:import|from|use|using|require|include|#include)\b/;

/** Whether it is worth parsing the file: the name stands in code somewhere else than after a dot or in an import. */
function mayDefine({ dialect, role, text, layout }: FileReading, name: string): boolean {
  if (dialect.grammar === undefined || role === "data" || role === "doc") return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    // `def self.name`
    if (text[at - 1] === "." && dialect.language !== "ruby") continue;
    if (!standsAlone(text, at, name) || kindAt(layout, at) !== "code") continue;
    const { lines } = layout;
    if (!IMPORT.test(lines.lineText(lines.lineAt(at)))) return true;
  }
  return false;
}

function definitionsOf(facts: FileFacts, path: string, name: string): (Definition & { readonly path: string })[] {
  return facts.definitions
    .filter((definition) => definition.name === name)
    .map((definition) => ({ ...definition, path }));
}
