import type { Definition } from "#model/change/change-index.ts";
import type { Tree, TreeFile } from "#model/change/change.ts";
import type { DefinitionFinder } from "./definitions/definition-finder.ts";
import type { FactsCache } from "./facts-cache.ts";
import { dialectByName, dialectOf, type Dialect } from "#util/text/lexer/dialect.ts";
import { readFile, type FileReading } from "./facts/read-facts.ts";
import { isDataByContent, roleByPath } from "./facts/role.ts";
import { wordHashes } from "./words.ts";

// The maximum number of characters kept together with the facts read from them.
const MAX_KEPT = 6_000_000;
const NONE = new Uint32Array(0);
const NO_PATHS = { reviewed: new Set<string>(), changed: new Set<string>() };

interface Kept {
  /** 0 until it is read. */
  size: number;
  readonly reading: Promise<FileReading | undefined>;
}

/** Reads files of both sides, each content once, and caches the latest ones. */
export class FileReadings {
  private readonly kept = new Map<string, Kept>();
  private size = 0;
  private readonly cache: FactsCache;
  private readonly finder: DefinitionFinder;

  private readonly reviewed: ReadonlySet<string>;
  private readonly changed: ReadonlySet<string>;

  /** `reviewed` are the paths under review line by line; `changed` also includes their old names. */
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

  /** The file with its facts; undefined if its text is not available. */
  read(tree: Tree, file: TreeFile): Promise<FileReading | undefined> {
    const key = `${file.blob} ${file.path}`;
    const known = this.kept.get(key);
    if (known !== undefined) {
      // Moved to the end, because the map is ordered by use.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known.reading;
    }
    const entry = { size: 0, reading: this.load(tree, file) };
    this.kept.set(key, entry);
    void this.weigh(key, entry);
    return entry.reading;
  }

  /** The hashes of the words of a file; empty for data. Reads the file only if the cache does not have it. */
  async words(tree: Tree, file: TreeFile): Promise<Uint32Array> {
    const named = dialectByName(file.path);
    // A file under review is not data because it claims to be.
    const isReviewed = this.reviewed.has(file.path);
    if (named !== undefined && roleByPath(file.path, named, isReviewed) === "data") return NONE;
    const key = isReviewed ? `${file.blob} reviewed` : named?.use === "doc" ? `${file.blob} doc` : file.blob;
    const known = this.cache.words.get(key);
    if (known !== undefined) return known;
    const text = await tree.read(file.path);
    const isData = text === undefined || (!isReviewed && isDataByContent(text, dialectOf(file.path, text)));
    const hashes = isData ? NONE : wordHashes(text);
    this.cache.words.set(key, hashes);
    return hashes;
  }

  private async load(tree: Tree, { blob, path }: TreeFile): Promise<FileReading | undefined> {
    const text = await tree.read(path);
    if (text === undefined) return undefined;
    const dialect = dialectOf(path, text);
    // No grammar is needed for cached definitions.
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

  /** Counts a file once it is read, and drops the least recently used ones. */
  private async weigh(key: string, entry: Kept): Promise<void> {
    try {
      const reading = await entry.reading;
      if (this.kept.get(key) !== entry) return;
      entry.size = reading?.text.length ?? 0;
      this.size += entry.size;
    } catch {
      // The caller gets the error, and the next call tries again.
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
