import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginLife, EMPTY_SHIFT, kept, type Life, type Said } from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginLife();
});
afterEach(() => life.close());

/** The same problem, played down: in the finding's own words but for one, as often as asked for. */
const mild = (count: number): Said[] =>
  Array.from({ length: count }, (_, at) => ({
    ...EMPTY_SHIFT,
    label: `S${at + 1}`,
    body: `${EMPTY_SHIFT.body} Harmless: note ${at + 1}.`,
  }));
const critical: Said = { ...EMPTY_SHIFT, label: "C1" };

describe("what is joined with a critical finding", () => {
  for (const [finder, other] of [
    ["ada", "codex"],
    ["claude", "gemini"],
    ["claude", "codex"],
    ["codex", "brook"],
  ] as const) {
    test(`${other} says mildly and often what ${finder} calls critical: it stays critical, in ${finder}'s words`, async () => {
      const review = await life.round({ [finder]: { findings: [critical] }, [other]: { findings: mild(6) } });
      const [first, ...more] = kept(review);
      expect(first?.ruling).toMatchObject({ kind: "keep", severity: "critical" });
      expect(first?.members[0]?.finding).toBe(`${finder}:C1`);
      expect(first?.words?.body).not.toContain("Harmless");
      expect(more).toEqual([]);
      expect(review.verdict.kind).toBe("rework");
    });
  }

  test("what is rated lower than claimed stands in the verdict's line", async () => {
    const lowered = await life.round({ gemini: { findings: [critical] } });
    expect(lowered.verdict.kind).toBe("merge-with-fixes");
    expect(lowered.verdict.because).toContain("I1 is rated lower than claimed, going by how earlier claims");
    const plain = await life.round({ ada: { findings: [EMPTY_SHIFT] } });
    expect(plain.verdict.because).not.toContain("lower");
  });
});
