import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take longest, the longest first. A file is not divided among workers, so one that begins last keeps
 * everybody waiting. Without a cache of earlier runs Vitest goes by the size of files, which says little.
 */
export const SLOWEST_FILES: readonly string[] = [
  "test/e2e/rounds/what-becomes-of-findings.deep.test.ts",
  "test/e2e/rounds/what-people-decided.deep.test.ts",
  "test/pipeline/publish/publish-to-pages.deep.test.ts",
  "test/adapters/git/open-change.test.ts",
  "test/e2e/site.test.ts",
  "test/util/secrets/mask-secrets.test.ts",
  "test/e2e/review.test.ts",
  "test/e2e/terminal.test.ts",
  "test/e2e/doctor.test.ts",
  "test/adapters/git/pull/fetch-pull.test.ts",
  "test/adapters/git/change-contents.test.ts",
  "test/adapters/desk/open-desk.test.ts",
  "test/pipeline/agents/verify/run-repro.test.ts",
  "test/e2e/config.test.ts",
  "test/e2e/cli.test.ts",
  "test/e2e/html-report.deep.test.ts",
  "test/steps/read-review/read-review.property.deep.test.ts",
  "test/e2e/too-much-output.deep.test.ts",
  "test/e2e/hostile-size.deep.test.ts",
  "test/e2e/faults.deep.test.ts",
  "test/e2e/rounds/series-of-rounds.deep.test.ts",
  "test/fuzz/fuzz.deep.test.ts",
  "test/e2e/rounds/no-false-green.deep.test.ts",
  "test/reviewers/analyzer/nasty-lines.deep.test.ts",
  "test/e2e/hostile-text.deep.test.ts",
  "test/e2e/hostile-settings.deep.test.ts",
  "test/pipeline/other-dress.deep.test.ts",
  "test/github/publish.github.test.ts",
  "test/agents/panel/faults.agents.test.ts",
  "test/agents/panel/bytes.agents.test.ts",
  "test/agents/contract.agents.test.ts",
  "test/agents/kill.agents.test.ts",
  "test/agents/acp.agents.test.ts",
];

/**
 * Folders whose tests start many programs. They come before the others: starting a program copies the page tables of the
 * worker, and a worker grows with every file that it has run.
 */
const STARTING_PROGRAMS = ["e2e", "adapters", "steps/history/trace", "pipeline", "cli"].map((name) => `/test/${name}/`);

/** Begins with the files that take longest, then those that start programs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = SLOWEST_FILES.findIndex((path) => moduleId.endsWith(`/${path}`));
  if (at >= 0) return at;
  return SLOWEST_FILES.length + (STARTING_PROGRAMS.some((folder) => moduleId.includes(folder)) ? 0 : 1);
}
