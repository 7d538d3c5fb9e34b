/** Does all work, so much of it at once, and waits for all of it whatever happens; results in the order of the work. */
export async function settleFew<T>(
  work: readonly (() => Promise<T>)[],
  atOnce: number,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < work.length) {
      const at = next++;
      const [result] = await Promise.allSettled([work[at]!()]);
      results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, work.length) }, lane));
  return results;
}
