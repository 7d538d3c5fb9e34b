import { expect, test } from "vitest";
import { joinPath, PathSet } from "#reviewers/analyzer/loose-ends/text/path-set.ts";
import { isExamplePath, pathsIn } from "#reviewers/analyzer/loose-ends/text/paths-in-text.ts";

test.each([
  ["see src/orders/queue.ts.", ["src/orders/queue.ts"]],
  ["`docs/setup.md`: read (./tools/seed.sh:12)", ["docs/setup.md", "./tools/seed.sh"]],
  ["[setup](../docs/setup.md#first)", ["../docs/setup.md"]],
  ["https://example.org/src/queue.ts", []],
  ["~/orders/queue.ts and /etc/orders/queue.conf", []],
  ["$HOME/orders/queue.ts ${dir}/queue.ts {a,b}/queue.ts", []],
  ["src/*/queue.ts and src/<name>/queue.ts", []],
  ["src/orders/**", []],
  ["and/or", ["and/or"]],
])("%s", (line, expected) => {
  expect(pathsIn(line).map(({ path }) => path)).toEqual(expected);
});

test("made-up paths are known as such", () => {
  expect(isExamplePath("path/to/queue.ts")).toBe(true);
  expect(isExamplePath("src/foo.ts")).toBe(true);
  expect(isExamplePath("test/myFirstPlugin.test.js")).toBe(true);
  expect(isExamplePath("src/orders/queue.ts")).toBe(false);
});

test("a path leads somewhere from the root, from its file, or by its end", () => {
  const paths = new PathSet(["src/orders/queue.ts", "docs/setup.md"]);
  expect(paths.leads("src/orders/queue.ts", "docs/setup.md")).toBe(true);
  expect(paths.leads("../src/orders/queue.ts", "docs/setup.md")).toBe(true);
  expect(paths.leads("./queue.js", "src/orders/other.ts")).toBe(true);
  expect(paths.leads("src/orders", "docs/setup.md")).toBe(true);
  expect(paths.leads("orders/queue.ts", "docs/setup.md")).toBe(false);
  expect(paths.endsLike("orders/queue.ts")).toBe(true);
  expect(paths.endsLike("orders/queue")).toBe(true);
  expect(paths.endsLike("goods/queue.ts")).toBe(false);
});

test("a path out of the tree leads nowhere", () => {
  expect(joinPath("src", "../../etc/passwd")).toBeUndefined();
});
