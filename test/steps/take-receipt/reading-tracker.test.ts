import { describe, expect, test } from "vitest";
import { makeChange } from "../../helpers/change.ts";
import { allOf, DESK, makePatches, readBy, track } from "./tracking.ts";

const numbered = (text: string, first = 1, mark = "→"): string =>
  text
    .split("\n")
    .map((line, at) => `${String(first + at).padStart(6)}${mark}${line}`)
    .join("\n");

const body = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `const value${from + at} = compute(${from + at});`);

const old = [...body(1, 60), "}"].join("\n");
const fresh = [
  ...body(1, 9),
  "const limit = readLimit(settings);",
  "if (limit > 10) {",
  "  stop();",
  "}",
  ...body(11, 39),
  "const tail = trim(value39);",
  ...body(40, 60),
  "}",
].join("\n");
const change = makeChange({
  base: { "src/relay.ts": old, "src/other.ts": "export const other = 1;\n" },
  head: { "src/relay.ts": fresh, "src/other.ts": "export const other = 2;\n" },
});
const [first = "", second = ""] = allOf(change).filter((name) => name.startsWith("src/relay.ts"));
const OTHER = "src/other.ts:1";
const slice = (from: number, to: number): string =>
  fresh
    .split("\n")
    .slice(from - 1, to)
    .join("\n");
const patchOf = (path: string): string => {
  const { places, texts } = makePatches(change);
  const place = places.find(({ hunk }) => change.scope.hunks[hunk]?.path === path);
  return texts.get(place?.path ?? "") ?? "";
};

test("the invented change has two hunks in one file and one in another", () => {
  expect(allOf(change)).toHaveLength(3);
});

describe("a read whose output is known", () => {
  test.each([
    ["an arrow", numbered(fresh)],
    ["a tab", numbered(fresh, 1, "\t")],
    ["a bar", fresh.replaceAll(/^/gm, "00000| ").replaceAll(/^00000/gm, () => String(++count).padStart(5, "0"))],
    [
      "a colon and a letter",
      fresh
        .split("\n")
        .map((line, at) => `L${at + 1}: ${line}`)
        .join("\n"),
    ],
    ["nothing", fresh],
  ])("proves the hunks that it shows; numbers before %s", (_, output) => {
    expect(readBy(change, { paths: [`${DESK}/code/src/relay.ts`], output })).toEqual([first, second]);
  });

  test("proves only what is shown", () => {
    const output = numbered(slice(1, 20));
    expect(readBy(change, { paths: ["code/src/relay.ts"], output })).toEqual([first]);
  });

  test("a hunk that is shown but for one line is not read; the missing line shown later makes it read", () => {
    const top = { paths: ["code/src/relay.ts"], output: numbered(slice(1, 11)) };
    const rest = { paths: ["code/src/relay.ts"], lines: { start: 12, end: 20 }, output: slice(12, 20) };
    expect(readBy(change, top)).toEqual([]);
    expect(readBy(change, top, rest)).toEqual([first]);
  });

  test("an output that is cut in the middle proves what stands on both sides", () => {
    const output = `${numbered(slice(1, 15))}\n... [20 lines truncated] ...\n${numbered(slice(40, 64), 40)}`;
    expect(readBy(change, { paths: ["src/relay.ts"], output })).toEqual([first, second]);
    const gap = `${numbered(slice(1, 11))}\n... [20 lines truncated] ...\n${numbered(slice(14, 64), 14)}`;
    expect(readBy(change, { paths: ["src/relay.ts"], output: gap })).toEqual([second]);
  });

  test("lines of another text under the same numbers prove nothing", () => {
    const output = numbered(fresh.replaceAll("limit", "bound").replaceAll("trim", "cut"));
    expect(readBy(change, { paths: ["src/relay.ts"], output })).toEqual([]);
  });

  test("the same text read from another file proves nothing", () => {
    expect(readBy(change, { paths: [`${DESK}/code/src/copy.ts`], output: numbered(fresh) })).toEqual([]);
  });

  test("a file that quotes the patch proves nothing", () => {
    expect(readBy(change, { paths: ["code/docs/notes.md"], output: patchOf("src/relay.ts") })).toEqual([]);
  });

  test("spaces, tabs and carriage returns do not matter", () => {
    const output = numbered(fresh).replaceAll("  stop", "\tstop").replaceAll("\n", "\r\n");
    expect(readBy(change, { paths: ["src/relay.ts"], output })).toEqual([first, second]);
  });

  test.each(["failed", "denied", "begun"] as const)("a call that is %s proves nothing", (state) => {
    expect(readBy(change, { state, paths: ["src/relay.ts"], output: fresh })).toEqual([]);
  });

  test("path and lines may be told at the beginning of the call only", () => {
    const begun = { id: "a", state: "begun" as const, paths: ["code/src/relay.ts"], lines: { start: 5, end: 20 } };
    expect(readBy(change, begun, { id: "a", output: slice(5, 20) })).toEqual([first]);
  });
});

