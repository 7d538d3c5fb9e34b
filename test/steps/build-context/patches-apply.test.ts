import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openChange } from "#adapters/git/open-change.ts";
import type { Bundle } from "#model/agent/bundle.ts";
import { buildBundles } from "#steps/build-context/build-bundles.ts";
import { unfoldText } from "#steps/build-context/patch/fold.ts";
import { makeRepository, type TemporaryRepository } from "../../adapters/git/temporary-repository.ts";

let repository: TemporaryRepository | undefined;
let folder: string | undefined;
afterEach(() => {
  repository?.remove();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const patchesOf = ({ files }: Bundle): string[] =>
  files.filter(({ path }) => path.startsWith("review/patches/")).map(({ text }) => text);

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

test("git makes the head of the base with the patches, byte for byte", async () => {
  repository = makeRepository();
  const long = `${'\u{1F4E6} "$@" @test '.repeat(400)}\n`;
  const base = repository.commit("before", {
    "src/windows.txt": "one\r\ntwo\r\nthree\r\n",
    "src/open.txt": "first\nlast without an end",
    "src/moved.txt": numbers(1, 40),
    "src/gone.txt": "bye\n",
    "src/long.txt": `start\n${long}end\n`,
    "many parts.txt": numbers(1, 3000),
    'odd "name"\t.txt': "a\n",
  });
  repository.git("mv", "src/moved.txt", "src/moved here.txt");
  repository.git("rm", "-q", "src/gone.txt");
  const head = repository.commit("after", {
    "src/windows.txt": "one\r\nzwei\r\nthree\r\n",
    "src/open.txt": "first\nlast again without an end",
    "src/moved here.txt": numbers(1, 40).replace("line 20", "line twenty"),
    "src/new.txt": '> quoted\n{{ $(id) }} `x` <script> @test "$@"\n',
    "src/long.txt": `start\n${long.replace("@test", "@beispiel")}end\n`,
    "many parts.txt": numbers(1, 3000).replaceAll("line", "row"),
    'odd "name"\t.txt': "b\n",
  });
  const opened = await openChange({ folder: repository.folder, target: `${base}..${head}` });
  const { bundles, notGiven } = buildBundles({ change: opened.change, roleOf: () => "source", instructions: "" });
  await opened.close();
  expect(notGiven).toEqual([]);
  folder = mkdtempSync(join(tmpdir(), "deep-review-patches-"));
  repository.git("checkout", "-q", base);
  for (const [at, patch] of bundles.flatMap(patchesOf).entries()) {
    const file = join(folder, `${at}.patch`);
    writeFileSync(file, unfoldText(patch));
    // Parts of a hunk that was cut have no context at the cut.
    repository.git("apply", "--index", "--unidiff-zero", "--whitespace=nowarn", file);
  }
  expect(repository.git("write-tree")).toBe(repository.git("rev-parse", `${head}^{tree}`));
});

test("the places name the lines of the patch files and of the head", async () => {
  repository = makeRepository();
  const base = repository.commit("before", { "a.txt": numbers(1, 60) });
  const head = repository.commit("after", {
    "a.txt": numbers(1, 60).replace("line 10\n", "line ten\nand more\n").replace("line 50\n", ""),
  });
  const opened = await openChange({ folder: repository.folder, target: `${base}..${head}` });
  const { bundles } = buildBundles({ change: opened.change, roleOf: () => "source", instructions: "" });
  await opened.close();
  const [patch = ""] = bundles.flatMap(patchesOf);
  const lines = patch.split("\n");
  const code = readFileSync(join(repository.folder, "a.txt"), "utf8").split("\n");
  const places = bundles.flatMap(({ places }) => places);
  expect(places.map(({ hunk }) => hunk)).toEqual([0, 1]);
  for (const { path, start, end, lines: span } of places) {
    expect(path).toBe("review/patches/0001-a-txt.patch");
    const shown = lines.slice(start, end).filter((line) => !line.startsWith("-"));
    expect(shown.map((line) => line.slice(1))).toEqual(code.slice((span?.start ?? 0) - 1, span?.end));
  }
});
