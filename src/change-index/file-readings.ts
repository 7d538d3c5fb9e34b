import type { Definition } from "#model/change/change-index.ts";
import type { Tree, TreeFile } from "#model/change/change.ts";
import type { DefinitionFinder } from "./definitions/definition-finder.ts";
import type { FactsCache } from "./facts-cache.ts";
import { dialectByName, dialectOf, type Dialect } from "#util/text/lexer/dialect.ts";
import { readFile, type FileReading } from "./facts/read-facts.ts";
import { isDataByContent, roleByPath } from "./facts/role.ts";
import { wordHashes } from "./words.ts";

// Characters of text that are kept together with what was read out of them.
const MAX_KEPT = 6_000_000;
const NONE = new Uint32Array(0);
const NO_PATHS = { reviewed: new Set<string>(), changed: new Set<string>() };

interface Kept {
  /** 0 until it is read. */
  size: number;
  readonly reading: Promise<FileReading | undefined>;
}

/** Reads files of both sides, each content once; keeps the latest ones at hand. */
export class FileReadings {
  private readonly kept = new Map<string, Kept>();
  private size = 0;
  private readonly cache: FactsCache;
  private readonly finder: DefinitionFinder;

  private readonly reviewed: ReadonlySet<string>;
  private readonly changed: ReadonlySet<string>;

  /** `reviewed` are the paths that are under review line by line; `changed` are those, and what they were called before. */
  constructor(
    cache: FactsCache,
    finder: DefinitionFinder,
    { reviewed, changed }: { readonly reviewed: ReadonlySet<string>; readonly changed: ReadonlySet<string> } = NO_PATHS,
  ) {
    this.cache = cache;
    this.finder = finder;
    this.reviewed = reviewed;
    this.changed = changed;
  }

  /** The file with what is known of it; undefined when its text cannot be had. */
  read(tree: Tree, file: TreeFile): Promise<FileReading | undefined> {
    const key = `${file.blob} ${file.path}`;
    const known = this.kept.get(key);
    if (known !== undefined) {
      // To the end: the order of the map is the order of use.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known.reading;
    }
    const entry = { size: 0, reading: this.load(tree, file) };
    this.kept.set(key, entry);
    void this.weigh(key, entry);
    return entry.reading;
  }

  /** Hashes of the words of a file; empty when it is data. Reads the file only when the cache does not know it. */
  async words(tree: Tree, file: TreeFile): Promise<Uint32Array> {
    const named = dialectByName(file.path);
    if (named !== undefined && roleByPath(file.path, named) === "data") return NONE;
    const key = named?.use === "doc" ? `${file.blob} doc` : file.blob;
    const known = this.cache.words.get(key);
    if (known !== undefined) return known;
    const text = await tree.read(file.path);
    const hashes = text === undefined || isDataByContent(text, dialectOf(file.path, text)) ? NONE : wordHashes(text);
    this.cache.words.set(key, hashes);
    return hashes;
  }

  private async load(tree: Tree, { blob, path }: TreeFile): Promise<FileReading | undefined> {
    const text = await tree.read(path);
    if (text === undefined) return undefined;
    const dialect = dialectOf(path, text);
    // A grammar is not loaded for definitions that are known.
    if (this.cache.definitions.get(definitionsKey(blob, dialect)) === undefined) await this.finder.prepare(dialect);
    const isReviewed = this.reviewed.has(path);
    return readFile({ path, text, isReviewed }, (content) => this.definitions({ blob, path }, content, dialect));
  }

  private definitions({ blob, path }: TreeFile, text: string, dialect: Dialect): readonly Definition[] | undefined {
    const key = definitionsKey(blob, dialect);
    const known = this.cache.definitions.get(key);
    if (known !== undefined) return known;
    const found = this.finder.find(text, dialect, this.changed.has(path));
    if (found !== undefined) this.cache.definitions.set(key, found);
    return found;
  }

  /** Counts a file once it is read, and lets go of those that were not asked for the longest. */
  private async weigh(key: string, entry: Kept): Promise<void> {
    try {
      const reading = await entry.reading;
      if (this.kept.get(key) !== entry) return;
      entry.size = reading?.text.length ?? 0;
      this.size += entry.size;
    } catch {
      // Whoever asked gets the error; the next one who asks tries again.
      this.kept.delete(key);
    }
    for (const [oldest, { size }] of this.kept) {
      if (this.size <= MAX_KEPT) return;
      this.kept.delete(oldest);
      this.size -= size;
    }
  }
}

function definitionsKey(blob: string, { grammar }: Dialect): string {
  return `${blob} ${grammar ?? ""}`;
}
