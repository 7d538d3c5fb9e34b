import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { listRounds } from "#adapters/store/list-rounds.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import { aReview, aReviewer, aRun } from "../../helpers/builders.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deep-review-archive-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a review is stored with its raw reviews and comes back", async () => {
  const archive = openArchive(folder);
  const review = aReview({
    reviewers: [aReviewer()],
    runs: [aRun({ text: "what it said\n" }), aRun({ pass: 2, text: "again" })],
    findings: [],
    clusters: [],
  });
  const home = await archive.write(review, [{ name: "original.md", content: "# Deep Review" }]);
  expect(await readdir(home)).toEqual(["original.md", "raw", "review.json"]);
  expect(await readFile(join(home, "raw/claude.md"), "utf8")).toBe("what it said\n");
  expect(await readdir(join(home, "raw"))).toEqual(["claude-p2.md", "claude.md"]);
  expect(await archive.list()).toEqual([review.id]);
  expect(await archive.read(review.id)).toEqual(review);
});

test("says where a stored review comes from", async () => {
  const archive = openArchive(folder);
  await archive.write(aReview(), []);
  expect(await archive.peekOrigin(aReview().id)).toBe("import");
  expect(await archive.peekOrigin("another")).toBeUndefined();
});

test.each(["..", ".", "a/b", "a\\b", "a\nb", ""])("the id %j cannot leave the archive", async (id) => {
  const archive = openArchive(folder);
  await expect(async () => archive.read(id)).rejects.toThrow(/cannot be a review id/);
});

test("a folder that is no archive is an error that says what to do", async () => {
  await expect(openArchive(join(folder, "nowhere")).list()).rejects.toMatchObject({
    what: expect.stringContaining("is not an archive"),
  });
});

test("a failed write leaves the old content and no rubbish", async () => {
  const path = join(folder, "file.txt");
  await writeFileWhole(path, "old");
  await writeFile(join(folder, "blocker"), "");
  await expect(writeFileWhole(join(folder, "blocker/file.txt"), "new")).rejects.toMatchObject({
    why: expect.stringMatching(/is a file, not a folder/),
  });
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["blocker", "file.txt"]);
});

test.skipIf(process.getuid?.() === 0)(
  "a read-only folder is an error that says so (skipped as root: root may write everywhere)",
  async () => {
    await chmod(folder, 0o500);
    await expect(writeFileWhole(join(folder, "x"), "y")).rejects.toMatchObject({
      why: expect.stringContaining("permission was denied"),
    });
  },
);

test("a record that is a link to a device or a pipe is refused, not read", async () => {
  const archive = openArchive(folder);
  const review = aReview({ id: "20260101-000000-one" });
  await archive.write(review, []);
  for (const name of ["20260102-000000-link", "20260103-000000-pipe"]) {
    await mkdir(join(folder, "reviews", name), { recursive: true });
  }
  await symlink("/dev/zero", join(folder, "reviews/20260102-000000-link/review.json"));
  execFileSync("mkfifo", [join(folder, "reviews/20260103-000000-pipe/review.json")]);
  await mkdir(join(folder, "cache"));
  await symlink("/dev/zero", join(folder, "cache/rounds.json"));
  const { rounds, broken } = await listRounds(archive);
  expect(rounds.map(({ id }) => id)).toEqual(["20260101-000000-one"]);
  expect(broken.map(({ id }) => id)).toEqual(["20260102-000000-link", "20260103-000000-pipe"]);
  await expect(archive.read("20260102-000000-link")).rejects.toThrow("cannot read review");
  expect(await archive.peekOrigin("20260103-000000-pipe")).toBeUndefined();
});
