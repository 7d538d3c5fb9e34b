import { describe, expect, test } from "vitest";
import type { Incident } from "#model/panel/reviewer.ts";
import { type AgentAttempt, askAgain, type AttemptEnd } from "#pipeline/agents/ask-again.ts";

type Failure = Extract<AttemptEnd, { readonly ok: false }>;

const OK: AttemptEnd = { ok: true };
const failed = (kind: Failure["kind"], waitSeconds?: number): AttemptEnd => ({
  ok: false,
  kind,
  message: `it was ${kind}`,
  waitSeconds,
});

interface Course {
  readonly texts?: readonly string[];
  readonly longestWait?: number;
  readonly stop?: AbortController;
  readonly onRetry?: () => void;
}

/** Asks somebody whose attempts end like this, one after the other; the last end stands for all that follow. */
async function ask(ends: readonly AttemptEnd[], course: Course = {}) {
  const { texts = [], longestWait = 100, stop = new AbortController(), onRetry } = course;
  let count = 0;
  const attempt = (): Promise<Pick<AgentAttempt, "end" | "text">> => {
    count += 1;
    return Promise.resolve({ end: ends[count - 1] ?? ends.at(-1) ?? OK, text: texts[count - 1] ?? "" });
  };
  const incidents: Incident[] = [];
  const last = await askAgain(attempt, {
    longestWait,
    signal: stop.signal,
    onRetry(incident) {
      incidents.push(incident);
      onRetry?.();
    },
  });
  return { last, incidents, count };
}

test("who ends well is asked once", async () => {
  expect(await ask([OK])).toMatchObject({ count: 1, last: { end: OK }, incidents: [] });
});

test.each(["crash", "server", "garbage", "empty"] as const)("after %s it is asked once more", async (kind) => {
  expect(await ask([failed(kind)])).toMatchObject({ count: 2, last: { end: { kind } } });
  const { count, incidents } = await ask([failed(kind), OK]);
  expect([count, incidents]).toEqual([2, [{ kind: "retried", text: `it was ${kind}; asked again` }]]);
});

test.each(["login", "refusal", "limit", "budget", "timeout", "idle", "stopped", "not-started"] as const)(
  "%s is final",
  async (kind) => {
    expect(await ask([failed(kind), OK])).toMatchObject({ count: 1, last: { end: { kind } }, incidents: [] });
  },
);

describe("an overloaded server", () => {
  test("is asked three times more", async () => {
    const { count, incidents, last } = await ask([failed("overload", 0.001)]);
    expect([count, last.end.ok, incidents.length]).toEqual([4, false, 3]);
    expect(incidents[0]).toEqual({ kind: "waited", text: "it was overload; waited 1 s and asked again" });
  });

  test("that wants a longer wait than we have is not waited for", async () => {
    expect(await ask([failed("overload", 3600)])).toMatchObject({ count: 1, incidents: [] });
  });

  test("gets no more of our time in all than we have", async () => {
    const { count } = await ask([failed("overload", 0.02)], { longestWait: 0.05 });
    expect(count).toBe(3);
  });

  test("that does not say how long is waited for by our own measure", async () => {
    const { count } = await ask([failed("overload")], { longestWait: 14 });
    expect(count).toBe(1);
  });

  test("is waited for no longer when the user stops, who is named as the reason", async () => {
    const stop = new AbortController();
    const onRetry = (): void => void setImmediate(() => stop.abort());
    const asked = await ask([failed("overload", 90)], { stop, onRetry, texts: ["so far"] });
    expect(asked).toMatchObject({ count: 1, last: { end: { ok: false, kind: "stopped" }, text: "so far" } });
  });
});

test("nobody is asked again once the user has stopped", async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await ask([failed("crash"), OK], { stop })).toMatchObject({ count: 1, last: { end: { kind: "crash" } } });
});

test("of several failures the one that said most is kept, with the reason of the last", async () => {
  const { last, count } = await ask([failed("server", 0), failed("crash")], { texts: ["a long text", "short"] });
  expect(last).toEqual({ text: "a long text", end: failed("crash") });
  expect(count).toBe(2);
});

test("a success counts, however much a failure before it said", async () => {
  const { last, count } = await ask([failed("crash"), OK], { texts: ["a long text", "short"] });
  expect([last.text, count]).toEqual(["short", 2]);
});
