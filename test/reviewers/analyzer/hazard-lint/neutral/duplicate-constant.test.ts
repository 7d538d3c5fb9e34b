import { describe, expect, test } from "vitest";
import { valueOf } from "#reviewers/analyzer/hazard-lint/neutral/duplicate-constant.ts";

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
