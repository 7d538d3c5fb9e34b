import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readOutput } from "#adapters/process/read-output.ts";
import { watchClock } from "#adapters/process/watch-clock.ts";

test("the last words are read, however busy we were when the writer went", async () => {
  const stream = new Readable({ read() {} });
  const lines: string[] = [];
  const clock = watchClock({});
  const reading = readOutput(stream, {
    clock,
    longest: 1000,
    onLine: async ({ text }) => {
      lines.push(text);
      if (text !== "first") return;
      await sleep(100);
      await new Promise((resolve) => setImmediate(resolve));
      // Somebody else's work holds everything up; meanwhile the rest has come, and waits to be handed over.
      const until = performance.now() + 500;
      while (performance.now() < until);
      setImmediate(() => stream.push("last\n"));
    },
  });
  stream.push("first\n");
  await sleep(10);
  await reading.finish();
  clock.stop();
  expect(lines).toEqual(["first", "last"]);
});
