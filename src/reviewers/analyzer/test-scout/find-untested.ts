import type { ChangeIndex, Definition, Language } from "#model/change/change-index.ts";
import { type ChangeMeasure, isFunction, outermost, type ProductionFile } from "./measure-change.ts";
import { createTestPairs } from "./paired-test.ts";
import { type Reach, reachesTest, siblingShare } from "./reaches-test.ts";
import { firstTestLine, testMentions } from "./test-mentions.ts";

/** A function with new behaviour. */
export interface GrownFunction {
  readonly path: string;
  readonly definition: Definition;
  readonly isNew: boolean;
  /** Branches that the change added to it. */
  readonly gained: number;
}

/** The untested functions, and whether that means anything in this project. */
export interface Untested {
  /** Most branches first. */
  readonly functions: readonly GrownFunction[];
  /** Whether there are none because tests also leave out many functions around the new code. */
  readonly isCustom: boolean;
  /** Fresh lines in functions that are new or gained a branch, which excludes type hints and formatting. */
  readonly behaviourLines: number;
}

/** Hears what is not reported, and why. */
export type Skip = (
  one: { readonly path: string; readonly line?: number; readonly about: string },
  why: string,
) => void;

/** The new and grown functions that no test names, neither directly nor through their callers. */
export async function findUntested(
  index: ChangeIndex,
  { production, tests }: ChangeMeasure,
  { signal, skip }: { readonly signal: AbortSignal; readonly skip: Skip },
): Promise<Untested> {
  const grown: GrownFunction[] = [];
  const hasOwnTest = createTestPairs(tests);
  let behaviourLines = 0;
  for (const file of production) {
    signal.throwIfAborted();
    if (hasOwnTest(file.path)) {
      skip({ path: file.path, about: "its functions" }, "the change also touches the test of this file");
      continue;
    }
    const changed = await changedIn(file, index);
    const held = linesOf(changed);
    behaviourLines += file.fresh.filter((line) => held.has(line)).length;
    const { language } = file.facts;
    grown.push(...changed.filter(({ definition, gained }) => hasGrown(definition, gained, language)));
  }
  grown.sort((a, b) => b.gained - a.gained);
  const around = { mentions: testMentions(index.head), head: index.head };
  const depth = tests.length === 0 ? DEPTH : DEPTH_WITH_TESTS;
  const untested: GrownFunction[] = [];
  for (const candidate of grown) {
    signal.throwIfAborted();
    const { path, definition } = candidate;
    if (await reachesTest({ path, ...definition }, { ...around, depth })) {
      skip(describeFunction(candidate), "a test names it, or a function that calls it");
    } else untested.push(candidate);
  }
  const functions = await keepUnusual(untested, around, tests.length > 0);
  for (const candidate of untested) {
    if (functions.includes(candidate)) continue;
    const why = tests.length > 0 ? "the change touches other tests, and" : "";
    skip(describeFunction(candidate), `${why} tests leave out many functions around it`.trim());
  }
  const isUsual = functions.length === 0 && (await isCustom(production, around));
  return { functions, isCustom: isUsual, behaviourLines };
}

function describeFunction({ path, definition }: GrownFunction): Parameters<Skip>[0] {
  return { path, line: definition.start, about: `\`${definition.name}\`` };
}

/** Whether tests leave out many functions around most of the new code. */
async function isCustom(production: readonly ProductionFile[], around: Omit<Reach, "depth">): Promise<boolean> {
  const [largest] = [...production].sort((a, b) => b.fresh.length - a.fresh.length);
  if (largest === undefined) return false;
  const leftOut = largest.basePath === undefined ? largest.facts.definitions : [];
  const share = await siblingShare(largest.path, leftOut, around);
  return share !== undefined && share < MAX_NAMED;
}

/** An unnamed function is significant only if tests name the functions around it. */
async function keepUnusual(
  untested: readonly GrownFunction[],
  around: Omit<Reach, "depth">,
  hasTests: boolean,
): Promise<GrownFunction[]> {
  const kept: GrownFunction[] = [];
  for (const path of new Set(untested.map((candidate) => candidate.path))) {
    const here = untested.filter((candidate) => candidate.path === path);
    const leftOut = here.map(({ definition }) => definition);
    const share = await siblingShare(path, leftOut, around);
    // Tests of shell scripts in other languages name none of their functions.
    const unknown = (await around.head.facts(path))?.language === "bash" ? 0 : 1;
    if (!hasTests && (share ?? unknown) >= SOME_NAMED) kept.push(...here);
    // A change with tests gets the benefit of the doubt: only new, exported, complex functions count.
    if (hasTests && share !== undefined && share >= MAX_NAMED) kept.push(...here.filter(isComplexExport));
  }
  return kept.sort((a, b) => b.gained - a.gained);
}

function isComplexExport({ definition, isNew, gained }: GrownFunction): boolean {
  return isNew && definition.exported && gained >= MANY_BRANCHES;
}

const MAX_NAMED = 0.6;
const SOME_NAMED = 0.3;
const MANY_BRANCHES = 4;

/** A helper is often extracted from another helper of what the tests call. */
const DEPTH = 2;

/** Tests of the same change mostly call the public functions, so callers are followed further. */
const DEPTH_WITH_TESTS = 3;

/** Functions with few new branches are safe enough. Exported ones count sooner. */
function hasGrown({ exported }: Definition, gained: number, language: Language): boolean {
  return gained >= (exported && MARKS_EXPORTS.has(language) ? 1 : 2);
}

/** Languages in which exports are explicit. */
const MARKS_EXPORTS: ReadonlySet<Language> = new Set(["typescript", "javascript", "go", "rust", "java", "csharp"]);

function linesOf(functions: readonly GrownFunction[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { definition } of functions) for (let at = definition.start; at <= definition.end; at += 1) lines.add(at);
  return lines;
}

/** The functions that are new or gained a branch. */
async function changedIn(file: ProductionFile, index: ChangeIndex): Promise<GrownFunction[]> {
  const before = file.basePath === undefined ? undefined : await index.base.facts(file.basePath);
  const border = await firstTestLine(index.head, file.path, file.facts);
  const changed: GrownFunction[] = [];
  for (const definition of outermost(file.facts.definitions)) {
    const share = addedShare(definition, file.added);
    if (definition.start >= border || STARTS_PROGRAM.has(definition.name) || share === 0) continue;
    const old = find(before?.definitions ?? [], definition) ?? (await findMoved(definition, index));
    // Most of it existed under another name.
    if (old === undefined && share < 0.5) continue;
    const gained = (definition.branches ?? 0) - (old?.branches ?? 0);
    if (old === undefined || gained > 0) {
      changed.push({ path: file.path, definition, isNew: old === undefined, gained });
    }
  }
  return changed;
}

/** Functions that run with the program, so no test names them. */
const STARTS_PROGRAM = new Set(["main", "init"]);

function addedShare({ start, end }: Definition, added: ReadonlySet<number>): number {
  let count = 0;
  for (let line = start; line <= end; line += 1) if (added.has(line)) count += 1;
  return count / (end - start + 1);
}

function find(definitions: readonly Definition[], { name, container }: Definition): Definition | undefined {
  return definitions.find((old) => isFunction(old) && old.name === name && old.container === container);
}

/** The same function in another file that no longer has it. */
async function findMoved(definition: Definition, { base, head }: ChangeIndex): Promise<Definition | undefined> {
  for (const old of await base.findDefinitions(definition.name)) {
    if (!isFunction(old)) continue;
    const now = await head.facts(old.path);
    if (find(now?.definitions ?? [], old) === undefined) return old;
  }
  return undefined;
}
