import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Hub } from "./hub.ts";
import { startHub } from "./hub.ts";

/**
 * A hub for each test, or one for all of them. After each test nothing may have been asked or answered that is not as
 * GitHub describes it, and every planned fault must have happened.
 */
export function useHub(scope: "each" | "all" = "each"): () => Hub {
  const hubs: Hub[] = [];
  const [begin, end] = scope === "each" ? [beforeEach, afterEach] : [beforeAll, afterAll];
  begin(async () => {
    hubs.push(await startHub());
  });
  // What is registered first is run last: the hub is closed after it was looked at.
  end(async () => {
    await hubs.pop()?.close();
  });
  afterEach(() => {
    const [hub] = hubs;
    expect(hub?.takeViolations(), "not as GitHub describes it").toEqual([]);
    expect(hub?.faults.left, "planned faults that did not happen").toBe(0);
  });
  return () => {
    const [hub] = hubs;
    if (hub === undefined) throw new Error("There is no hub outside of a test.");
    return hub;
  };
}