describe("a read of a patch", () => {
  const path =
    makePatches(change).places.find(({ hunk }) => change.scope.hunks[hunk]?.path === "src/relay.ts")?.path ?? "";
  const patch = patchOf("src/relay.ts");

  test.each([
    ["as it is", patch],
    ["with numbers", numbered(patch)],
  ])("proves all its hunks; shown %s", (_, output) => {
    expect(readBy(change, { paths: [`${DESK}/${path}`], output })).toEqual([first, second]);
  });

  test("in two pages proves the hunk that stands on both", () => {
    const lines = patch.split("\n");
    const top = { paths: [path], lines: { start: 1, end: 9 }, output: lines.slice(0, 9).join("\n") };
    const rest = { paths: [path], lines: { start: 10, end: 99 }, output: numbered(lines.slice(9).join("\n"), 10) };
    expect(readBy(change, top)).toEqual([]);
    expect(readBy(change, rest)).toEqual([second]);
    expect(readBy(change, top, rest)).toEqual([first, second]);
  });

  test("says that its file was opened", () => {
    expect(track(change, [{ paths: [path], output: patch }]).opened()).toEqual([
      { reviewer: "claude", path: "src/relay.ts", times: 1 },
    ]);
  });
});

describe("a read whose output is not told", () => {
  test.each([
    ["the whole file", undefined, [first, second]],
    ["lines that cover one hunk", { start: 1, end: 20 }, [first]],
    ["lines that end inside a hunk", { start: 1, end: 11 }, []],
  ])("proves what %s covers", (_, lines, expected) => {
    expect(readBy(change, { paths: ["code/src/relay.ts"], ...(lines && { lines }) })).toEqual(expected);
  });

  test("an empty output is told: nothing was shown", () => {
    expect(readBy(change, { paths: ["code/src/other.ts"], output: "" })).toEqual([]);
  });

  test("proves nothing when a shell did the read", () => {
    expect(readBy(change, { paths: ["code/src/other.ts"], detail: "cat code/src/other.ts" })).toEqual([]);
  });

  test("shows two thousand lines at most where no lines are asked for", () => {
    const long = makeChange({ base: {}, head: { "a.txt": body(1, 2001).join("\n") } });
    expect(readBy(long, { paths: ["code/a.txt"] })).toEqual([]);
    const rest = { paths: ["a.txt"], lines: { start: 2001, end: 4000 } };
    expect(readBy(long, { paths: ["code/a.txt"] }, rest)).toEqual(allOf(long));
  });

  test("of a patch proves its hunks", () => {
    expect(readBy(change, { paths: [`./${makePatches(change).places[0]?.path}`] })).toHaveLength(1);
  });

  test("of the file does not prove what was removed from it; the patch does", () => {
    const removal = makeChange({ base: { "a.ts": body(1, 9).join("\n") }, head: { "a.ts": body(1, 5).join("\n") } });
    expect(readBy(removal, { paths: ["code/a.ts"] })).toEqual([]);
    expect(readBy(removal, { paths: ["review/patches/0001.patch"] })).toEqual(allOf(removal));
  });

  test.each(["run", "search", "list", "other"] as const)("proves nothing when it is a %s", (action) => {
    expect(readBy(change, { action, paths: ["code/src/relay.ts"], detail: "cat code/src/relay.ts" })).toEqual([]);
  });
});

