import { describe, expect, test } from "vitest";
import { valueOf } from "#reviewers/analyzer/hazard-lint/duplicate-constant.ts";
import { findPlaces, review } from "./find-places.ts";

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
    const hits = await review({ ...base, "src/orders.ts": line }, base);
    return hits.filter(({ check }) => check === "hazard-lint/duplicate-constant").length;
  };
  expect(await hitsWith(1)).toBe(1);
  expect(await hitsWith(4)).toBe(0);
});

describe("a constant", () => {
  const base = { "src/names.ts": 'export const RETRY_QUEUE = "orders-retry";\n' };
  test("of another value is left out", async () => {
    expect(await findPlaces({ ...base, "src/b.ts": 'export const RETRY_QUEUE = "orders-again";\n' }, base)).toEqual([]);
  });
  test("that every file of a framework has is left out", async () => {
    const page = 'export const dynamic = "force-dynamic";\n';
    expect(await findPlaces({ "src/a.ts": page, "src/b.ts": page }, { "src/a.ts": page })).toEqual([]);
  });
  test("and its neighbours are one hit", async () => {
    const names = `${base["src/names.ts"]}export const DEAD_QUEUE = "orders-dead";\n`;
    const hits = await review({ "src/names.ts": names, "src/b.ts": names }, { "src/names.ts": names });
    expect(hits.map(({ places }) => places.length)).toEqual([4]);
  });
  test("that moved is left out", async () => {
    expect(await findPlaces({ "src/b.ts": base["src/names.ts"] }, base)).toEqual([]);
  });
  test("of another package is left out", async () => {
    const manifests = { "package.json": "{}\n", "packages/b/package.json": "{}\n" };
    const head = { ...base, ...manifests, "packages/b/src/b.ts": base["src/names.ts"] };
    expect(await findPlaces(head, { ...base, ...manifests })).toEqual([]);
  });
  test("inside a function is left out", async () => {
    const text = 'export function run() {\n  const RETRY_QUEUE = "orders-retry";\n  return RETRY_QUEUE;\n}\n';
    expect(await findPlaces({ ...base, "src/b.ts": text }, base)).toEqual([]);
  });
});
