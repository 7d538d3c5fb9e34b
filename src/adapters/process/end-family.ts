import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFamily } from "./process-family.ts";

/** How many had to be killed, and how many live on all the same. */
export interface FamilyEnd {
  readonly killed: number;
  readonly left: number;
}

/** Beyond this a process is stuck in the kernel, where no signal reaches it. */
const MAX_DYING = 5000;
const MAX_STEP_LENGTH = 40;

/** Ends a family: waits for `patience`, asks politely, kills after `grace`; all in milliseconds. */
export async function endFamily(
  family: ProcessFamily,
  { grace, patience }: { grace: number; patience: number },
): Promise<FamilyEnd> {
  if (await isGone(family, patience)) return { killed: 0, left: 0 };
  await family.signal("SIGTERM");
  if (await isGone(family, grace)) return { killed: 0, left: 0 };
  const killed = await family.signal("SIGKILL");
  const until = performance.now() + MAX_DYING;
  while (!(await isGone(family, MAX_STEP_LENGTH))) {
    // Again: one may have started another in the meantime.
    await family.signal("SIGKILL");
    if (performance.now() > until) return { killed, left: (await family.living()).length };
  }
  return { killed, left: 0 };
}

async function isGone(family: ProcessFamily, within: number): Promise<boolean> {
  const until = performance.now() + within;
  for (let step = 2; ; step = Math.min(step * 2, MAX_STEP_LENGTH)) {
    if ((await family.living()).length === 0) return true;
    const rest = until - performance.now();
    if (rest <= 0) return false;
    await sleep(Math.min(step, rest));
  }
}
