import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take longest, the longest first. A file is not divided among workers, so one that begins last keeps
 * everybody waiting. Without a cache of earlier runs Vitest goes by the size of files, which says little.
 */
export const LONGEST: readonly string[] = [
  "test/agents/panel/faults.agents.test.ts",
  "test/agents/panel/bytes.agents.test.ts",
  "test/agents/contract.agents.test.ts",
  "test/agents/kill.agents.test.ts",
  "test/agents/acp.agents.test.ts",
];

/** Begins with the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at < 0 ? LONGEST.length : at;
}
