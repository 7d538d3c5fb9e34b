import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/longest-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They start the real programs of the agents (`npm run test:agents`), or need GitHub's description (`npm run test:github`).
    exclude: ["test/**/*.agents.test.ts", "test/**/*.github.test.ts"],
    setupFiles: ["./test/helpers/seed.ts"],
    pool: "threads",
    // Vitest leaves one processor idle, which on a machine with two is half of it.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line-reporter.ts"],
  },
});
