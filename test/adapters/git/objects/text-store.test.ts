import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextStore } from "#adapters/git/objects/text-store.ts";

const text = (length: number) => ({ kind: "text" as const, text: "x".repeat(length) });

test("what was not asked for the longest goes first", () => {
  const store = createTextStore(3000);
  store.set("a", text(1000));
  store.set("b", text(1000));
  store.get("a");
  store.set("c", text(1000));
  expect(["a", "b", "c"].map((blob) => store.has(blob))).toEqual([true, false, true]);
});

test("a content that is larger than the store is not kept, and costs nothing afterwards", () => {
  const store = createTextStore(3000);
  store.set("large", text(5000));
  expect(store.get("large")).toBeUndefined();
  store.set("a", text(2000));
  expect(store.get("a")).toEqual(text(2000));
});

test("never holds more characters than its bound, and gives back what was put in", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean()), { maxLength: 80 }), (steps) => {
      const store = createTextStore(4000);
      for (const [name, isRead] of steps) {
        if (isRead) store.get(String(name));
        else store.set(String(name), text(name * 100));
      }
      const held = Array.from({ length: 31 }, (_, name) => store.get(String(name)));
      held.forEach((content, name) => expect(content ?? text(name * 100)).toEqual(text(name * 100)));
      const total = held.reduce((sum, content) => sum + (content?.kind === "text" ? content.text.length : 0), 0);
      expect(total).toBeLessThanOrEqual(4000);
    }),
  );
});
