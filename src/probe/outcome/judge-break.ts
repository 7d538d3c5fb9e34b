import type { BreakOutcome } from "#model/panel/probe-result.ts";

/** How a run of the tests ended, and what it printed last. */
export interface EndedRun {
  /** Absent: it did not end by itself. */
  readonly exitCode?: number | undefined;
  readonly ended: string;
  readonly isTimeout: boolean;
  /** The limit that it exceeded. */
  readonly limit?: string | undefined;
  readonly output: string;
}

/** What a run with a break shows. */
export interface JudgedBreak {
  readonly outcome: BreakOutcome;
  /** A clause. */
  readonly why: string;
}

/** A shell's exit codes for a command that is not there or not executable. */
export const isMissingCommand = (exitCode: number | undefined): boolean => exitCode === 126 || exitCode === 127;

/**
 * Only tests that ran and failed have noticed a break. A suite that did not build, did not end or was not found shows
 * nothing. `path`: the broken file.
 */
export function judgeBreak(run: EndedRun, path: string): JudgedBreak {
  const { exitCode, ended, isTimeout, limit, output } = run;
  if (exitCode === 0) return { outcome: "survived", why: "the tests stay green" };
  if (isTimeout) return { outcome: "timed-out", why: `the tests were ${ended}, which shows nothing` };
  if (limit !== undefined) return { outcome: "timed-out", why: `the tests were ended, which shows nothing: ${limit}` };
  if (exitCode === undefined) return { outcome: "timed-out", why: `the tests ${ended}, which shows nothing` };
  if (isMissingCommand(exitCode)) return { outcome: "not-run", why: `a command was not found (${ended})` };
  const problem = findBuildProblem(output, path);
  if (problem !== undefined) return { outcome: "does-not-build", why: `the tests could not start: ${problem}` };
  return { outcome: "noticed", why: `tests fail (${ended})` };
}

/** Words of tools that say that nothing could be built or collected, whatever file it is about. */
const BUILD_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/\[(?:build|setup) failed\]/, "the package does not build"],
  [/^\S+\.tsx?[(:]\d+[,:]\d+\)?(?::| -)? ?error TS\d+/m, "types do not check"],
  [/\b(?:Transform|Build) failed with \d+ error/, "a file cannot be compiled"],
  [/does not provide an export named/, "a name that is imported is gone"],
  [/^E? {0,3}(?:ImportError: cannot import name|ModuleNotFoundError:)/m, "a name that is imported is gone"],
  [/errors? during collection/, "tests could not be collected"],
  [/^error(?:\[E\d+\])?: could not compile/m, "the crate does not build"],
];

/** A syntax error in the broken file itself: tests may print others on purpose. */
const SYNTAX = /\b(?:SyntaxError|IndentationError|TabError|ParseError|Unexpected token)\b/;
const NEAR = 8;

function findBuildProblem(output: string, path: string): string | undefined {
  const known = BUILD_PROBLEMS.find(([pattern]) => pattern.test(output));
  if (known !== undefined) return known[1];
  const lines = output.split("\n");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isSyntax = lines.some(
    (line, at) => line.includes(name) && lines.slice(at, at + NEAR).some((each) => SYNTAX.test(each)),
  );
  return isSyntax ? "the broken file does not parse" : undefined;
}
