import { expect, test, vi } from "vitest";
import { settleFew } from "#util/concurrency/settle-few.ts";

test("no more than so many run at once, and results stand in the order of the work", async () => {
  const begun: number[] = [];
  const end: (() => void)[] = [];
  const work = [0, 1, 2, 3, 4].map((at) => async () => {
    begun.push(at);
    await new Promise<void>((resolve) => (end[at] = resolve));
    if (at === 2) throw new Error("third");
    return at;
  });
  const settled = settleFew(work, 2);
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
  expect(await settleFew([], 3)).toEqual([]);
});
