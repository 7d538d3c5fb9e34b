import { defineConfig } from "vitest/config";
import quick from "./vitest.config.ts";

// The long tests: random and damaged input, large changes, whole lives of a review, kills at any moment.
export default defineConfig({
  test: { ...quick.test, include: ["test/**/*.deep.test.ts"], exclude: [], testTimeout: 600_000 },
});
