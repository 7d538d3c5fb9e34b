import { describe, expect, test } from "vitest";
import type { CodeAt } from "#model/history/code-facts.ts";
import { areRenamed, renamedIn } from "#steps/history/trace/find-rename.ts";

const file = { from: "src/a.ts", to: "src/a.ts" };
const renamed = (before: string, after: string) => {
  const names = renamedIn(file, { before: before.split("\n"), after: after.split("\n") });
  return names === undefined ? undefined : Object.fromEntries(names);
};

describe("lines in which only names changed", () => {
  test.each([
    ["const job = jobs.shift(); // next", "const task = jobs.shift();", { job: "task" }],
    ["post(job, `${job}`)", "post(task, `${task}`)", { job: "task" }],
    ["return a(b);", "return b(a);", { a: "b", b: "a" }],
  ])("%s, then %s", (before, after, names) => expect(renamed(before, after)).toEqual(names));

  test.each([
    ["nothing changed", "post(job)", "post(job)"],
    ["a sign changed", "job > 1", "task >= 1"],
    ["a string changed", 'get("http")', 'get("https")'],
    ["a number changed", "wait(1)", "wait(2)"],
    ["one name became two", "post(job, job)", "post(task, job)"],
    ["two names became one", "post(job, old)", "post(job, job)"],
    ["something was added", "post(job)", "post(job!)"],
  ])("not if %s", (_, before, after) => expect(renamed(before, after)).toBeUndefined());
});

describe("a name", () => {
  const at = (files: Readonly<Record<string, string>>): CodeAt => ({
    commit: "c",
    readLines: async (path) => files[path]?.split("\n"),
    find: async () => [],
    findAnywhere: async () => [],
  });
  const check = (
    from: Record<string, string>,
    to: Record<string, string>,
    defined: readonly string[],
    names = ["md5", "sha"],
  ) =>
    areRenamed(new Map([[names[0]!, names[1]!]]), file, {
      since: { from: at(from), to: at(to) },
      definedIn: async () => defined,
    });

  test("is renamed with its definition, here or in another file", async () => {
    const [was, is] = ["function md5() {}\nmd5();", "function sha() {}\nsha();"];
    expect(await check({ "src/a.ts": was }, { "src/a.ts": is }, ["src/a.ts"])).toBe(true);
    const [uses, defines] = [{ "src/a.ts": "md5();" }, { "src/b.ts": was }];
    expect(await check({ ...uses, ...defines }, { "src/a.ts": "sha();", "src/b.ts": is }, ["src/b.ts"])).toBe(true);
  });

  test("is replaced by another if that is not ours, was there before, or the old one stays", async () => {
    expect(await check({ "src/a.ts": "md5();" }, { "src/a.ts": "sha();" }, [])).toBe(false);
    const both = "function md5() {}\nfunction sha() {}";
    const one = "function sha() {}";
    expect(await check({ "src/a.ts": `${both}\nmd5();` }, { "src/a.ts": `${one}\nsha();` }, ["src/a.ts"])).toBe(false);
    const uses = [{ "src/a.ts": "md5();" }, { "src/a.ts": "sha();" }] as const;
    expect(await check({ ...uses[0], "src/b.ts": both }, { ...uses[1], "src/b.ts": one }, ["src/b.ts"])).toBe(false);
    expect(
      await check({ ...uses[0], "src/b.ts": "function md5() {}" }, { ...uses[1], "src/b.ts": both }, ["src/b.ts"]),
    ).toBe(false);
  });
});
