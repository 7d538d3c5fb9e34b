import { chmodSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { makeRepository, type TemporaryRepository } from "./temporary-repository.ts";

let repository: TemporaryRepository;
let opened: OpenedChange[] = [];

beforeEach(() => {
  repository = makeRepository();
});
afterEach(async () => {
  for (const change of opened) await change.close();
  repository.remove();
  opened = [];
});

const open = async (request: Partial<ScopeRequest> = {}): Promise<OpenedChange> => {
  const change = await openChange({ folder: repository.folder, ...request }, classifyFile);
  opened.push(change);
  return change;
};
const numbered = (count: number, word = "line"): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join("");
const fileOf = ({ change }: OpenedChange, path: string) => change.scope.files.find((file) => file.path === path);
const linesOf = ({ change }: OpenedChange, path: string) =>
  change.diffs.find(({ file }) => file.path === path)?.hunks.flatMap(({ lines }) => lines) ?? [];

describe("hunks", () => {
  test("have the lines with their numbers on both sides", async () => {
    repository.commit("Begin", { "a.ts": numbered(20) });
    const changed = numbered(20).replace("line 5\n", "").replace("line 18\n", "line 18\n-- a\n++ b\n@@ -1 +1 @@\n");
    repository.commit("Change", { "a.ts": changed });
    const { change } = await open();
    expect(change.scope.hunks).toEqual([
      { path: "a.ts", oldStart: 2, oldLines: 7, newStart: 2, newLines: 6 },
      { path: "a.ts", oldStart: 16, oldLines: 5, newStart: 15, newLines: 8 },
    ]);
    expect(change.diffs[0]?.hunks[1]?.lines.filter(({ kind }) => kind === "added")).toEqual([
      { kind: "added", text: "-- a", new: 18 },
      { kind: "added", text: "++ b", new: 19 },
      { kind: "added", text: "@@ -1 +1 @@", new: 20 },
    ]);
    expect(change.diffs[0]?.hunks[0]?.lines.find(({ kind }) => kind === "removed")).toEqual({
      kind: "removed",
      text: "line 5",
      old: 5,
    });
    expect(change.diffs[0]?.hunks[0]?.lines[0]).toEqual({ kind: "context", text: "line 2", old: 2, new: 2 });
  });

  test("are given for files of the same content each", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n" });
    repository.commit("Twins", { "a.ts": "same\n", "b.ts": "same\n" });
    const { change } = await open();
    expect(change.scope.hunks.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
    expect(change.diffs.map(({ hunks }) => hunks[0]?.path)).toEqual(["a.ts", "b.ts"]);
  });

  test("survive a file without a line end at its end, empty files and endless lines", async () => {
    repository.commit("Begin", { "a.ts": "one", "empty.ts": "", "full.ts": "x\n" });
    repository.commit("Change", {
      "a.ts": "two",
      "empty.ts": "y",
      "full.ts": "",
      "new.ts": "",
      "long.md": "é".repeat(600_000),
    });
    const all = await open();
    expect(linesOf(all, "a.ts").map(({ kind, text }) => `${kind} ${text}`)).toEqual(["removed one", "added two"]);
    expect(linesOf(all, "empty.ts").map(({ text }) => text)).toEqual(["y"]);
    expect(linesOf(all, "full.ts").map(({ text }) => text)).toEqual(["x"]);
    expect(fileOf(all, "new.ts")).toEqual({ path: "new.ts", change: "added", lines: { added: 0, removed: 0 } });
    expect(linesOf(all, "long.md").map(({ text }) => text.length)).toEqual([600_000]);
  });
});

describe("odd names", () => {
  const names = [
    "-rf",
    "two words.ts",
    "tab\there.ts",
    "line\nbreak.ts",
    'quo"te.ts',
    "back\\slash.ts",
    "émoji 🐍.ts",
    "'single'.ts",
    "*.ts",
    ":(top)x.ts",
    "a => b.ts",
    "\u001b[31mred.ts",
  ];

  test("are read right, committed and uncommitted, and can be read and narrowed to", async () => {
    const before = repository.commit("Begin", { "keep.ts": "keep\n" });
    for (const name of names) repository.write(name, `content of ${name}\n`);
    const uncommitted = await open();
    repository.commit("Odd");
    const committed = await open({ target: `${before}..HEAD` });
    for (const side of [uncommitted, committed]) {
      expect(side.change.scope.files.map(({ path }) => path).sort()).toEqual([...names].sort());
      for (const name of names) expect(await side.head.read(name)).toBe(`content of ${name}\n`);
      expect(side.change.scope.hunks).toHaveLength(names.length);
    }
    const narrowed = await open({ target: "HEAD", paths: ["-rf", "line\nbreak.ts"] });
    expect(narrowed.change.scope.files.map(({ path }) => path)).toEqual(["-rf", "line\nbreak.ts"]);
  });

  test("that are no UTF-8 stay apart and can be read", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n" });
    repository.write(Buffer.from("caf\xe9.ts", "latin1"), "one\n");
    repository.write(Buffer.from("caf\xe8.ts", "latin1"), "two\n");
    const side = await open();
    expect(side.change.scope.files.map(({ path }) => path)).toEqual(["caf\\xe8.ts", "caf\\xe9.ts"]);
    expect(await side.head.read("caf\\xe9.ts")).toBe("one\n");
    expect(linesOf(side, "caf\\xe8.ts").map(({ text }) => text)).toEqual(["two"]);
  });
});

