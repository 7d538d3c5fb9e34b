import { expect, test } from "vitest";
import { describeProgress } from "#pipeline/agents/describe-progress.ts";

function listen(files = 0) {
  const said: (readonly [string, number | undefined])[] = [];
  const progress = (note: string, found?: number): void => void said.push([note, found]);
  const say = describeProgress({ progress, filesOpened: () => files });
  return { say, last: () => said.at(-1), count: () => said.length };
}

test("says what it does, how many files it opened and what it used", () => {
  const { say, last } = listen(2);
  say.note("reading a.js");
  expect(last()).toEqual(["reading a.js, 2 files", 0]);
  say.event({ type: "usage", usage: { inputTokens: 1500, outputTokens: 501, costUsd: 0.123 } });
  expect(last()).toEqual(["reading a.js, 2 files, 3k tokens, $0.12", 0]);
  say.event({ type: "thought", text: "hm" });
  expect(last()).toEqual(["reading a.js, 2 files, 3k tokens, $0.12", 0]);
});

test("what is not known is not said to be zero", () => {
  const { say, last } = listen();
  say.event({ type: "usage", usage: { costUsd: 0.5 } });
  expect(last()?.[0]).toBe("starting, $0.50");
  say.event({ type: "usage", usage: {} });
  expect(last()?.[0]).toBe("starting");
});

test("counts findings by their labels, once each, also across pieces", () => {
  const { say, last } = listen();
  for (const piece of [
    "#### I",
    "1. add subtr",
    "acts\n**C1**: crash\n- **[S12]** x\nsee I7\n",
    "#### C1. again\nI2. **In the form that we ask for**\n#### S",
  ]) {
    say.text(piece);
  }
  say.note("done");
  expect(last()).toEqual(["done", 4]);
});

test("words that come by the thousand are not told by the thousand", () => {
  const { say, last, count } = listen();
  for (let at = 0; at < 2000; at += 1) say.text("word ");
  expect(count()).toBeLessThan(200);
  expect(last()?.[0]).toBe("writing");
});
