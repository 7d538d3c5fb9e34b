import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostileRepository, makeHostileRepository } from "../helpers/hostile-repository.ts";

let repository: HostileRepository;
beforeEach(() => {
  repository = makeHostileRepository();
});
afterEach(() => repository.close());

interface Listed {
  readonly path: string;
  readonly unread?: string;
  readonly lines?: { readonly added: number };
}

/** Reviews and gives the files of the record; anything but a finished round fails the test. */
function review(...args: string[]): readonly Listed[] {
  const { status, stderr } = repository.run(...args, "--quiet");
  expect(stderr).toBe("");
  const record = JSON.parse(repository.written()["review.json"] ?? "{}");
  expect(record.runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "completed",
    "completed",
    "completed",
  ]);
  const files: readonly Listed[] = record.scope.files;
  // What could not be read, or not be parsed in time, makes it incomplete.
  const isUnlooked = record.verdict.because.includes(" did not look at ");
  expect(status).toBe(isUnlooked || files.some(({ unread }) => unread !== undefined) ? 3 : 0);
  return files;
}

const MEGABYTE = 2 ** 20;

describe("a file of 300 MB", () => {
  test("of zeros, and one of a single line, are not read, and that is said, committed or not", () => {
    writeFileSync(join(repository.folder, "zeros.bin"), "");
    truncateSync(join(repository.folder, "zeros.bin"), 300 * MEGABYTE);
    const file = openSync(join(repository.folder, "line.ts"), "w");
    for (let part = 0; part < 300; part++) writeSync(file, Buffer.alloc(MEGABYTE, "x"));
    closeSync(file);
    const { status, stderr } = repository.run("--uncommitted");
    expect(stderr).toMatch(/^error: nothing to review\n {2}why: .*not read: line\.ts \(.*\) and 1 more\n {2}fix: /);
    expect(status).toBe(2);
    repository.put("small.ts", "export const small = 1;\n");
    for (const target of ["--uncommitted", "HEAD"]) {
      if (target === "HEAD") repository.commit();
      const files = review(target).toSorted((one, other) => (one.path < other.path ? -1 : 1));
      expect(files.map(({ path, unread }) => [path, unread === undefined])).toEqual([
        ["line.ts", false],
        ["small.ts", true],
        ["zeros.bin", false],
      ]);
    }
  });
});

describe("a diff of many lines", () => {
  test("200,000 of them, with thousands of names, in and out again", () => {
    const names = (file: number): string =>
      Array.from({ length: 10_000 }, (_, at) =>
        at % 5 === 0 ? `const NAME_${file}_${at} = "value ${at} of it";` : `  use(NAME_${file}_${at - (at % 5)});`,
      ).join("\n");
    repository.put("package.json", `{ "private": true }\n`);
    for (let file = 0; file < 20; file++) repository.put(`src/part${file}.ts`, names(file));
    repository.commit("In");
    const added = review("HEAD");
    expect(added.reduce((sum, { lines }) => sum + (lines?.added ?? 0), 0)).toBe(200_001);
    repository.git("revert", "--no-edit", "HEAD");
    review("HEAD");
  });

  test("one file of them", () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `export const NAME_${at} = ${at};`);
    repository.put("src/long.ts", lines.join("\n"));
    repository.commit();
    const { status, stdout } = repository.run("HEAD");
    // Too large to be read: the report says so, and does not call it clean.
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Incomplete: no file of the change was read line by line; 1 file was not read: src/long.ts (larger than 2 MB)",
    );
    expect(status).toBe(3);
  });
});

describe("odd shapes", () => {
  test("lines of 30,000 signs in every language", () => {
    const runs = [
      "a",
      "(",
      "[",
      "{",
      '"',
      "'",
      "`",
      "\\",
      "/",
      "*",
      "-",
      "=",
      "<",
      ">",
      "|",
      "$",
      "#",
      " ",
      "\t",
      "0",
      "é",
    ];
    for (const ending of [
      "ts",
      "js",
      "go",
      "py",
      "sh",
      "java",
      "rs",
      "rb",
      "cs",
      "c",
      "cpp",
      "php",
      "md",
      "yml",
      "json",
    ]) {
      const text = runs.map((run) => `x = ${run.repeat(30_000)}`).join("\n");
      repository.put(`src/odd.${ending}`, `${text}\n`);
    }
    repository.put("Makefile", `a:\n\t${"$(".repeat(2500)}\n`);
    repository.put("Dockerfile", `RUN ${"&& ".repeat(1700)}\n`);
    repository.commit();
    expect(review("HEAD")).toHaveLength(17);
  });

  test("a folder 200 levels deep", () => {
    const path = `${"d/".repeat(200)}file.ts`;
    repository.put(path, "export const deep = 1;\n");
    expect(review("--uncommitted")).toMatchObject([{ path }]);
    repository.commit();
    expect(review("HEAD")).toMatchObject([{ path }]);
  });

  test("one blob under a thousand names", () => {
    for (let at = 0; at < 1000; at++)
      repository.put(`src/copy${at}.ts`, "export const SAME = 'the same text';\ndebugger;\n");
    repository.commit();
    expect(review("HEAD")).toHaveLength(1000);
  });

  test("NUL bytes, invalid UTF-8, lone carriage returns and a file without an end", () => {
    repository.put("nul.ts", "export const a = 1;\0\nexport const b = 2;\n");
    repository.put("latin.py", Buffer.from("caf\u00e9 = 1\nprint(caf\u00e9)\n", "latin1"));
    repository.put("broken.go", Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a, 0xed, 0xa0, 0x80, 0x0a]));
    repository.put("old-mac.js", "let a = 1;\rdebugger;\rlet b = 2;");
    repository.put("wide.ts", Buffer.from("export const wide = 1;\n", "utf16le"));
    repository.commit();
    const files = review("HEAD");
    expect(files.map(({ path }) => path).sort()).toEqual(["broken.go", "latin.py", "nul.ts", "old-mac.js", "wide.ts"]);
    expect(files.filter(({ unread }) => unread !== undefined).map(({ path }) => path)).toEqual([
      "broken.go",
      "wide.ts",
    ]);
    expect(files.find(({ path }) => path === "nul.ts")?.lines).toEqual({ added: 2, removed: 0 });
  });

  test("a rename that changes only the case", () => {
    repository.git("mv", "src/relay.ts", "src/Relay.ts");
    repository.commit();
    expect(review("HEAD")).toMatchObject([{ path: "src/Relay.ts", oldPath: "src/relay.ts", change: "renamed" }]);
  });

  test("a submodule that holds the repository itself", () => {
    repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", repository.folder, "self");
    repository.commit();
    expect(
      review("HEAD")
        .map(({ path }) => path)
        .sort(),
    ).toEqual([".gitmodules", "self"]);
    mkdirSync(join(repository.folder, "self/more"));
    writeFileSync(join(repository.folder, "self/more/file.ts"), "debugger;\n");
    const { status, stderr } = repository.run("--uncommitted", "--quiet");
    expect(status, stderr).not.toBe(70);
  });
});
