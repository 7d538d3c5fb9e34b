import { expect, test } from "vitest";
import { anySignal } from "#util/concurrency/any-signal.ts";

test("the first of several that is aborted gives its reason", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const any = anySignal([one.signal, other.signal]);
  expect(any.aborted).toBe(false);
  other.abort("enough");
  one.abort("too late");
  expect(any.reason).toBe("enough");
});

test("one that was aborted before counts at once", () => {
  expect(anySignal([new AbortController().signal, AbortSignal.abort("before")]).reason).toBe("before");
});

test("an abort reaches its listeners even if nothing else holds the signal", () => {
  const source = new AbortController();
  let heard = 0;
  for (let at = 0; at < 50; at += 1) {
    anySignal([source.signal]).addEventListener("abort", () => {
      heard += 1;
    });
  }
  source.abort();
  expect(heard).toBe(50);
});
