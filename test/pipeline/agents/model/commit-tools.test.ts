import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChange, type OpenedChange } from "#adapters/git/open-change.ts";
import { createCommitTools } from "#pipeline/agents/model/commit-tools.ts";
import type { ReviewTools } from "#reviewers/model/review-tools.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { makeRepository, type TemporaryRepository } from "../../../adapters/git/temporary-repository.ts";

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

let repository: TemporaryRepository;
let opened: OpenedChange;
let tools: ReviewTools;
let blind: ReviewTools;

beforeAll(async () => {
  repository = makeRepository();
  repository.write(".gitattributes", "*.ts diff=evil\n");
  repository.commit("Begin the post", {
    "src/mail.ts": "export function send(to: string) {\n  post(to);\n}\n",
    "src/long.ts": numbered(5000),
    "src/wide.ts": `${"x".repeat(10_000)}\n`,
    "src/picture.bin": Buffer.from([1, 0, 2]),
    "code/inner.ts": "inside\n",
    "review/own.md": "of the repository\n",
    "empty.txt": "",
  });
  repository.commit("Check the address", {
    "src/mail.ts": "export function send(to: string) {\n  check(to);\n  post(to);\n}\n",
  });
  // A program of the repository that would be started for a view of its files.
  repository.git("config", "diff.evil.textconv", `touch ${join(repository.folder, "started")};cat`);
  opened = await openChange({ folder: repository.folder }, classifyFile);
  const bundle = [{ path: "review/INSTRUCTIONS.md", text: "# Review\n\nRead.\n" }];
  tools = createCommitTools({ ...opened, bundle });
  blind = createCommitTools({ ...opened, bundle, isBlind: true });
});

afterAll(async () => {
  await opened.close();
  repository.remove();
});

describe("reading", () => {
  test.each(["src/mail.ts", "code/src/mail.ts", "/src/mail.ts", "./src/../src/mail.ts"])(
    "%s is found",
    async (path) => {
      expect(await tools.read({ path })).toEqual({
        text: "1\texport function send(to: string) {\n2\t  check(to);\n3\t  post(to);\n4\t}",
        paths: ["code/src/mail.ts"],
        lines: { start: 1, end: 4 },
      });
    },
  );

  test("some lines, and how many there are", async () => {
    expect(await tools.read({ path: "src/mail.ts", start: 2, end: 2 })).toEqual({
      text: "2\t  check(to);\n(the file has 4 lines)",
      paths: ["code/src/mail.ts"],
      lines: { start: 2, end: 2 },
    });
  });

  test("a long file is shown in pages, and each says where the next begins", async () => {
    const first = await tools.read({ path: "src/long.ts" });
    expect(first.lines).toEqual({ start: 1, end: 2000 });
    expect(first.text).toContain("(lines 2001 to 5000 are left out: read on from 2001)");
    const last = await tools.read({ path: "src/long.ts", start: 4001 });
    expect(last.lines).toEqual({ start: 4001, end: 5000 });
    expect(last.text).not.toContain("left out");
  });

  test("a long line is cut, with a word about it", async () => {
    expect((await tools.read({ path: "src/wide.ts" })).text).toContain("(8000 characters more)");
  });

  test.each([
    ["review/INSTRUCTIONS.md", "1\t# Review\n2\t\n3\tRead."],
    ["review/own.md", "1\tof the repository"],
    ["code/review/own.md", "1\tof the repository"],
    ["code/inner.ts", "1\tinside"],
    ["code/code/inner.ts", "1\tinside"],
    ["empty.txt", "(the file is empty)"],
  ])("%s is what it is called on a desk, or in the repository", async (path, text) => {
    expect((await tools.read({ path })).text).toBe(text);
  });

  test.each([
    ["src/nothing.ts", "there is no file"],
    ["lib/mail.ts", "did you mean code/src/mail.ts?"],
    ["src", "is a folder"],
    ["../../etc/passwd", "there is no file"],
    ["src/picture.bin", "binary"],
    ["\0", "there is no file"],
  ])("%j cannot be read, and the answer says why", async (path, why) => {
    const answer = await tools.read({ path });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(why);
  });

  test.each([
    [{ start: 9 }, "has 4 lines"],
    [{ start: 3, end: 2 }, "before the first"],
  ])("lines %j are none", async (range, why) => {
    expect(await tools.read({ path: "src/mail.ts", ...range })).toMatchObject({
      isError: true,
      text: expect.stringContaining(why),
    });
  });
});

describe("listing", () => {
  test("the whole desk, or a folder", async () => {
    expect((await tools.list({})).text.split("\n")).toEqual([
      "code/.gitattributes",
      "code/code/inner.ts",
      "code/empty.txt",
      "code/review/own.md",
      "code/src/long.ts",
      "code/src/mail.ts",
      "code/src/picture.bin",
      "code/src/wide.ts",
      "review/INSTRUCTIONS.md",
    ]);
    expect((await tools.list({ path: "review" })).text).toBe("review/INSTRUCTIONS.md");
    expect((await tools.list({ path: "src/" })).text.split("\n")).toHaveLength(4);
  });

  test("by a glob", async () => {
    expect((await tools.list({ glob: "src/*.ts" })).text.split("\n")).toHaveLength(3);
    expect((await tools.list({ glob: "mail.*" })).text).toBe("code/src/mail.ts");
    expect((await tools.list({ glob: "*.py" })).text).toContain("none of 9 files");
  });

  test("a folder that is not there", async () => {
    expect(await tools.list({ path: "lib" })).toMatchObject({ isError: true });
  });
});

