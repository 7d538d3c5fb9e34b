import { expect, test } from "vitest";
import { decodePath, splitBytes, splitFields } from "#adapters/git/decode-path.ts";

test("a name in UTF-8 is itself", () => expect(decodePath(Buffer.from("café 🐍\n.ts"))).toBe("café 🐍\n.ts"));

test("bytes that are no UTF-8 are shown, the rest is kept", () => {
  expect(decodePath(Buffer.from([0x61, 0xff, 0xc3, 0xa9, 0xc3]))).toBe("a\\xffé\\xc3");
});

test("fields end at NUL, with or without a last one", () => {
  expect(splitFields(Buffer.from("a\0\0b\0"))).toEqual(["a", "", "b"]);
  expect(splitFields(Buffer.from("a\0b"))).toEqual(["a", "b"]);
  expect(splitFields(Buffer.from([0x61, 0, 0xff, 0]))).toEqual(["a", "\\xff"]);
  expect(splitBytes(Buffer.alloc(0))).toEqual([]);
  expect(splitFields(Buffer.alloc(0))).toEqual([]);
});
