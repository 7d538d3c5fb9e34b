import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/longest-first.ts";

// The tests that talk to a GitHub of our own, which checks every request against GitHub's own description.
export default defineConfig({
  test: {
    include: ["test/github/**/*.github.test.ts"],
    setupFiles: ["./test/helpers/seed.ts"],
    // As in vitest.config.ts; here a worker also reads GitHub's description once, not once a file.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line-reporter.ts"],
  },
});
