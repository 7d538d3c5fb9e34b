import { createAnalyzer } from "../check-runner.ts";
import { idleTest } from "./idle-test.ts";
import { untestedChange } from "./untested-change.ts";

/** Asks whether the new behaviour is exercised. Add a check to this list. */
export const testScout = createAnalyzer({
  id: "test-scout",
  name: "Test Scout",
  question: "Is the new behaviour exercised?",
  checks: [untestedChange, idleTest],
});
