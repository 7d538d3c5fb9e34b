import type { ProbeCoverage } from "#model/panel/probe-result.ts";
import type { ChangedFunction } from "#probe/planned-break.ts";
import { type CoverageByPath, type LineCoverage, toSpans } from "#probe/measured/line-coverage.ts";
import type { BrokenRun } from "./break-runner.ts";
import type { ProbeChange, ProbePlan } from "./probe-plan.ts";

/** Which lines the suite runs. */
export interface Measured {
  readonly by: string;
  readonly lines: CoverageByPath;
  readonly run: BrokenRun;
}

/** What a measured run shows of the changed lines. */
export interface ChangedCoverage {
  readonly coverage: ProbeCoverage;
  /** Changed lines that some test runs, by path. A path that is missing: not known. */
  readonly covered: ReadonlyMap<string, ReadonlySet<number>>;
  /** Whether a test runs the body of a function. Undefined: not known. */
  readonly isEntered: (one: ChangedFunction) => boolean | undefined;
}

/** Compares the measured lines with those of the change. */
export function findGaps(measured: Measured, plan: ProbePlan, change: ProbeChange): ChangedCoverage {
  const linesOf = (path: string): LineCoverage | undefined => {
    const lines = measured.lines.get(path) ?? neverLoaded(path, measured);
    // It was loaded, and its lines could not be told apart.
    return lines?.known.size === 0 && lines.known !== EVERY ? undefined : lines;
  };
  const isEntered = (one: ChangedFunction): boolean | undefined => {
    const lines = linesOf(one.path);
    if (lines === undefined) return undefined;
    if (lines.known === EVERY) return false;
    // What stands behind the closing bracket belongs to the code around the function, which may run.
    const body = bodyOf(one).filter((line) => lines.known.has(line) && !isClosing(one, line, change));
    return body.length === 0 ? undefined : body.some((line) => lines.ran.has(line));
  };
  const files = [...plan.codeLines].flatMap(([path, code]) => {
    const lines = linesOf(path);
    if (lines === undefined) return [];
    const known = [...code].filter((line) => lines.known === EVERY || lines.known.has(line));
    return [{ path, known, ran: known.filter((line) => lines.ran.has(line)) }];
  });
  const covered = new Map(files.map(({ path, ran }) => [path, new Set(ran)]));
  const missed = (path: string): number[] => {
    const file = files.find((each) => each.path === path);
    return file === undefined ? [] : file.known.filter((line) => covered.get(path)?.has(line) !== true);
  };
  return {
    coverage: {
      by: measured.by,
      files: files.map(({ path, known }) => ({ path, lines: known.length, uncovered: toSpans(missed(path)) })),
      gaps: plan.functions.flatMap((one) =>
        gapOf(one, { missed: missed(one.path), isEntered: isEntered(one), change }),
      ),
    },
    covered,
    isEntered,
  };
}

/** Every line is known: nothing of the file was run. */
const EVERY: ReadonlySet<number> = new Set();

/** A file that no test loads. That is known only if the run told about another file like it. */
function neverLoaded(path: string, { lines }: Measured): LineCoverage | undefined {
  const isLike = (other: string): boolean => endingOf(other) === endingOf(path) && topOf(other) === topOf(path);
  return [...lines.keys()].some(isLike) ? { ran: new Set(), known: EVERY } : undefined;
}

const endingOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);
const topOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");

/** The lines in a function below its head, which also runs when it is only defined. */
function bodyOf({ start, end }: ChangedFunction): number[] {
  const from = start === end ? start : start + 1;
  return Array.from({ length: end - from + 1 }, (_, at) => from + at);
}

/** Whether a line holds nothing but closing brackets. */
const isClosing = ({ path }: ChangedFunction, line: number, { texts }: ProbeChange): boolean =>
  /^[\s)\]};,]*$/.test(texts.get(path)?.split("\n")[line - 1] ?? "");

interface GapFacts {
  readonly missed: readonly number[];
  readonly isEntered: boolean | undefined;
  readonly change: ProbeChange;
}

/** Uncovered lines are worth a word in a function that some test enters, or if the function is new and for others. */
function gapOf(one: ChangedFunction, { missed, isEntered, change }: GapFacts): ProbeCoverage["gaps"] {
  const { path, symbol, start, worthTesting, isExported } = one;
  const own = missed.filter((line) => worthTesting.includes(line));
  if (own.length === 0) return [];
  if (isEntered === true)
    return [{ path, symbol, lines: toSpans(own), why: "tests enter the function, but none comes here" }];
  // Git may take the closing bracket of the function before for that of a new one.
  const isNew = [start, ...bodyOf(one)].every((line) => change.isAdded(path, line) || isClosing(one, line, change));
  if (isEntered === undefined || !isNew || !isExported) return [];
  return [{ path, symbol, lines: toSpans(own), why: "the change adds it for others to call, and no test calls it" }];
}
