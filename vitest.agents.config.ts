import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/longest-first.ts";

// The tests that start the real programs of the agents. They mostly wait, for programs that start and servers that hang.
export default defineConfig({
  test: {
    include: ["test/agents/**/*.agents.test.ts"],
    setupFiles: ["./test/helpers/seed.ts"],
    pool: "threads",
    maxWorkers: 3,
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 180_000,
    reporters: ["default", "./tools/closing-line-reporter.ts"],
  },
});
