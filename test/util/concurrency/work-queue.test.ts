import { expect, test, vi } from "vitest";
import { createWorkQueue, settleWithLimit } from "#util/concurrency/work-queue.ts";

test("no more work runs at once than the limit, in the order of arrival", async () => {
  const queue = createWorkQueue(2);
  const seen: string[] = [];
  let [running, most] = [0, 0];
  for (const name of ["a", "b", "c", "d", "e"]) {
    queue.add(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      seen.push(name);
      running -= 1;
    });
  }
  await queue.idle();
  expect([seen.join(""), most]).toEqual(["abcde", 2]);
});

test("work that is added while other work runs is waited for", async () => {
  const queue = createWorkQueue(1);
  const seen: string[] = [];
  queue.add(async () => {
    await new Promise(setImmediate);
    queue.add(async () => void seen.push("late"));
  });
  await queue.idle();
  expect(seen).toEqual(["late"]);
});

test("the error of one piece of work is thrown when all have ended", async () => {
  const queue = createWorkQueue(1);
  const seen: string[] = [];
  queue.add(() => Promise.reject(new Error("the first")));
  queue.add(async () => void seen.push("the second"));
  await expect(queue.idle()).rejects.toThrow("the first");
  expect(seen).toEqual(["the second"]);
});

test("no more work runs at once than the limit, and results are in the order of the work", async () => {
  const begun: number[] = [];
  const end: (() => void)[] = [];
  const work = [0, 1, 2, 3, 4].map((at) => async () => {
    begun.push(at);
    await new Promise<void>((resolve) => (end[at] = resolve));
    if (at === 2) throw new Error("third");
    return at;
  });
  const settled = settleWithLimit(work, 2);
  for (const [first, running] of [
    [1, [0, 1]],
    [0, [0, 1, 2]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [2, [0, 1, 2, 3, 4]],
  ] as const) {
    await vi.waitFor(() => expect(begun).toEqual(running));
    end[first]?.();
  }
  const results = await settled;
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "thrown"))).toEqual([
    0,
    1,
    "thrown",
    3,
    4,
  ]);
});

test("no work gives no results", async () => {
  expect(await settleWithLimit([], 3)).toEqual([]);
});
