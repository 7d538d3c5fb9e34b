import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { settleFew } from "#util/concurrency/settle-few.ts";

test("no more than so many run at once, and results stand in the order of the work", async () => {
  let running = 0;
  let most = 0;
  const work = [30, 10, 20, 5, 1].map((milliseconds, at) => async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(milliseconds);
    running -= 1;
    if (at === 2) throw new Error("third");
    return at;
  });
  const results = await settleFew(work, 2);
  expect(most).toBe(2);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "thrown"))).toEqual([
    0,
    1,
    "thrown",
    3,
    4,
  ]);
});

test("no work gives no results", async () => {
  expect(await settleFew([], 3)).toEqual([]);
});
