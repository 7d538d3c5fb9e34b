import { afterEach, beforeEach, expect } from "vitest";
import type { Hub } from "./hub.ts";
import { startHub } from "./hub.ts";

/**
 * A hub for each test of a file. After each, nothing may have been asked or answered that is not as GitHub describes it,
 * and every planned fault must have happened.
 */
export function useHub(): () => Hub {
  let hub: Hub | undefined;
  beforeEach(async () => {
    hub = await startHub();
  });
  afterEach(async () => {
    await hub?.close();
    expect(hub?.violations, "not as GitHub describes it").toEqual([]);
    expect(hub?.faults.left, "planned faults that did not happen").toBe(0);
  });
  return () => {
    if (hub === undefined) throw new Error("There is no hub outside of a test.");
    return hub;
  };
}