describe("kinds of changes", () => {
  test("renames, copies, modes, types, binaries and links", async () => {
    repository.commit("Begin", {
      "move.ts": numbered(30, "move"),
      "copied.ts": numbered(30, "copy"),
      "run.sh": "echo\n",
      "kind.ts": "kind\n",
      "logo.png": Buffer.from([1, 0, 2]),
    });
    repository.git("mv", "move.ts", "moved.ts");
    repository.write("moved.ts", `${numbered(30, "move")}and more\n`);
    repository.write("copy.ts", numbered(30, "copy"));
    repository.write("copied.ts", `${numbered(30, "copy")}changed\n`);
    chmodSync(join(repository.folder, "run.sh"), 0o755);
    rmSync(join(repository.folder, "kind.ts"));
    symlinkSync("moved.ts", join(repository.folder, "kind.ts"));
    symlinkSync("/etc/passwd", join(repository.folder, "out"));
    repository.write("logo.png", Buffer.from([1, 0, 3]));
    const uncommitted = await open();
    repository.commit("Change");
    for (const side of [uncommitted, await open({ target: "HEAD" })]) {
      expect(side.change.scope.files).toEqual([
        { path: "copied.ts", change: "modified", lines: { added: 1, removed: 0 } },
        { path: "copy.ts", change: "added", lines: { added: 30, removed: 0 } },
        {
          path: "kind.ts",
          change: "type-changed",
          lines: { added: 1, removed: 1 },
          mode: { old: "100644", new: "120000" },
          link: { new: "moved.ts" },
        },
        { path: "logo.png", change: "modified", binary: true, unread: "binary" },
        { path: "moved.ts", oldPath: "move.ts", change: "renamed", lines: { added: 1, removed: 0 } },
        {
          path: "out",
          change: "added",
          lines: { added: 1, removed: 0 },
          mode: { new: "120000" },
          link: { new: "/etc/passwd" },
        },
        {
          path: "run.sh",
          change: "modified",
          lines: { added: 0, removed: 0 },
          mode: { old: "100644", new: "100755" },
          listed: "only its mode changed, 644 to 755",
        },
      ]);
      expect(await side.head.read("out")).toBeUndefined();
      expect(await side.head.read("logo.png")).toBeUndefined();
      expect(side.head.files.map(({ path }) => path)).not.toContain("out");
      expect(linesOf(side, "kind.ts").map(({ kind, text }) => `${kind} ${text}`)).toEqual([
        "removed kind",
        "added moved.ts",
      ]);
      expect(linesOf(side, "moved.ts").at(-1)).toEqual({ kind: "added", text: "and more", new: 31 });
    }
  });

  test("a file becomes a folder and a folder a file", async () => {
    repository.commit("Begin", { one: "one\n", "two/a.ts": "a\n" });
    rmSync(join(repository.folder, "one"));
    rmSync(join(repository.folder, "two"), { recursive: true });
    repository.write("one/b.ts", "b\n");
    repository.write("two", "two\n");
    expect((await open()).head.files.map(({ path }) => path)).toEqual(["one/b.ts", "two"]);
  });

  test("CRLF is kept in the content, not counted in lines, and alone is no change to read", async () => {
    repository.commit("Begin", { "dos.ts": "one\r\ntwo\r\n", "turned.ts": "one\ntwo\n" });
    repository.commit("Change", { "dos.ts": "one\r\nTWO\r\n", "turned.ts": "one\r\ntwo\r\n" });
    const side = await open();
    expect(await side.head.read("dos.ts")).toBe("one\r\nTWO\r\n");
    expect(linesOf(side, "dos.ts").map(({ text }) => text)).toEqual(["one", "two", "TWO"]);
    expect(fileOf(side, "turned.ts")).toMatchObject({ change: "modified", listed: "only its line ends changed" });
  });

  test("line ends of the working tree are converted as git would", async () => {
    repository.commit("Begin", { ".gitattributes": "*.ts text=auto eol=crlf\n", "a.ts": "one\ntwo\n" });
    repository.write("a.ts", "one\r\ntwo\r\nthree\r\n");
    const side = await open();
    expect(await side.head.read("a.ts")).toBe("one\ntwo\nthree\n");
    expect(fileOf(side, "a.ts")?.lines).toEqual({ added: 1, removed: 0 });
  });

  test("content that is no UTF-8 is read the same in the diff and in the tree", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n" });
    repository.commit("Latin", { "latin.ts": Buffer.from("caf\xe9 cr\xe8me\nna\xc3\xafve\n", "latin1") });
    const side = await open();
    const text = await side.head.read("latin.ts");
    expect(text?.split("\n").slice(0, 2)).toEqual(linesOf(side, "latin.ts").map((line) => line.text));
  });

  test("files with conflicts are reviewed as they stand, and cannot be reviewed as staged", async () => {
    repository.commit("Begin", { "a.ts": "a\n" });
    repository.git("switch", "-q", "-c", "side");
    repository.commit("Side", { "a.ts": "side\n" });
    repository.git("switch", "-q", "main");
    repository.commit("Main", { "a.ts": "main\n" });
    expect(() => repository.git("merge", "-q", "side")).toThrow();
    const side = await open();
    expect(await side.head.read("a.ts")).toContain("<<<<<<< HEAD");
    await expect(open({ staged: true })).rejects.toMatchObject({ why: "there are unresolved conflicts" });
  });
});

