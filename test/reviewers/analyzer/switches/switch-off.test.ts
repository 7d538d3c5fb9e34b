import { expect, test } from "vitest";
import type { CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { Switches } from "#model/change/settings.ts";
import { reviewerId } from "#model/ids.ts";
import { switchOff } from "#reviewers/analyzer/switches/switch-off.ts";
import { makeIndex } from "../../../helpers/change.ts";

const NOTHING: Switches = { off: [], offIn: [], from: "deep-review.config.json" };

const at = (path: string, start: number): CheckPlace => ({ location: { path, start, end: start }, quote: "x" });
const hit = (first: CheckPlace, ...rest: CheckPlace[]): CheckHit => ({
  check: "hazard-lint/x",
  severity: "suggestion",
  class: "regression",
  title: "X (3 places)",
  explanation: "Because.",
  places: [first, ...rest],
  weight: 0.5,
});

async function run(hits: CheckHit[], switches: Partial<Switches>) {
  const index = await makeIndex({
    base: { "old.ts": "a();\n// deep-review-ignore hazard-lint/x: known\nb();\n" },
    head: {
      "old.ts": "a();\n// deep-review-ignore hazard-lint/x: known\nb();\nc();\n",
      "new.ts": "a(); // deep-review-ignore hazard-lint: fine\nb(); // deep-review-ignore hazard-lint/y: other\nc();\n",
    },
  });
  return switchOff(hits, { reviewer: reviewerId("hazard-lint"), index, switches: { ...NOTHING, ...switches } });
}

test("without a switch everything stays as it is", async () => {
  const hits = [hit(at("old.ts", 1)), hit(at("new.ts", 3), at("new.ts", 2))];
  expect(await run(hits, {})).toEqual({ hits, off: [] });
});

test("a check that is off everywhere is counted", async () => {
  const { hits, off } = await run([hit(at("old.ts", 1), at("new.ts", 3))], { off: ["hazard-lint/x"] });
  expect(hits).toEqual([]);
  expect(off).toEqual([
    {
      reviewer: "hazard-lint",
      check: "hazard-lint/x",
      by: "configuration",
      at: "deep-review.config.json",
      count: 2,
      places: [at("old.ts", 1).location, at("new.ts", 3).location],
    },
  ]);
});

test.each([[["hazard-lint/x"]], [["hazard-lint"]]])("for some paths: %j", async (ids) => {
  const { hits, off } = await run([hit(at("old.ts", 1), at("new.ts", 3))], {
    offIn: [{ glob: "old*", ids }],
  });
  expect(hits).toHaveLength(1);
  expect(hits[0]?.places).toEqual([at("new.ts", 3)]);
  expect(hits[0]?.explanation).toContain(
    "Switched off, and not counted here: old.ts:1 (by old* in deep-review.config.json)",
  );
  expect(off).toMatchObject([{ by: "path", at: "old* in deep-review.config.json", count: 1 }]);
});

test("a path switch of another check does nothing", async () => {
  const found = [hit(at("old.ts", 1))];
  expect((await run(found, { offIn: [{ glob: "**", ids: ["hazard-lint/y", "test-scout"] }] })).hits).toEqual(found);
});

test("by a comment; whether the change brought it is said", async () => {
  const { hits, off } = await run([hit(at("old.ts", 3)), hit(at("new.ts", 1)), hit(at("new.ts", 2))], {});
  expect(hits).toEqual([hit(at("new.ts", 2))]);
  expect(off).toMatchObject([
    { by: "comment", at: "old.ts:2", reason: "known", count: 1 },
    { by: "comment", at: "new.ts:1", reason: "fine", added: true, count: 1 },
  ]);
  expect(off[0]).not.toHaveProperty("added");
});

test("what is only evidence neither keeps a hit alive nor silences it", async () => {
  const proof = { ...at("new.ts", 3), evidence: true as const };
  expect((await run([hit(at("old.ts", 3), proof)], {})).hits).toEqual([]);
  const other = hit(at("new.ts", 3), { ...at("old.ts", 3), evidence: true });
  expect((await run([other], {})).hits).toEqual([other]);
});

test("a credential in a reason is masked", async () => {
  const key = ["AKIA", "Q3EGRIJ7LVTXNP2W"].join("");
  const index = await makeIndex({ base: {}, head: { "a.ts": `a(); // deep-review-ignore hazard-lint/x: ${key}\n` } });
  const { off } = await switchOff([hit(at("a.ts", 1))], {
    reviewer: reviewerId("hazard-lint"),
    index,
    switches: NOTHING,
  });
  expect(JSON.stringify(off)).not.toContain(key);
});

test("many places are all counted and some are listed", async () => {
  const hits = Array.from({ length: 70 }, (_, line) => hit(at("old.ts", line + 10)));
  const { off } = await run(hits, { off: ["hazard-lint/x"] });
  expect(off[0]?.count).toBe(70);
  expect(off[0]?.places).toHaveLength(20);
});