describe("searching", () => {
  test("a text is found in the commit, with path and line", async () => {
    expect((await tools.search({ pattern: "post(" })).text).toBe("code/src/mail.ts:3:  post(to);");
  });

  test("a pattern is one only where it is said", async () => {
    expect((await tools.search({ pattern: "po.t\\(" })).text).toBe("nothing found");
    expect((await tools.search({ pattern: "po.t\\(", isRegex: true })).text).toContain("code/src/mail.ts:3:");
  });

  test("in a folder, a file and the bundle", async () => {
    expect((await tools.search({ pattern: "inside", path: "code/code" })).text).toBe("code/code/inner.ts:1:inside");
    expect((await tools.search({ pattern: "inside", path: "src" })).text).toBe("nothing found");
    expect((await tools.search({ pattern: "Read", path: "review" })).text).toBe("review/INSTRUCTIONS.md:3:Read.");
    expect((await tools.search({ pattern: "to", path: "src/mail.ts" })).text.split("\n")).toHaveLength(3);
  });

  test("more hits than can be shown are told", async () => {
    const { text } = await tools.search({ pattern: "line" });
    expect(text.split("\n")).toHaveLength(201);
    expect(text).toContain("only the first are shown");
  });

  test.each([
    ["(", "not understood"],
    ["((a{99}){99}){99}", "too many counted repetitions"],
    ["a{999}", "too many counted repetitions"],
    ["a\nb", "within one line"],
    ["x".repeat(301), "at most 300"],
  ])("the pattern %j is not tried", async (pattern, why) => {
    expect(await tools.search({ pattern, isRegex: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining(why),
    });
  });

  test("a pattern that takes other engines for ever ends", async () => {
    expect((await tools.search({ pattern: "(x+x+)+y", isRegex: true })).text).toBe("nothing found");
  });

  test("a pattern that looks like an option is a pattern", async () => {
    expect((await tools.search({ pattern: "--open-files-in-pager=touch" })).text).toBe("nothing found");
  });
});

describe("the change and the past", () => {
  test("a changed file as a patch", async () => {
    const { text, paths } = await tools.diff({ path: "src/mail.ts" });
    expect(paths).toEqual(["code/src/mail.ts"]);
    expect(text).toContain("--- a/src/mail.ts\n+++ b/src/mail.ts\n@@ -1,3 +1,4 @@");
    expect(text).toContain("\n+  check(to);\n");
  });

  test("a file that is not changed has none", async () => {
    expect(await tools.diff({ path: "src/long.ts" })).toMatchObject({ isError: true });
  });

  test("who last changed a line, when and why", async () => {
    const { text, lines } = await tools.blame({ path: "src/mail.ts", start: 1, end: 2 });
    expect(lines).toEqual({ start: 1, end: 2 });
    expect(text).toMatch(
      /^1\texport function send.*\[\^?[0-9a-f]{10} \d{4}-\d\d-\d\d .*Begin the post\]\n2\t.*Check the address\]$/,
    );
  });

  test("a blind reviewer is not told who and why", async () => {
    const { text } = await blind.blame({ path: "src/mail.ts", start: 2, end: 2 });
    expect(text).toMatch(/^2\t {2}check\(to\);\t\[[0-9a-f]{10} \d{4}-\d\d-\d\d\]$/);
  });

  test("the history of many lines is shown in pages", async () => {
    expect((await tools.blame({ path: "src/long.ts" })).text).toContain(
      "(lines 301 to 5000 are left out: ask for them)",
    );
  });

  test.each([
    "private:secret.txt",
    "stash:secret.txt",
    "HEAD:src/mail.ts",
    "secret.txt",
    ":(top)secret.txt",
    "--all",
    "refs/heads/private",
    ".git/refs/heads/private",
    "../queue/.git/HEAD",
  ])("what is not a file of the commit cannot be named: %s", async (path) => {
    const { git, write, folder } = repository;
    write("secret.txt", "private words\n");
    git("stash", "-q", "-u");
    git("branch", "-f", "private", "stash^3");
    expect(existsSync(join(folder, "secret.txt"))).toBe(false);
    const asked = [tools.read({ path }), tools.blame({ path }), tools.diff({ path }), tools.list({ path })];
    asked.push(tools.search({ pattern: "private words", path }), tools.search({ pattern: "private words" }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ isError }) => isError)).toEqual([true, true, true, true, true, undefined]);
    expect(answers.map(({ text }) => text).join()).not.toContain("private words");
  });

  test("nothing of the repository was started", () => {
    expect(existsSync(join(repository.folder, "started"))).toBe(false);
  });
});
