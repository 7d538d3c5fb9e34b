import type { Definition, SideIndex } from "#model/change/change-index.ts";
import { outermost } from "./outermost.ts";
import { reachesTest } from "./reaches-test.ts";
import type { PlacedFunction, Reach } from "./reaches-test.ts";

/**
 * The share of a file's functions with branches that tests name, directly or through one caller, the given ones left
 * out; of files around it where the file has too few. Where tests come in by the front door, a name that no test writes
 * means nothing. Undefined where there are too few functions to tell.
 */
export async function siblingShare(
  path: string,
  leftOut: readonly Definition[],
  { mentions, head }: Omit<Reach, "depth">,
): Promise<number | undefined> {
  const siblings = await siblingsOf(path, leftOut, head);
  if (siblings.length < FEWEST) return undefined;
  const language = (await head.facts(path))?.language ?? "text";
  // Here a doubt counts against the tests: what only looks named would make a custom of an accident.
  const strict = { ...mentions, isNamed: (word: string) => mentions.isMeant(word, language) };
  let named = 0;
  for (const sibling of siblings) if (await reachesTest(sibling, { mentions: strict, head, depth: 1 })) named += 1;
  return named / siblings.length;
}

const FEWEST = 4;
const MOST = 20;

/** Functions of the file itself; where these are too few, also of its folder, then of the folders around it. */
async function siblingsOf(path: string, leftOut: readonly Definition[], head: SideIndex): Promise<PlacedFunction[]> {
  const siblings: PlacedFunction[] = [];
  const seen = new Set<string>();
  for (const file of nearestFirst(path, head)) {
    if (siblings.length >= FEWEST && file !== path) break;
    if (seen.size >= MOST_FILES) break;
    if (seen.has(file)) continue;
    seen.add(file);
    const facts = await head.facts(file);
    if (facts?.role !== "source") continue;
    for (const definition of outermost(facts.definitions)) {
      const isLeftOut = file === path && leftOut.some(({ start }) => start === definition.start);
      if ((definition.branches ?? 0) >= 2 && !isLeftOut) siblings.push({ ...definition, path: file });
    }
  }
  return siblings.slice(0, MOST);
}

const MOST_FILES = 40;

function* nearestFirst(path: string, { tree }: SideIndex): Generator<string> {
  yield path;
  const extension = path.slice(path.lastIndexOf("."));
  let folder = path;
  do {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    for (const file of tree.files) if (file.path.startsWith(folder) && file.path.endsWith(extension)) yield file.path;
  } while (folder !== "");
}