describe("a command", () => {
  const run = (detail: string, output: string) => readBy(change, { action: "run", detail, output });

  test.each([
    ["cat code/src/relay.ts", fresh, [first, second]],
    [`/bin/bash -lc "cat '${DESK}/code/src/relay.ts'"`, fresh, [first, second]],
    ["bash -lc 'cd code && sed -n \"8,20p\" src/relay.ts'", slice(8, 20), [first]],
    ["nl -ba code/src/relay.ts | sed -n '8,20p'", numbered(slice(8, 20), 8, "\t"), [first]],
    ["git show HEAD:src/relay.ts", fresh, [first, second]],
    ["cat code/src/*.ts", `export const other = 2;\n${fresh}`, [first, second]],
    ["git -C code diff HEAD~1", patchOf("src/relay.ts") + patchOf("src/other.ts"), [OTHER, first, second]],
    ["cat review/patches/*.patch", patchOf("src/relay.ts") + patchOf("src/other.ts"), [OTHER, first, second]],
    ["rg -n other code/src", "code/src/other.ts:1:export const other = 2;", [OTHER]],
    ["rg --heading -n other code/src", "code/src/other.ts\n1:export const other = 2;", [OTHER]],
    [
      "git grep -n -C1 limit",
      "src/relay.ts:10:const limit = readLimit(settings);\nsrc/relay.ts:11:if (limit > 10) {",
      [],
    ],
    ["cat /elsewhere/code/src/relay.ts", fresh, []],
    ["ls code/src", "other.ts\nrelay.ts", []],
    ["rg -l limit", "code/src/relay.ts", []],
  ])("%s proves what it shows", (detail, output, expected) => {
    expect(run(detail, output)).toEqual(expected);
  });

  test("with a wider diff than ours proves by the numbers of its own hunks", () => {
    const lines = fresh
      .split("\n")
      .map((line, at) => (at === 9 || at === 10 || at === 11 || at === 12 ? `+${line}` : ` ${line}`));
    const output = `diff --git a/src/relay.ts b/src/relay.ts\n--- a/src/relay.ts\n+++ b/src/relay.ts\n@@ -1,61 +1,65 @@\n${lines.join("\n")}`;
    expect(run("git diff -U99", output)).toEqual([first]);
  });

  test("that shows lines which stand in many places proves none of them", () => {
    const twins = makeChange({
      base: { "a.ts": "one();\n", "b.ts": "two();\n" },
      head: { "a.ts": 'import { x } from "./x.ts";\none();\n', "b.ts": 'import { x } from "./x.ts";\ntwo();\n' },
    });
    const output = 'import { x } from "./x.ts";\nimport { x } from "./x.ts";';
    expect(readBy(twins, { action: "run", detail: "rg -h import", output })).toEqual([]);
  });
});

test("what was seen of a hunk that is not whole is told", () => {
  const tracker = track(change, [{ paths: ["code/src/relay.ts"], output: slice(1, 11) }]);
  expect(tracker.partly()).toEqual([{ hunk: change.scope.hunks[1], lines: 4, seen: [{ from: 0, to: 2 }] }]);
});

test.each([
  ["sed -n '8,20p' code/src/relay.ts", ["code/src/relay.ts"], slice(8, 20), [first]],
  ["cat review/patches/*.patch", ["review/patches/*.patch"], patchOf("src/relay.ts"), [first, second]],
  ["sed -n '900,910p' code/src/relay.ts", ["code/src/relay.ts"], "", []],
])("a read that a shell did counts by what it shows: %s", (detail, paths, output, expected) => {
  const tracker = track(change, [{ detail, paths, output }]);
  expect(tracker.readings().map(({ hunk }) => `${hunk.path}:${hunk.newStart}`)).toEqual(expected);
  expect(tracker.opened().map(({ path }) => path)).toEqual(["src/relay.ts"]);
});

test("the same import in two files is read where it was shown", () => {
  const twins = makeChange({
    base: { "a.ts": "one();\n", "b.ts": "two();\n" },
    head: { "a.ts": 'import { x } from "./x.ts";\none();\n', "b.ts": 'import { x } from "./x.ts";\ntwo();\n' },
  });
  const output = '1\timport { x } from "./x.ts";\n2\tone();';
  expect(readBy(twins, { paths: ["code/a.ts"], output })).toEqual(["a.ts:1"]);
});

test("a bracket alone proves nothing, its place does", () => {
  const brackets = makeChange({
    base: { "a.ts": [...body(1, 5), ...body(6, 20)].join("\n") },
    head: { "a.ts": [...body(1, 5), "}", ...body(6, 20)].join("\n") },
  });
  const cat = (output: string) => readBy(brackets, { action: "run", detail: "cat code/a.ts code/b.ts", output });
  expect(cat("}\n}\n}")).toEqual([]);
  expect(cat(["x", ...body(4, 5), "}", ...body(6, 9)].join("\n"))).toEqual(["a.ts:3"]);
});

test("files that were opened are counted, inside the change and outside, and the bundle is none", () => {
  const tracker = track(change, [
    { paths: ["code/src/relay.ts"], output: fresh },
    { paths: [`${DESK}/code/src/relay.ts`], output: fresh },
    { paths: ["code/README.md"], output: "# Relay" },
    { paths: ["review/INSTRUCTIONS.md"], output: "Read" },
    { paths: ["/etc/passwd"], output: "root" },
    { paths: ["../two/code/src/relay.ts"], output: fresh },
    { action: "run", detail: "cat code/package.json", output: "{}" },
  ]);
  expect(tracker.opened()).toEqual([
    { reviewer: "claude", path: "src/relay.ts", times: 2 },
    { reviewer: "claude", path: "README.md", times: 1 },
    { reviewer: "claude", path: "package.json", times: 1 },
  ]);
  expect(tracker.filesOpened).toBe(3);
  expect(tracker.hunksRead).toBe(2);
});

let count = 0;
