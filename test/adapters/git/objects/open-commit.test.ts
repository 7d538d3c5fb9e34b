import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  CITED_CODE,
  findHead,
  openCited,
  openCommit,
  requireRepository,
  type OpenedCommit,
} from "#adapters/git/objects/open-commit.ts";
import { addExcerpts } from "#pipeline/import/import-reports.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aCluster, aFinding, aReview, aScope, aStatement } from "../../../helpers/builders.ts";

let folder = "";
let first = "";
let second = "";

const run = (...args: string[]): string =>
  execFileSync(
    "git",
    ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", ...args],
    {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    },
  ).trim();

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-git-"));
  run("init", "-q");
  mkdirSync(join(folder, "src/inner"), { recursive: true });
  writeFileSync(join(folder, "src/deliver.ts"), `${numbered(60)}\n`);
  writeFileSync(join(folder, "src/index.ts"), "one\r\ntwo\r\n");
  writeFileSync(join(folder, "src/inner/index.ts"), "inner\n");
  writeFileSync(join(folder, "image.bin"), Buffer.from([1, 0, 2]));
  run("add", ".");
  run("commit", "-qm", "one");
  first = run("rev-parse", "HEAD");
  writeFileSync(join(folder, "src/deliver.ts"), `new first line\n${numbered(60)}\n`);
  run("commit", "-qam", "two");
  second = run("rev-parse", "HEAD");
  // What is fixed later, or only in the working tree, must never show up in an excerpt.
  writeFileSync(join(folder, "src/deliver.ts"), "edited later\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened: OpenedCommit[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((commit) => commit.close()));
});

async function open(name: string, options = CITED_CODE): Promise<OpenedCommit> {
  const commit = await openCommit(folder, name, options);
  if (commit === undefined) throw new Error(`no commit ${name}`);
  opened.push(commit);
  return commit;
}

test("files are read at the commit, not in the working tree", async () => {
  const reader = await open(first);
  expect((await reader.readLines("src/deliver.ts"))?.length).toBe(60);
  expect(await reader.readLines("src/index.ts")).toEqual(["one", "two"]);
  expect(await reader.readLines("image.bin")).toBeUndefined();
  expect(await reader.readLines("gone.ts")).toBeUndefined();
  expect(await reader.isVerbatim("src/deliver.ts")).toBe(true);
  expect(await reader.isVerbatim("src/index.ts")).toBe(false);
});

test("a bare file name is resolved only where it is the only one", async () => {
  const reader = await open(first);
  expect(await reader.resolvePath("deliver.ts")).toBe("src/deliver.ts");
  expect(await reader.resolvePath("src/index.ts")).toBe("src/index.ts");
  expect(await reader.resolvePath("index.ts")).toBeUndefined();
  expect(await reader.resolvePath("../../etc/passwd")).toBeUndefined();
});

test("symbolic links and submodules are known by their paths, but are no files", async () => {
  run("checkout", "-q", "-f", "--detach", first);
  symlinkSync("deliver.ts", join(folder, "src/link.ts"));
  run("add", "src/link.ts");
  run("update-index", "--add", "--cacheinfo", `160000,${first},vendor/lib`);
  run("commit", "-qm", "links");
  const reader = await open("HEAD");
  expect(await reader.resolvePath("src/link.ts")).toBe("src/link.ts");
  expect(await reader.resolvePath("link.ts")).toBe("src/link.ts");
  expect(await reader.resolvePath("vendor/lib")).toBe("vendor/lib");
  expect(await reader.resolvePath("lib")).toBe("vendor/lib");
  expect(await reader.readLines("src/link.ts")).toEqual(["deliver.ts"]);
  // The commit of the submodule is in this repository; its content is no text of the file.
  expect(await reader.readLines("vendor/lib")).toBeUndefined();
  expect(reader.tree.files.map(({ path }) => path)).not.toContain("src/link.ts");
  expect(reader.tree.files.map(({ path }) => path)).not.toContain("vendor/lib");
  expect(await reader.tree.read("src/link.ts")).toBeUndefined();
});

