import { randomBytes } from "node:crypto";
import { limitOf } from "./process-table.ts";

/** The variable that everything started by one run inherits. */
export const RUN_VARIABLE = "DEEP_REVIEW_RUN";

/** What everything started by one run inherits, so that a process that left group, session and parents can be found. */
export interface RunMark {
  readonly variable: string;
  /**
   * A limit on file locks that only this run has. Linux keeps it and goes by it no longer, so it changes nothing; it
   * stays with a process that clears its environment. Empty where there is none.
   */
  readonly locks: string;
}

/** A mark that no other run has. */
export function makeRunMark(): RunMark {
  return { variable: randomBytes(12).toString("hex"), locks: chooseLocks(limitOf("self")) };
}

const RANDOM_BYTES = 5;
const SMALLEST = 2n ** 48n;

/** Below our own, which may be the mark of a run that we are part of: a limit can only be lowered. */
function chooseLocks(own: string | undefined): string {
  if (own === undefined) return "";
  const most = own === "unlimited" ? 2n ** 62n : BigInt(own);
  return most < SMALLEST ? "" : String(most - 1n - BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`));
}
