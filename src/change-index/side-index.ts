import type { Definition, FileFacts, Mention, SideIndex } from "#model/change/change-index.ts";
import type { Tree, TreeFile } from "#model/change/change.ts";
import type { FileReadings } from "./file-readings.ts";
import { kindAt, type FileReading } from "./facts/read-facts.ts";
import { LineTable } from "#util/text/line-table.ts";
import { WordPlaces } from "./facts/word-places.ts";
import { wordsOf, WordIndex } from "./words.ts";

// Parallel reads: enough to keep `git cat-file` busy, few enough to hold little text at a time.
const BATCH = 64;

/** Indexes one side of a change. It reads lazily. */
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

  async function findDefinitions(name: string): Promise<readonly Defined[]> {
    const found = await inBatches(await candidates(wordsOf(name)), signal, async (file) => {
      const reading = await readings.read(tree, file);
      return reading === undefined || !mayDefine(reading, name) ? [] : definitionsOf(reading.facts, file.path, name);
    });
    return found.flat();
  }

  async function find(text: string): Promise<readonly Mention[]> {
    if (text === "") return [];
    const found = await inBatches(await candidates(wordsOf(text)), signal, async (file) => {
      const reading = await readings.read(tree, file);
      return reading === undefined || reading.role === "data" ? [] : mentionsIn(reading, file.path, text);
    });
    return found.flat();
  }

  const mentions = keepLatest(find);
  return {
    tree,
    async facts(path) {
      const file = byPath.get(path);
      if (file === undefined) return undefined;
      signal?.throwIfAborted();
      return (await readings.read(tree, file))?.facts ?? UNREADABLE;
    },
    findWord: (word) => (isWord(word) ? mentions(word) : Promise.resolve([])),
    findText: mentions,
    findDefinitions: keepLatest(findDefinitions),
  };
}

type Defined = Definition & { readonly path: string };

// Similar files cause the same lookups in a row.
const LATEST = 32;

/** Caches the latest results. A failed one is computed again. */
function keepLatest<Answer>(ask: (text: string) => Promise<Answer>): (text: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (text) => {
    const answer = known.get(text) ?? ask(text);
    known.delete(text);
    known.set(text, answer);
    answer.catch(() => known.delete(text));
    const [oldest] = known.keys();
    if (known.size > LATEST && oldest !== undefined) known.delete(oldest);
    return answer;
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

/** Maps items with limited concurrency. Keeps their order. */
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
  const mentions: Mention[] = [];
  const lines = linesOf(reading);
  const seen = new Set<string>();
  for (const at of placesIn(reading).find(needle)) {
    const line = lines.lineAt(at);
    const where = placeOf(reading, at);
    if (seen.has(`${line} ${where}`)) continue;
    seen.add(`${line} ${where}`);
    mentions.push({ path, line, where, text: cutAround(lines.lineText(line), at - lines.startOf(line)) });
  }
  return mentions;
}

// Longer lines were not written by people.
const LONG_LINE = 1000;

/** A line; of a very long one, the part around an offset. */
function cutAround(text: string, at: number): string {
  if (text.length <= LONG_LINE) return text;
  const start = Math.max(0, Math.min(at - LONG_LINE / 2, text.length - LONG_LINE));
  return text.slice(start, start + LONG_LINE);
}

// Lookups cached for as long as the reading itself.
const places = new WeakMap<FileReading, WordPlaces>();
const docLines = new WeakMap<FileReading, LineTable>();
const byName = new WeakMap<readonly Definition[], ReadonlyMap<string, readonly Definition[]>>();

function remember<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function placesIn(reading: FileReading): WordPlaces {
  return remember(places, reading, () => new WordPlaces(reading.text));
}

function linesOf(reading: FileReading): LineTable {
  if (reading.role !== "doc") return reading.layout.lines;
  return remember(docLines, reading, () => new LineTable(reading.text));
}

const SETTINGS: ReadonlySet<string> = new Set(["yaml", "json", "toml", "dockerfile", "makefile"]);

function placeOf({ role, dialect, layout }: FileReading, offset: number): Mention["where"] {
  if (role === "doc") return "doc";
  const kind = kindAt(layout, offset);
  if (kind === "comment") return kind;
  return role === "config" || SETTINGS.has(dialect.language) ? "config" : kind;
}

// Lines that import a name. `using Limit = int;` of C++ defines one.
const IMPORT = /^\s*(?:import|from|use|using(?!\s+\w+\s*=)|require|include|#include)\b/;

/** Whether parsing the file is worth it: the name occurs in code other than after a dot or in an import. */
function mayDefine(reading: FileReading, name: string): boolean {
  const { dialect, role, text } = reading;
  if (dialect.grammar === undefined || role === "data" || role === "doc") return false;
  return placesIn(reading)
    .find(name)
    .some((at) => {
      // `def self.name`
      if (text[at - 1] === "." && dialect.language !== "ruby") return false;
      const { layout } = reading;
      if (kindAt(layout, at) !== "code") return false;
      return !IMPORT.test(layout.lines.lineText(layout.lines.lineAt(at)));
    });
}

function definitionsOf({ definitions }: FileFacts, path: string, name: string): Defined[] {
  const named = remember(byName, definitions, () => groupByName(definitions));
  return (named.get(name) ?? []).map((definition) => ({ ...definition, path }));
}

function groupByName(definitions: readonly Definition[]): ReadonlyMap<string, readonly Definition[]> {
  const named = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const known = named.get(definition.name);
    if (known === undefined) named.set(definition.name, [definition]);
    else known.push(definition);
  }
  return named;
}
