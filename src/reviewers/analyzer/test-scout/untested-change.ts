import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { plural } from "#util/words.ts";
import { type CheckRunner, UNPARSED } from "../check-runner.ts";
import { findUntested, type GrownFunction, type Skip, type Untested } from "./find-untested.ts";
import { type ChangeMeasure, measureChange } from "./measure-change.ts";
import { packageTests, rarelyTests } from "./tests-of-project.ts";

const check: Check = {
  id: "test-scout/untested-change",
  title: "New behaviour that no test names",
  about:
    "Lists new functions, and functions that gained branches, if no test names them or a function that calls them. Also reports a large change without any test. It is an observation: a test may run a function without naming it.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it compares the tests of the change with its code",
  catches: [
    "export function parseLimit(text) {",
    "  if (text === undefined) return DEFAULT_LIMIT;",
    '  if (text === "none") return Infinity;',
    "  const limit = Number(text);",
    "  if (Number.isNaN(limit)) {",
    "    throw new LimitError(text);",
    "  }",
    "  const rounded = Math.round(limit);",
    "  if (rounded < LOWEST) return LOWEST;",
    "  const highest = highestLimit();",
    "  if (rounded > highest) return highest;",
    "  return rounded;",
    "}",
  ].join("\n"),
  ignores: "export function limitOf(options) {\n  return options.limit;\n}",
};

/** At most one hit on what no test names. */
export const untestedChange: CheckRunner = {
  check,
  async find(index, signal, { unlooked, skipped } = {}) {
    const measure = await measureChange(index, signal);
    const skip: Skip = ({ path, line, about }, why) => skipped?.({ check: check.id, path, line, about, why });
    const [largest] = measure.production;
    const skipChange = (why: string): void => {
      if (largest !== undefined) skip({ path: largest.path, about: "the change" }, why);
    };
    if (rarelyTests(index.head)) {
      skipChange("fewer than one in twenty code files of the repository is a test");
      return [];
    }
    for (const path of measure.unparsed) unlooked?.({ check: check.id, path, why: UNPARSED });
    if (measure.production.length === 0) return [];
    const untested = await findUntested(index, measure, { signal, skip });
    const hit = await describeUntested(index, measure, { ...untested, skipChange });
    return hit === undefined ? [] : [hit];
  },
};

/**
 * With this many added lines in new or grown functions, a change without any test is important. In the history of four
 * well-tested projects, a third of the smaller changes had no test, but fewer than one in five of the larger ones.
 */
const MANY_LINES = 150;

/** Long code with fewer new branches is a list, or existed before in another form. */
const MANY_BRANCHES = 15;

/** A smaller change is a tweak that existing tests mostly cover. */
const FEW_LINES = 10;

/** The hit on functions that no test names, if there is something to report. */
async function describeUntested(
  index: ChangeIndex,
  measure: ChangeMeasure,
  { functions: untested, isCustom, behaviourLines, skipChange }: Untested & { skipChange: (why: string) => void },
): Promise<CheckHit | undefined> {
  const isComplex = behaviourLines >= MANY_LINES && measure.branchesGained >= MANY_BRANCHES;
  const isLarge = isComplex && measure.tests.length === 0;
  // If tests name hardly anything, another change without them is normal.
  if (untested.length === 0 && (!isLarge || isCustom)) return undefined;
  if (measure.codeLines < FEW_LINES) {
    skipChange(`it adds fewer than ${FEW_LINES} lines of code`);
    return undefined;
  }
  const packages = await packageTests(index.head, [...new Set(untested.map(({ path }) => path))]);
  // A project without any tests has chosen so. Only large changes are worth a hint.
  if (packages.none && !isLarge) {
    skipChange("the repository has no tests");
    return undefined;
  }
  const places = await placesOf(index, measure, { untested, without: packages.without });
  if (places.length === 0) return undefined;
  return {
    check: check.id,
    severity: isLarge && !packages.none ? "important" : "suggestion",
    class: "gap",
    title: titleOf(measure, untested),
    explanation: [
      factsOf(measure, packages.none),
      ...untested.slice(0, 1).map((one) => `\`${one.definition.name}\`: ${describeGrowth(one, packages.without)}.`),
      untested.length === 0 ? "" : CAVEAT,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    places,
    weight: isLarge ? 0.75 : Math.min(0.7, 0.4 + (untested[0]?.gained ?? 0) * 0.03),
  };
}

const CAVEAT =
  "No test file mentions these names or those of the functions that call them, except in comments. A test may still run them indirectly.";

function titleOf({ codeLines }: ChangeMeasure, untested: readonly GrownFunction[]): string {
  const [first, ...rest] = untested;
  if (first === undefined) return `${codeLines} added lines of code without a test`;
  const { name } = first.definition;
  if (rest.length === 0)
    return `No test names \`${name}\`, which ${first.isNew ? "is new and has" : "gained"} ${plural(first.gained, "branch", "branches")}`;
  return `No test names \`${name}\` and ${plural(rest.length, "other function")} that are new or gained branches`;
}

function factsOf({ codeLines, production, tests, testLinesRemoved }: ChangeMeasure, none: boolean): string {
  const added = `The change adds ${plural(codeLines, "line")} of code to ${plural(production.length, "production file")}`;
  if (none) return `${added}. The repository has no tests.`;
  const removed = testLinesRemoved === 0 ? "" : ` It removes ${plural(testLinesRemoved, "line")} from tests.`;
  if (tests.length === 0) return `${added} and no line to a test.${removed}`;
  return `${added}, and to ${plural(tests.length, "test file")}.`;
}

function describeGrowth({ path, isNew, gained }: GrownFunction, without: ReadonlySet<string>): string {
  const growth = isNew
    ? `new, ${plural(gained, "branch", "branches")}`
    : `gained ${plural(gained, "branch", "branches")}`;
  return without.has(path) ? `${growth}; its package has no tests` : growth;
}

/** The first lines of these functions; without any, of the file with the most new code. */
async function placesOf(
  { head }: ChangeIndex,
  { production }: ChangeMeasure,
  { untested, without }: { readonly untested: readonly GrownFunction[]; readonly without: ReadonlySet<string> },
): Promise<CheckPlace[]> {
  const places: CheckPlace[] = [];
  const texts = new Map<string, readonly string[]>();
  for (const one of untested) {
    const { path, definition } = one;
    const lines = texts.get(path) ?? (await linesOf(head.tree, path));
    texts.set(path, lines);
    places.push({ ...placeAt(lines, path, definition.start), note: describeGrowth(one, without) });
  }
  if (places.length === 0) {
    const [largest] = [...production].sort((a, b) => b.fresh.length - a.fresh.length);
    const line = largest?.fresh[0];
    if (largest !== undefined && line !== undefined) {
      places.push(placeAt(await linesOf(head.tree, largest.path), largest.path, line));
    }
  }
  return places;
}

async function linesOf(tree: ChangeIndex["head"]["tree"], path: string): Promise<readonly string[]> {
  return (await tree.read(path))?.split(/\r?\n/) ?? [];
}

function placeAt(lines: readonly string[], path: string, line: number): CheckPlace {
  return { location: { path, start: line, end: line }, quote: lines[line - 1] ?? "" };
}
