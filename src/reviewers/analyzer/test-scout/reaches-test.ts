import type { Definition, Mention, SideIndex } from "#model/change/change-index.ts";
import { outermost } from "./measure-change.ts";
import type { TestMentions } from "./test-mentions.ts";

/** A function with its file. */
type PlacedFunction = Definition & { readonly path: string };

/** Where to look, and how many callers deep. */
export interface Reach {
  readonly mentions: TestMentions;
  readonly head: SideIndex;
  readonly depth: number;
}

/** Whether a test names the function or one of its callers up to this depth. */
export async function reachesTest(start: PlacedFunction, { mentions, head, depth }: Reach): Promise<boolean> {
  const seen = new Set<string>();
  let names = [calledAs(start)];
  for (let step = 0; step <= depth; step += 1) {
    const callers = new Set<string>();
    for (const name of names.slice(0, MAX_NAMES)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (await mentions.isNamed(name)) return true;
      if (step === depth) continue;
      const places = (await mentions.inProduction(name)).filter((place) => !isDefinition(place, start));
      for (const mention of places) callers.add(await callerAt(mention, head));
      // A method that nobody calls by name implements an interface of a library, so its type counts instead.
      if (places.length === 0 && step === 0 && start.container !== undefined) callers.add(start.container);
    }
    names = [...callers];
  }
  return false;
}

function isDefinition({ path, line }: Mention, { path: home, start }: PlacedFunction): boolean {
  return path === home && line === start;
}

/** A name with more callers is a common word, and tests name one of them. */
const MAX_NAMES = 40;

/** The function around a mention. Code outside functions runs on load, so the file's name stands for it. */
async function callerAt({ path, line }: Mention, head: SideIndex): Promise<string> {
  const facts = await head.facts(path);
  const caller = outermost(facts?.definitions ?? []).find(({ start, end }) => start <= line && line <= end);
  return caller === undefined ? stemOf(path) : calledAs(caller);
}

/** The name that a test uses to run this. Some methods run when their type is used. */
function calledAs({ name, container }: Definition): string {
  return container !== undefined && (IMPLICIT.has(name) || /^__\w+__$/.test(name)) ? container : name;
}

const IMPLICIT = new Set(
  (
    "constructor initialize new default drop fmt from into deref render toString toJSON equals hashCode compareTo " +
    "String Error Unwrap MarshalJSON UnmarshalJSON MarshalYAML UnmarshalYAML MarshalText UnmarshalText ServeHTTP Write Read Close " +
    "ToString Equals GetHashCode Dispose to_s inspect call"
  ).split(" "),
);

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.split(".")[0] ?? name;
}

/**
 * The share of a file's branching functions that tests name, directly or through one caller. It leaves out the given ones
 * and includes nearby files if there are too few. If tests only use public functions, a name without a test means
 * nothing. Undefined if there are too few functions.
 */
export async function siblingShare(
  path: string,
  leftOut: readonly Definition[],
  { mentions, head }: Omit<Reach, "depth">,
): Promise<number | undefined> {
  const siblings = await siblingsOf(path, leftOut, head);
  if (siblings.length < MIN_SIBLINGS) return undefined;
  const language = (await head.facts(path))?.language ?? "text";
  // In doubt a function counts as unnamed, because accidental matches would look like a habit.
  const strict = { ...mentions, isNamed: (word: string) => mentions.isMeant(word, language) };
  let named = 0;
  for (const sibling of siblings) if (await reachesTest(sibling, { mentions: strict, head, depth: 1 })) named += 1;
  return named / siblings.length;
}

const MIN_SIBLINGS = 4;
const MAX_SIBLINGS = 20;

/** Functions of the file; if these are too few, also of its folder and then of the folders around it. */
async function siblingsOf(path: string, leftOut: readonly Definition[], head: SideIndex): Promise<PlacedFunction[]> {
  const siblings: PlacedFunction[] = [];
  const seen = new Set<string>();
  for (const file of nearestFirst(path, head)) {
    if (siblings.length >= MIN_SIBLINGS && file !== path) break;
    if (seen.size >= MAX_FILES) break;
    if (seen.has(file)) continue;
    seen.add(file);
    const facts = await head.facts(file);
    if (facts?.role !== "source") continue;
    for (const definition of outermost(facts.definitions)) {
      const isLeftOut = file === path && leftOut.some(({ start }) => start === definition.start);
      if ((definition.branches ?? 0) >= 2 && !isLeftOut) siblings.push({ ...definition, path: file });
    }
  }
  return siblings.slice(0, MAX_SIBLINGS);
}

const MAX_FILES = 40;

function* nearestFirst(path: string, { tree }: SideIndex): Generator<string> {
  yield path;
  const extension = path.slice(path.lastIndexOf("."));
  let folder = path;
  do {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    for (const file of tree.files) if (file.path.startsWith(folder) && file.path.endsWith(extension)) yield file.path;
  } while (folder !== "");
}