describe("files that are only listed", () => {
  test("attributes count as they were before the change, neither as it sets them nor as the working tree has them", async () => {
    const files = (text: string) => ({
      "tables/cities.ts": text,
      "lib/zip.c": text,
      "api.pb.go": text,
      "shard.lock": text,
      "src/a.ts": text,
    });
    repository.commit("Begin", {
      ".gitattributes":
        "tables/** linguist-generated\nlib/* linguist-vendored=true\n*.pb.go linguist-generated=false\n",
      ...files("1\n"),
    });
    repository.commit("Tables", { ".gitattributes": "* linguist-generated\n", ...files("2\n") });
    repository.write(".gitattributes", "* linguist-vendored\n");
    const side = await open({ target: "HEAD" });
    expect(side.change.scope.files.map(({ path, listed }) => [path, listed])).toEqual([
      [".gitattributes", undefined],
      ["api.pb.go", undefined],
      ["lib/zip.c", "vendored"],
      ["shard.lock", "lock file"],
      ["src/a.ts", undefined],
      ["tables/cities.ts", "generated"],
    ]);
    expect(side.change.scope.hunks.map(({ path }) => path)).toEqual([".gitattributes", "api.pb.go", "src/a.ts"]);
    expect(side.change.diffs.find(({ file }) => file.path === "lib/zip.c")?.skimmed).toHaveLength(1);
  });

  test("attributes that call a file binary do not hide a change, wherever they stand", async () => {
    repository.commit("Begin", { "a.ts": "a\n", ".gitattributes": "* binary\n" });
    repository.commit("Change", { "a.ts": "b\n" });
    repository.write(".git/info/attributes", "* binary\n");
    expect(linesOf(await open({ target: "HEAD" }), "a.ts")).toHaveLength(2);
  });

  test("texts that git takes for binary are compared, with a NUL and in UTF-16", async () => {
    const wide = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    repository.commit("Begin", { "nul.ts": "one\ntwo\0\n", "wide.ts": wide("one\ntwo\n"), "was.ts": Buffer.alloc(99) });
    repository.commit("Change", { "nul.ts": "ONE\ntwo\0\n", "wide.ts": wide("one\nTWO\n"), "was.ts": "text\n" });
    const side = await open();
    const said = (path: string) => linesOf(side, path).map(({ kind, text }) => `${kind} ${text}`);
    expect(said("nul.ts")).toEqual(["removed one", "added ONE", "context two\u2400"]);
    expect(said("wide.ts")).toEqual(["context one", "removed two", "added TWO"]);
    expect(said("was.ts")).toEqual(["added text"]);
    expect(fileOf(side, "nul.ts")?.lines).toEqual({ added: 1, removed: 1 });
    expect(await side.head.read("wide.ts")).toBe("one\nTWO\n");
  });

  test("ASCII behind the mark of UTF-16 is not shown as something else", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n" });
    repository.commit("Odd", { "a.sh": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("\nrm -rf x\n")]) });
    expect(linesOf(await open(), "a.sh").map(({ text }) => text)).toContain("rm -rf x");
  });

  test("images are skipped when they are some; programs and whatever only has the name are not read", async () => {
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(300)]);
    const large = Buffer.concat([png, Buffer.alloc(3_000_000)]);
    repository.commit("Begin", { "keep.ts": "keep\n", "gone.bin": Buffer.alloc(99, 7) });
    rmSync(join(repository.folder, "gone.bin"));
    repository.commit("Binaries", {
      "a.png": png,
      "b.png": large,
      "c.png": Buffer.alloc(99),
      "d.ts": png,
      "e.zip": png,
    });
    const { scope } = (await open()).change;
    expect(scope.files.map(({ path, listed, unread }) => [path, listed, unread])).toEqual([
      ["a.png", "binary", undefined],
      ["b.png", "binary", undefined],
      ["c.png", undefined, "binary"],
      ["d.ts", undefined, "binary"],
      ["e.zip", undefined, "binary"],
      ["gone.bin", "binary, deleted", undefined],
    ]);
  });

  test("LFS pointers and large files are not read, many lines are", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12\n`;
    repository.commit("Begin", { "keep.ts": "keep\n" });
    repository.commit("Large", {
      "video.mp4": pointer,
      "large.txt": numbered(200_000, "some words"),
      "many.txt": numbered(20_001, "x"),
    });
    const side = await open();
    expect(side.change.scope.files.map(({ path, unread, binary }) => [path, unread, binary])).toEqual([
      ["large.txt", "larger than 2 MB", undefined],
      ["many.txt", undefined, undefined],
      ["video.mp4", "an LFS pointer; the content is not in this clone", undefined],
    ]);
    expect(await side.head.read("large.txt")).toBeUndefined();
  });

  test("of more lines than anybody reads the largest files give way", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n" });
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`part-${10 + at}.txt`, numbered(15_001 + at, "x")]),
    );
    repository.commit("Many", { ...files, "small.ts": "small\n" });
    const { scope } = (await open()).change;
    const unread = scope.files.filter((file) => file.unread !== undefined);
    expect(unread.map(({ path }) => path)).toEqual(["part-29.txt"]);
    expect(unread[0]?.unread).toBe("the change has more than 300,000 lines to read");
  });

  test("an enormous file of the working tree is not put into the object store", async () => {
    repository.commit("Begin", { "keep.ts": "keep\n", "disk.img": "small\n" });
    for (const name of ["disk.img", "other.img"]) {
      repository.write(name, "x");
      truncateSync(join(repository.folder, name), 300 * 1024 * 1024);
    }
    repository.write("keep.ts", "kept\n");
    const side = await open();
    expect(side.change.scope.files).toEqual([
      { path: "keep.ts", change: "modified", lines: { added: 1, removed: 1 } },
      { path: "disk.img", change: "modified", unread: "larger than 16 MB; not in the snapshot" },
      { path: "other.img", change: "added", unread: "larger than 16 MB; not in the snapshot" },
    ]);
    expect(side.change.scope.limits).toEqual(["2 uncommitted files are too large or unreadable and not covered"]);
  });
});

test("thousands of changed files are read in one go", async () => {
  repository.commit("Begin", { "keep.ts": "keep\n" });
  const files = Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [`src/${at % 50}/${at}.ts`, `const a = ${at};\n`]),
  );
  repository.commit("Many", files);
  const { change, head } = await open();
  expect([change.scope.files.length, change.scope.hunks.length]).toEqual([3000, 3000]);
  const texts = await Promise.all(head.files.map(({ path }) => head.read(path)));
  expect(texts.filter((text) => text !== undefined)).toHaveLength(3001);
  expect(await head.read("src/49/49.ts")).toBe("const a = 49;\n");
});
