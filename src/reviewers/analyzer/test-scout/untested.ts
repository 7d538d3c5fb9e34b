import type { ChangeIndex, Definition, Mention, SideIndex } from "#model/change/change-index.ts";
import type { ChangeMeasure, ProductionFile } from "./measure-change.ts";
import { firstTestLine, testMentions } from "./test-mentions.ts";
import type { TestMentions } from "./test-mentions.ts";

/** A function with new behaviour. */
export interface GrownFunction {
  readonly path: string;
  readonly definition: Definition;
  readonly isNew: boolean;
  /** Branches that the change added to it. */
  readonly gained: number;
}

/** The new and grown functions that no test names, neither directly nor through one caller; most branches first. */
export async function findUntested(
  index: ChangeIndex,
  { production }: ChangeMeasure,
  signal: AbortSignal,
): Promise<GrownFunction[]> {
  const grown: GrownFunction[] = [];
  for (const file of production) {
    signal.throwIfAborted();
    grown.push(...(await grownIn(file, index)));
  }
  grown.sort((a, b) => b.gained - a.gained);
  const mentions = testMentions(index.head);
  const untested: GrownFunction[] = [];
  for (const candidate of grown.slice(0, MOST_CANDIDATES)) {
    signal.throwIfAborted();
    if (!(await isExercised(candidate, mentions, index.head))) untested.push(candidate);
  }
  return untested;
}

/** Only five are shown; looking further would cost time and change nothing but a number. */
const MOST_CANDIDATES = 40;

/** A function with fewer new branches has little to go wrong; what others call counts sooner. */
function hasGrown({ exported }: Definition, gained: number): boolean {
  return gained >= (exported ? 1 : 2);
}

async function grownIn(file: ProductionFile, index: ChangeIndex): Promise<GrownFunction[]> {
  const before = file.basePath === undefined ? undefined : await index.base.facts(file.basePath);
  const border = await firstTestLine(index.head, file.path, file.facts);
  const grown: GrownFunction[] = [];
  for (const definition of outermost(file.facts.definitions)) {
    if (definition.start >= border || STARTS_PROGRAM.has(definition.name) || !touches(definition, file.added)) continue;
    const old = find(before?.definitions ?? [], definition) ?? (await findMoved(definition, index));
    const gained = (definition.branches ?? 0) - (old?.branches ?? 0);
    if (hasGrown(definition, gained)) grown.push({ path: file.path, definition, isNew: old === undefined, gained });
  }
  return grown;
}

/** Run by running the program, which no test does by name. */
const STARTS_PROGRAM = new Set(["main", "init"]);

/** Functions inside functions are run by the outer one. */
function outermost(definitions: readonly Definition[]): Definition[] {
  const functions = definitions.filter(isFunction);
  return functions.filter(
    (inner) => !functions.some((outer) => outer !== inner && outer.start <= inner.start && inner.end <= outer.end),
  );
}

function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}

function touches({ start, end }: Definition, added: ReadonlySet<number>): boolean {
  for (let line = start; line <= end; line += 1) if (added.has(line)) return true;
  return false;
}

function find(definitions: readonly Definition[], { name, container }: Definition): Definition | undefined {
  return definitions.find((old) => isFunction(old) && old.name === name && old.container === container);
}

/** The function where it stood before: in another file that no longer has it. */
async function findMoved(definition: Definition, { base, head }: ChangeIndex): Promise<Definition | undefined> {
  for (const old of await base.findDefinitions(definition.name)) {
    if (!isFunction(old)) continue;
    const now = await head.facts(old.path);
    if (find(now?.definitions ?? [], old) === undefined) return old;
  }
  return undefined;
}

async function isExercised(candidate: GrownFunction, mentions: TestMentions, head: SideIndex): Promise<boolean> {
  const { definition, path } = candidate;
  const name = calledAs(definition);
  if (await mentions.isNamed(name)) return true;
  const callers = new Set<string>();
  for (const mention of await mentions.inProduction(name)) {
    const caller = await callerAt(mention, head);
    // Code outside functions runs when the file is loaded, so a test that names the file runs it.
    if (caller === undefined) callers.add(stemOf(mention.path));
    else if (mention.path !== path || caller.start !== definition.start) callers.add(calledAs(caller));
  }
  for (const caller of [...callers].slice(0, MOST_CALLERS)) if (await mentions.isNamed(caller)) return true;
  return false;
}

/** A name with more callers than this is a common word, and tests name one of them. */
const MOST_CALLERS = 40;

async function callerAt({ path, line }: Mention, head: SideIndex): Promise<Definition | undefined> {
  const facts = await head.facts(path);
  return outermost(facts?.definitions ?? []).find(({ start, end }) => start <= line && line <= end);
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
