import type { CodeAt } from "#model/history/code-facts.ts";
import type { Tree } from "#model/change/change.ts";
import type { Location } from "#model/location.ts";
import type { Grep } from "../objects/grep.ts";

/** Reads and searches the files of a commit. White space and empty lines do not count in a search. */
export function createCodeAt(tree: Tree, grep: Grep): CodeAt {
  const texts = new Map<string, Promise<FileText | undefined>>();
  const read = (path: string): Promise<FileText | undefined> => {
    const known = texts.get(path) ?? tree.read(path).then((text) => (text === undefined ? undefined : takeApart(text)));
    if (!texts.has(path) && texts.size >= MAX_KEPT) texts.clear();
    texts.set(path, known);
    return known;
  };
  const findIn = async (block: readonly string[], paths: readonly string[]): Promise<Location[]> => {
    const found: Location[] = [];
    for (const path of new Set(paths)) {
      const file = found.length < MAX_FOUND && block.length > 0 ? await read(path) : undefined;
      for (const span of file === undefined ? [] : placesOf(file, block)) found.push({ path, ...span });
    }
    return found.slice(0, MAX_FOUND);
  };
  return {
    commit: tree.commit,
    readLines: async (path) => (await read(path))?.lines,
    find: (lines, paths) => findIn(blockOf(lines), paths),
    async findAnywhere(lines) {
      const block = blockOf(lines);
      if (!isDistinctiveCode(block)) return [];
      const longest = lines.reduce((best, line) => (line.trim().length > best.length ? line.trim() : best), "");
      if (longest.length > MAX_PATTERN) return [];
      const { hits } = await grep({ pattern: longest, isRegex: false, most: MAX_HITS });
      return findIn(
        block,
        hits.map(({ path }) => path),
      );
    },
  };
}

/** Whether code is distinctive enough to be searched in other files: short lines occur everywhere. */
export function isDistinctiveCode(lines: readonly string[]): boolean {
  return lines.reduce((sum, line) => sum + squeeze(line).length, 0) >= MIN_DISTINCTIVE;
}

const MIN_DISTINCTIVE = 24;
const MAX_KEPT = 50;
const MAX_FOUND = 20;
const MAX_LINES = 2000;
const MAX_COMPARED = 5_000_000;
const MAX_PATTERN = 1000;
const MAX_HITS = 100;

interface FileText {
  readonly lines: readonly string[];
  /** The lines that are not empty, without white space, and their numbers. */
  readonly squeezed: readonly string[];
  readonly numbers: readonly number[];
}

/** Empty if there is too much to search for. */
function blockOf(lines: readonly string[]): string[] {
  const block = lines.map(squeeze).filter((line) => line !== "");
  return block.length > MAX_LINES ? [] : block;
}

const squeeze = (line: string): string => line.replace(/\s+/g, "");

function takeApart(text: string): FileText {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const squeezed: string[] = [];
  const numbers: number[] = [];
  for (const [at, line] of lines.entries()) {
    const short = squeeze(line);
    if (short === "") continue;
    squeezed.push(short);
    numbers.push(at + 1);
  }
  return { lines, squeezed, numbers };
}

function placesOf({ squeezed, numbers }: FileText, block: readonly string[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let compared = 0;
  for (let at = squeezed.indexOf(block[0] ?? ""); at !== -1; at = squeezed.indexOf(block[0] ?? "", at + 1)) {
    const differs = block.findIndex((line, offset) => squeezed[at + offset] !== line);
    compared += differs === -1 ? block.length : differs;
    // A file that repeats one line would take quadratic time.
    if (compared > MAX_COMPARED) break;
    if (differs !== -1) continue;
    found.push({ start: numbers[at] ?? 1, end: numbers[at + block.length - 1] ?? 1 });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}
