import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";

/**
 * Stops the clock by which limits are measured. The test says when time passes, so that a limit ends a program after
 * the program has come as far as the test needs, however busy the machine is.
 */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

/** Lets time pass while the clock is held, once what has been heard is dealt with. */
export async function passTime(milliseconds: number): Promise<void> {
  await setImmediate();
  vi.advanceTimersByTime(milliseconds);
}

/** Lets time pass, and the clock run again: what follows a limit takes the time that it takes. */
export async function passLimit(milliseconds: number): Promise<void> {
  await passTime(milliseconds);
  vi.useRealTimers();
}
