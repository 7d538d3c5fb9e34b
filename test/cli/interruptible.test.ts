import { expect, test } from "vitest";
import { isStopping } from "#cli/interruptible.ts";

const quiet = new AbortController().signal;

test("after Ctrl-C only the abort itself is no error; a full disk still is", () => {
  const stop = AbortSignal.abort();
  const stops = { stop, signal: quiet };
  const aborted = Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
  expect(isStopping(stop.reason, stops)).toBe(true);
  expect(isStopping(aborted, stops)).toBe(true);
  expect(isStopping(new Error("no space is left"), stops)).toBe(false);
  expect(isStopping(aborted, { stop: quiet, signal: quiet })).toBe(false);
});
