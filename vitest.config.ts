import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They start the real programs of the agents: `npm run test:agents`.
    exclude: ["test/**/*.agents.test.ts"],
    setupFiles: ["./test/helpers/seed.ts"],
    pool: "threads",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line-reporter.ts"],
  },
});
