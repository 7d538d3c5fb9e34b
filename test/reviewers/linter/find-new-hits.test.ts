import { expect, test } from "vitest";
import type { ToolHit } from "#model/panel/tool-hit.ts";
import { createFileFinder } from "#reviewers/linter/find-file.ts";
import { findNewHits } from "#reviewers/linter/find-new-hits.ts";
import { locateHits } from "#reviewers/linter/locate-hits.ts";

const hit = (start: number | undefined, more: Partial<ToolHit> = {}): ToolHit => ({
  tool: "ESLint",
  rule: "no-undef",
  message: "x is not defined.",
  isError: true,
  file: "src/a.js",
  start,
  end: start,
  ...more,
});
const side = (text: string, hits: readonly ToolHit[]) =>
  locateHits(hits, { paths: new Set(["src/a.js"]), roots: [], read: () => Promise.resolve(text) });
const compare = async (head: [string, ToolHit[]], base: [string, ToolHit[]] | undefined, added: number[]) => {
  const news = findNewHits(
    await side(...head),
    base && (await side(...base)),
    (path) => new Set(path === "src/a.js" ? added : []),
  );
  return { lines: news.onChange.map(({ hit: { start } }) => start), elsewhere: news.elsewhere.length, old: news.old };
};

test("what stood at the base is old, also on another line and with another indent", async () => {
  expect(await compare(["\n\n  x();\n", [hit(3)]], ["x();\n", [hit(1)]], [1, 2, 3])).toEqual({
    lines: [],
    elsewhere: 0,
    old: 1,
  });
});

test("what the base says of other text, with another rule or message, is not the same", async () => {
  expect((await compare(["x(1);", [hit(1)]], ["x();", [hit(1)]], [1])).lines).toEqual([1]);
  expect((await compare(["x();", [hit(1)]], ["x();", [hit(1, { rule: "eqeqeq" })]], [1])).lines).toEqual([1]);
  expect((await compare(["x();", [hit(1)]], ["x();", [hit(1, { message: "y" })]], [1])).lines).toEqual([1]);
});

test("one more of the same is new, on the line that was added", async () => {
  const head: [string, ToolHit[]] = ["x();\nx();\nx();\n", [hit(1), hit(2), hit(3)]];
  expect(await compare(head, ["x();\nx();\n", [hit(1), hit(2)]], [2])).toEqual({ lines: [2], elsewhere: 0, old: 2 });
});

test("on lines that the change did not add nothing is a finding, but what is new there is known", async () => {
  expect(
    await compare(["a();\nx();\n", [hit(2), hit(undefined, { file: undefined })]], ["a();\nx();\n", []], [1]),
  ).toEqual({
    lines: [],
    elsewhere: 2,
    old: 0,
  });
});

test("without a base all on added lines counts, and what two gates say counts once", async () => {
  expect((await compare(["x();\ny();", [hit(1), hit(1), hit(2)]], undefined, [1])).lines).toEqual([1]);
});

test("a hit about many lines is on the change if one of them was added", async () => {
  expect((await compare(["a\nb\nc", [hit(1, { end: 3 })]], undefined, [3])).lines).toEqual([1]);
  expect((await compare(["a\nb\nc", [hit(1, { end: 999_999_999 })]], undefined, [4])).lines).toEqual([1]);
  expect((await compare(["a\nb\nc", [hit(1, { end: 2 })]], undefined, [3])).lines).toEqual([]);
});

const PATHS = new Set(["src/a.js", "packages/one/src/b.js", "packages/two/src/b.js", "we ird/%41.js", "index.js"]);
test.each([
  ["src/a.js", ["src/a.js"]],
  ["./src/a.js", ["src/a.js"]],
  ["/copy/code/src/a.js", ["src/a.js"]],
  ["file:///copy/code/src/a.js", ["src/a.js"]],
  ["file://src/a.js", ["src/a.js"]],
  ["file:///copy/code/we%20ird/%2541.js", ["we ird/%41.js"]],
  ["we ird/%41.js", ["we ird/%41.js"]],
  ["src\\a.js", ["src/a.js"]],
  ["C:\\build\\relay\\src\\a.js", ["src/a.js"]],
  ["src/b.js", ["packages/one/src/b.js", "packages/two/src/b.js"]],
  ["two/src/b.js", ["packages/two/src/b.js"]],
  ["../src/a.js", []],
  ["node_modules/x/src/a.js", []],
  ["/usr/lib/node_modules/x/src/a.js", []],
  ["/copy/code/node_modules/src/a.js", []],
  ["/elsewhere/index.js", []],
  ["", []],
  ["constructor", []],
])("%s is %j", (name, paths) => {
  expect(createFileFinder(PATHS, ["/copy/code"])(name)).toEqual(paths);
});

test("what a tool prints twice at the base stands there once", async () => {
  const head: [string, ToolHit[]] = ["x();\nx();\n", [hit(1), hit(2)]];
  expect((await compare(head, ["x();\n", [hit(1), hit(1)]], [1, 2])).lines).toHaveLength(1);
});
