import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/longest-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // These have commands of their own: the long ones (`npm run test:deep`), those that start the real programs of the
    // agents (`npm run test:agents`), and those that need GitHub's description (`npm run test:github`).
    exclude: ["test/**/*.deep.test.ts", "test/**/*.agents.test.ts", "test/**/*.github.test.ts"],
    setupFiles: ["./test/helpers/seed.ts"],
    // A program is started by copying the page tables of whoever starts it: 3 ms from a small process, 54 ms from one of
    // 800 MB. Threads share one process, which grows; workers with processes of their own stay smaller.
    pool: "forks",
    // Files share the modules that a worker has loaded; loading them anew for every file was half the time of the quick
    // tests. So a test takes back what it changes: variables, mocks, what a module remembers.
    isolate: false,
    // Vitest leaves one processor idle, which on a machine with two is half of it. One more: tests wait for programs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // For what hangs. A machine on which eight other programs are busy takes ten times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", "./tools/closing-line-reporter.ts"],
  },
});
