import { expect, test } from "vitest";
import { locateOnDesk } from "#steps/take-receipt/reading-tracker.ts";

const desks = ["/tmp/desk", "/private/tmp/desk/"];

test.each([
  ["/tmp/desk/code/src/a.ts", "code src/a.ts"],
  ["/private/tmp/desk/code/src/a.ts", "code src/a.ts"],
  ["/tmp/desk/code/src/../b.ts", "code b.ts"],
  ["/tmp/desk/code/", "code "],
  ["/tmp/desk/review/patches/0001.patch", "review review/patches/0001.patch"],
  ["code/src/a.ts", "code src/a.ts"],
  ["./src//a.ts", "code src/a.ts"],
  ["code/../review/scope.md", "review review/scope.md"],
  ["reviewers/a.ts", "code reviewers/a.ts"],
  ["codec.ts", "code codec.ts"],
  ["/tmp/desk/home/a.ts", undefined],
  ["/tmp/desk-two/code/a.ts", undefined],
  ["/tmp/desk/code/../../other/a.ts", undefined],
  ["../code/a.ts", undefined],
  ["/etc/passwd", undefined],
  ["", undefined],
  [".", undefined],
  ["a\0b", undefined],
])("%j is %s", (path, expected) => {
  const found = locateOnDesk(path, desks);
  expect(found && `${found.kind} ${found.path}`).toBe(expected);
});

test("a command may have changed the folder first", () => {
  expect(locateOnDesk("a.ts", desks, "code/src")).toEqual({ kind: "code", path: "src/a.ts" });
});
