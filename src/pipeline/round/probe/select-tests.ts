import { RELATED_FILES } from "#config/config.ts";
import { findRelated } from "#probe/runner/find-related.ts";
import { findRunner, quoteWord } from "#probe/runner/find-runner.ts";
import { selectTests } from "#probe/runner/select-tests.ts";
import type { BreakRequest } from "./run-probe.ts";
import { runTests, type Suite, timeoutFor } from "./suite.ts";

/** Commands that run fewer tests than the whole suite, each of which passes without a break. */
export interface Selection {
  /** For people. */
  readonly shown: string;
  /** Runs the tests of all changed files. */
  readonly all: string;
  /** Undefined: the whole suite is to be run. */
  forFile(path: string): { readonly command: string; readonly seconds: number } | undefined;
}

/** A suite that takes less is not worth a selection, in seconds. */
const MIN_SECONDS = 1.5;
/** Related tests that take a larger share of the time are not worth it. */
const MAX_SHARE = 0.7;

/** Undefined: the whole suite is as fast, or the runner cannot select. */
export async function openSelection(
  request: BreakRequest,
  suite: Suite,
  seconds: number,
): Promise<Selection | undefined> {
  const { paths } = request;
  if (seconds < MIN_SECONDS || paths.length === 0) return undefined;
  const all = await chooseCommand(request, suite, paths);
  if (all === undefined) return undefined;
  request.host.progress("running the tests of the changed files without a break");
  const run = await runTests(suite, all, { timeoutSeconds: timeoutFor(seconds) });
  // A selection that fails by itself is no measure.
  if (run.exitCode !== 0 || run.seconds > MAX_SHARE * seconds) return undefined;
  return {
    shown: all,
    all,
    forFile: (path) => (paths.includes(path) ? { command: all, seconds: run.seconds } : undefined),
  };
}

async function chooseCommand(
  { settings, change }: BreakRequest,
  suite: Suite,
  paths: readonly string[],
): Promise<string | undefined> {
  if (settings.related !== undefined)
    return settings.related.replaceAll(RELATED_FILES, () => paths.map(quoteWord).join(" "));
  const runner = findRunner(suite.command, change.packageJson);
  if (runner === undefined) return undefined;
  const tests = await change.readTests();
  const related = new Set([...change.changedTests, ...paths.flatMap((path) => findRelated(path, tests))]);
  return selectTests({ runner, paths, related: [...related], tests: tests.map(({ path }) => path) });
}
