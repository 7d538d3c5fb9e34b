import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
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
      await new Promise((resolve) => setImmediate(resolve));
      // Somebody else's work holds everything up; meanwhile the rest has come, and waits to be handed over.
      const until = performance.now() + 500;
      while (performance.now() < until);
      setImmediate(() => stream.push("last\n"));
    },
  });
  stream.push("first\n");
  await vi.waitFor(() => expect(lines).toEqual(["first"]));
  await reading.finish();
  clock.stop();
  expect(lines).toEqual(["first", "last"]);
});
