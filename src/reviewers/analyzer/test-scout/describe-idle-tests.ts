import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { IdleTest } from "./idle-tests.ts";

export const IDLE_TEST: Check = {
  id: "test-scout/idle-test",
  title: "Added test that tests nothing",
  about:
    "Lists added tests that are always skipped, and added tests without anything that looks like an assertion (Go, Python, TypeScript, JavaScript). Both are green whatever the code does. Skips under a condition, and those that say why in a sentence or with a link, are left out.",
  severity: "suggestion",
  catches: 'it.skip("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
  ignores: 'it("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
};

/** What the report says of them, in one hit; undefined when there are none. */
export function describeIdleTests(idle: readonly IdleTest[]): CheckHit | undefined {
  const [first, ...rest] = idle.map(({ place }) => place);
  if (first === undefined) return undefined;
  const skipped = idle.filter(({ why }) => why === "skipped").length;
  const hollow = idle.length - skipped;
  const facts = [
    skipped === 0 ? "" : `${skipped} added ${skipped === 1 ? "test is" : "tests are"} skipped`,
    hollow === 0 ? "" : `${hollow} added ${hollow === 1 ? "test asserts" : "tests assert"} nothing`,
  ].filter((fact) => fact !== "");
  return {
    check: IDLE_TEST.id,
    severity: "suggestion",
    class: "gap",
    title: facts.join(", "),
    explanation: `Such tests are green whatever the code does. ${hollow === 0 ? "" : "A test counts as asserting nothing when no word in it looks like an assertion, a mock or a helper that checks. "}Enable them, assert what should be so, or say beside them why they wait.`,
    places: [first, ...rest],
    weight: 0.5,
  };
}
