import { expect, test } from "vitest";
import { matchGlob } from "#util/match-glob.ts";

test.each([
  ["src/mail.ts", "*.ts", true],
  ["src/mail.ts", "src/*.ts", true],
  ["src/a/mail.ts", "src/*.ts", false],
  ["src/a/b/mail.ts", "src/**/*.ts", true],
  ["src/mail.ts", "src/**/*.ts", true],
  ["src/mail.ts", "**/mail.ts", true],
  ["mail.ts", "**/mail.ts", true],
  ["src/mail.ts", "./src/mail.??", true],
  ["src/mail.ts", "src/**", true],
  ["src/mail.ts", "lib/**", false],
  ["src/mail.ts", "", false],
])("%s and %s: %s", (path, glob, expected) => {
  expect(matchGlob(path, glob)).toBe(expected);
});

test("a glob of many stars ends", () => {
  expect(matchGlob("a".repeat(1000), `${"*a".repeat(100)}b`)).toBe(false);
  expect(matchGlob("a/".repeat(500), `${"**/a/".repeat(100)}b`)).toBe(false);
});
