import { expect, test } from "vitest";
import { calls, commandsIn } from "#reviewers/analyzer/loose-ends/text/commands.ts";

test("the scripts of a package.json and the targets of a Makefile are commands", () => {
  const names = (path: string, text: string): string[] => commandsIn(path, text).map(({ name }) => name);
  expect(names("a/package.json", '{"scripts": {"lint:fix": "x", "build": "y"}}')).toEqual(["lint:fix", "build"]);
  expect(names("package.json", '{"scripts": ["x"')).toEqual([]);
  expect(names("package.json", "null")).toEqual([]);
  expect(names("Makefile", ".PHONY: all\nall build-it: a.o\n\techo: x\nVERSION := 1\nbin/x: y\n")).toEqual([
    "all",
    "build-it",
  ]);
  expect(names("tsconfig.json", '{"scripts": {"a": "b"}}')).toEqual([]);
});

test.each([
  ["run: make -j4 seed", true],
  ["Call `make seed`.", true],
  ["make clean seed", true],
  ["$ sudo make seed", true],
  ["Please make seed packets.", false],
  ["make seed-all", false],
  ["cmake seed", false],
])("%j calls the target seed: %s", (line, expected) => {
  expect(calls(line, { kind: "target", name: "seed" })).toBe(expected);
});

test.each([
  ["npm run lint:fix && yarn run x", true],
  ["pnpm run lint:fix", true],
  ["npm run lint:fix:all", false],
  ["npm run lint", false],
])("%j calls the script lint:fix: %s", (line, expected) => {
  expect(calls(line, { kind: "script", name: "lint:fix" })).toBe(expected);
});
