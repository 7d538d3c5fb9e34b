import type { Definition, Mention, SideIndex } from "#model/change/change-index.ts";
import { outermost } from "./outermost.ts";
import type { TestMentions } from "./test-mentions.ts";

/** A function and the file that it stands in. */
export type PlacedFunction = Definition & { readonly path: string };

/** Where to look, and how many callers away. */
export interface Reach {
  readonly mentions: TestMentions;
  readonly head: SideIndex;
  readonly depth: number;
}

/** True when a test names the function, or a function from which calls lead to it in so many steps. */
export async function reachesTest(start: PlacedFunction, { mentions, head, depth }: Reach): Promise<boolean> {
  const seen = new Set<string>();
  let names = [calledAs(start)];
  for (let step = 0; step <= depth; step += 1) {
    const callers = new Set<string>();
    for (const name of names.slice(0, MOST_NAMES)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (await mentions.isNamed(name)) return true;
      if (step === depth) continue;
      const places = (await mentions.inProduction(name)).filter((place) => !isDefinition(place, start));
      for (const mention of places) callers.add(await callerAt(mention, head));
      // Whoever uses the type runs a method that nobody calls by name: an interface of a library wants it.
      if (places.length === 0 && step === 0 && start.container !== undefined) callers.add(start.container);
    }
    names = [...callers];
  }
  return false;
}

function isDefinition({ path, line }: Mention, { path: home, start }: PlacedFunction): boolean {
  return path === home && line === start;
}

/** A name with more callers than this is a common word, and tests name one of them. */
const MOST_NAMES = 40;

/** The function around a mention. Code outside functions runs when the file is loaded: a test that names the file runs it. */
async function callerAt({ path, line }: Mention, head: SideIndex): Promise<string> {
  const facts = await head.facts(path);
  const caller = outermost(facts?.definitions ?? []).find(({ start, end }) => start <= line && line <= end);
  return caller === undefined ? stemOf(path) : calledAs(caller);
}

/** What a test writes to run this: some methods are run by using their type. */
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
