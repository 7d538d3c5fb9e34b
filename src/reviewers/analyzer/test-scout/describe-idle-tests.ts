import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";

export const IDLE_TEST: Check = {
  id: "test-scout/idle-test",
  title: "Added test is skipped",
  about:
    "Lists added tests that are always skipped: they are green whatever the code does. Skips under a condition, and those that say why in a sentence or with a link, are left out.",
  severity: "suggestion",
  catches: 'it.skip("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
  ignores: 'it("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
};

/** What the report says of them, in one hit; undefined when there are none. */
export function describeIdleTests([first, ...rest]: readonly CheckPlace[]): CheckHit | undefined {
  if (first === undefined) return undefined;
  return {
    check: IDLE_TEST.id,
    severity: "suggestion",
    class: "gap",
    title: rest.length === 0 ? "1 added test is skipped" : `${rest.length + 1} added tests are skipped`,
    explanation:
      "A skipped test is green whatever the code does. Enable it, or say beside it in a sentence or with a link why it waits.",
    places: [first, ...rest],
    weight: 0.5,
  };
}
