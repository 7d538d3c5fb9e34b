import { expect, test } from "vitest";
import { openLanes } from "#util/concurrency/open-lanes.ts";

test("no more is done at once than there are lanes, and everything in its turn", async () => {
  const lanes = openLanes(2);
  const seen: string[] = [];
  let [running, most] = [0, 0];
  for (const name of ["a", "b", "c", "d", "e"]) {
    lanes.add(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      seen.push(name);
      running -= 1;
    });
  }
  await lanes.idle();
  expect([seen.join(""), most]).toEqual(["abcde", 2]);
});

test("work that is added while other work runs is waited for", async () => {
  const lanes = openLanes(1);
  const seen: string[] = [];
  lanes.add(async () => {
    await new Promise(setImmediate);
    lanes.add(async () => void seen.push("late"));
  });
  await lanes.idle();
  expect(seen).toEqual(["late"]);
});

test("what one work throws is thrown when all have ended", async () => {
  const lanes = openLanes(1);
  const seen: string[] = [];
  lanes.add(() => Promise.reject(new Error("the first")));
  lanes.add(async () => void seen.push("the second"));
  await expect(lanes.idle()).rejects.toThrow("the first");
  expect(seen).toEqual(["the second"]);
});