test("how large a file may be, and whether it may hold a NUL, is for the caller to say", async () => {
  writeFileSync(join(folder, "large.txt"), "0123456789abcde\n".repeat(3 * 65_536));
  writeFileSync(join(folder, "nul.txt"), `a text with one\0 in it, and enough other words to be a text\n`);
  run("add", "large.txt", "nul.txt");
  run("commit", "-qm", "large");
  const cited = await open("HEAD");
  expect(await cited.readLines("large.txt")).toHaveLength(3 * 65_536);
  expect(await cited.readLines("nul.txt")).toBeUndefined();
  const read = await open("HEAD", {});
  expect(await read.readLines("large.txt")).toBeUndefined();
  expect((await read.readLines("nul.txt"))?.[0]).toMatch("with one\u2400 in it");
});

test("a name that is no commit opens nothing", async () => {
  expect(await openCommit(folder, "nowhere")).toBeUndefined();
  expect(await openCommit(folder, "--output=x")).toBeUndefined();
});

test("a clone that lacks the files of the commit does not pass for one without files", async () => {
  run("config", "uploadpack.allowFilter", "true");
  const bare = join(folder, "partial.git");
  const allow = ["-c", "protocol.file.allow=always"];
  run(...allow, "clone", "-q", "--bare", "--no-local", "--filter=tree:0", `file://${folder}`, bare);
  await expect(openCommit(bare, first, CITED_CODE)).rejects.toMatchObject({
    what: "this clone lacks files that the review needs",
  });
  expect(await openCited(bare, [first])).toBeUndefined();
});

test("the head is found in a list in any order", async () => {
  expect(await findHead(folder, [first.slice(0, 7), second.slice(0, 7)])).toBe(second);
  expect(await findHead(folder, [second, first])).toBe(second);
  expect(await findHead(folder, ["deadbeef"])).toBeUndefined();
  expect(await findHead(folder, ["--output=x", "HEAD"])).toBeUndefined();
});

test("a folder without a repository is an error that says what to do", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "deep-review-none-"));
  await expect(requireRepository(elsewhere)).rejects.toMatchObject({ what: `${elsewhere} is not a git repository` });
  rmSync(elsewhere, { recursive: true });
});

function citing(start: number, end: number, code: string, commit: string) {
  return aReview({
    scope: aScope({ head: undefined, commits: [{ id: commit.slice(0, 8), subject: "two" }] }),
    findings: [aFinding()],
    clusters: [
      aCluster({ statement: aStatement({ locations: [{ path: "deliver.ts", start, end }], quotes: [{ code }] }) }),
    ],
  });
}

test("an excerpt has the cited lines, five around them, and says that the quote stands there", async () => {
  const review = await addExcerpts(citing(20, 22, "line 19\nline 20", second), folder);
  expect(review.scope.head).toBe(second);
  expect(review.excerpts).toMatchObject([
    { path: "src/deliver.ts", start: 15, cited: [{ start: 20, end: 22 }], grounding: { status: "grounded" } },
  ]);
  expect(review.excerpts[0]?.lines).toHaveLength(13);
  expect(review.excerpts[0]?.lines[5]).toBe("line 19");
});

test("a quote that stands elsewhere is said to have moved", async () => {
  const { excerpts } = await addExcerpts(citing(20, 22, "line 40\nline 41", first), folder);
  expect(excerpts[0]?.grounding).toMatchObject({ status: "moved", to: { start: 40, end: 41 } });
});

test("of several cited places only the one with the quote is judged by it", async () => {
  const locations = [
    { path: "src/deliver.ts", start: 50, end: 51 },
    { path: "src/deliver.ts", start: 5, end: 6 },
  ];
  const review = aReview({
    scope: aScope({ head: first, commits: [] }),
    findings: [aFinding()],
    clusters: [aCluster({ statement: aStatement({ locations, quotes: [{ code: "line 5\nline 6" }] }) })],
  });
  const { excerpts } = await addExcerpts(review, folder);
  expect(excerpts.map(({ start, grounding }) => [start, grounding.status])).toEqual([
    [1, "grounded"],
    [45, "unchecked"],
  ]);
  expect(buildReport({ ...review, excerpts }).kept[0]?.evidence.level).toBe("checked");
});

test("a commit that the repository lacks is a gap, not a failure", async () => {
  const { gaps, excerpts } = await addExcerpts(citing(1, 2, "x", "0123456789"), folder);
  expect(gaps).toEqual(["no excerpts: the repository does not hold the reviewed commit"]);
  expect(excerpts).toEqual([]);
});
