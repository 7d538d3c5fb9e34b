import { expect, test } from "vitest";
import { listenUntil } from "#pipeline/agents/model/listen-until.ts";

async function heard<T, R>(events: AsyncGenerator<T, R, void>): Promise<{ given: T[]; result: R }> {
  const given: T[] = [];
  for (let next = await events.next(); ; next = await events.next()) {
    if (next.done === true) return { given, result: next.value };
    given.push(next.value);
  }
}

async function* deaf(): AsyncGenerator<string, string, void> {
  yield "a word";
  await new Promise(() => {});
  return "never";
}

test("one that ends by itself is heard to the end", async () => {
  async function* speaker() {
    yield 1;
    yield 2;
    return "done";
  }
  const { signal } = new AbortController();
  expect(await heard(listenUntil(speaker(), [signal]))).toEqual({ given: [1, 2], result: "done" });
});

test("one that has fallen silent and hears no signal is left", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  const signals = [new AbortController().signal, controller.signal];
  expect(await heard(listenUntil(deaf(), signals, 20))).toEqual({ given: ["a word"], result: undefined });
});

test("one that is told to end before it begins is left, too", async () => {
  expect(await heard(listenUntil(deaf(), [AbortSignal.abort()], 20))).toEqual({ given: ["a word"], result: undefined });
});
