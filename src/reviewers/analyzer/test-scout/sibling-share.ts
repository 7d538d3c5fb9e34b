import type { Definition, SideIndex } from "#model/change/change-index.ts";
import { outermost } from "./outermost.ts";
import { reachesTest } from "./reaches-test.ts";
import type { Reach } from "./reaches-test.ts";

/**
 * The share of a file's functions with branches that tests name, directly or through one caller, the given ones left
 * out; of the folder's where the file has too few. Where tests come in by the front door, a name that no test writes
 * means nothing. Undefined where there are too few functions to tell.
 */
export async function siblingShare(
  path: string,
  leftOut: readonly Definition[],
  { mentions, head }: Omit<Reach, "depth">,
): Promise<number | undefined> {
  const siblings = await siblingsOf(path, leftOut, head);
  if (siblings.length < FEWEST) return undefined;
  let named = 0;
  for (const sibling of siblings) if (await reachesTest(sibling, { mentions, head, depth: 1 })) named += 1;
  return named / siblings.length;
}

const FEWEST = 4;
const MOST = 20;

async function siblingsOf(path: string, leftOut: readonly Definition[], head: SideIndex) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const others = head.tree.files.map((file) => file.path).filter((other) => other !== path && isIn(folder, other));
  const siblings: (Definition & { path: string })[] = [];
  for (const file of [path, ...others]) {
    if (file !== path && siblings.length >= FEWEST) break;
    const facts = await head.facts(file);
    if (facts?.role !== "source") continue;
    for (const definition of outermost(facts.definitions)) {
      const isNew = file === path && leftOut.some(({ start }) => start === definition.start);
      if ((definition.branches ?? 0) >= 2 && !isNew) siblings.push({ ...definition, path: file });
    }
  }
  return siblings.slice(0, MOST);
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder) && !path.includes("/", folder.length);
}
