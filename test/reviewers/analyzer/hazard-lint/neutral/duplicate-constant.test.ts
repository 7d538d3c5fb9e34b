import { describe, expect, test } from "vitest";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { valueOf } from "#reviewers/analyzer/hazard-lint/neutral/duplicate-constant.ts";
import { makeIndex } from "../../../../helpers/change.ts";

describe("the value of a constant", () => {
  test.each([
    ['export const QUEUE = "orders-retry";', '"orders-retry"'],
    ['export const QUEUE: string = "orders-retry" as const;', '"orders-retry"'],
    ['\tQUEUE = "orders-retry"', '"orders-retry"'],
    ['const QUEUE string = "orders-retry" // the queue', '"orders-retry"'],
    ['pub const QUEUE: &str = "orders-retry";', '"orders-retry"'],
    ["QUEUE = 86413", "86413"],
    ['QUEUE = "retry"', undefined],
    ["QUEUE = 1000", undefined],
    ["QUEUE = makeQueue(1234)", undefined],
    ["QUEUE = `orders-${region}`", undefined],
  ])("%s", (line, value) => {
    expect(valueOf(line, "QUEUE")).toBe(value);
  });
});

test("what many files define is asked for by a framework", async () => {
  const line = 'export const pageClass = "w-full h-full";\n';
  const hitsWith = async (pages: number): Promise<number> => {
    const base = Object.fromEntries(Array.from({ length: pages }, (_, at) => [`src/page${at}.ts`, line]));
    const index = await makeIndex({ base, head: { ...base, "src/orders.ts": line } });
    const hits = await hazardLint.review(index, new AbortController().signal);
    return hits.filter(({ check }) => check === "hazard-lint/duplicate-constant").length;
  };
  expect(await hitsWith(1)).toBe(1);
  expect(await hitsWith(4)).toBe(0);
});
