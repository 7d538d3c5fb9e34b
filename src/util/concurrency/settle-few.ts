import { openLanes } from "./open-lanes.ts";

/** Does all work, so much of it at once, and waits for all of it whatever happens; results in the order of the work. */
export async function settleFew<T>(
  work: readonly (() => Promise<T>)[],
  atOnce: number,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const lanes = openLanes(atOnce);
  for (const [at, one] of work.entries()) {
    lanes.add(async () => {
      const [result] = await Promise.allSettled([one()]);
      results[at] = result;
    });
  }
  await lanes.idle();
  return results;
}
