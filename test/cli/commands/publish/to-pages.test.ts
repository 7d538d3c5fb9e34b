import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { makePlace, type Place, reviewOf } from "../../../pipeline/publish/pages-place.ts";
import { callProgram } from "../../../helpers/run-program.ts";

const ID = "20261101-100000-pr-1";
let place: Place;
beforeEach(async () => {
  place = makePlace();
  await openArchive(join(place.folder, "relay/.deep-review")).write(reviewOf(ID), []);
});
afterEach(() => place.close());

async function publish(...args: string[]) {
  const env = { PATH: process.env["PATH"], HOME: join(place.folder, "home"), NO_COLOR: "1" };
  const { status: code, ...said } = await callProgram(["publish", ...args], { cwd: join(place.folder, "relay"), env });
  return { code, ...said };
}

test("says what a dry run would change, what was published, how to push it, and that it is there already", async () => {
  const dry = await publish("--to", "pages", "--dry-run");
  expect(dry).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/^6 files would change on the branch reviews\n/),
  });
  expect(dry.stdout).toContain(`  added    reviews/${ID}.html\n`);
  const done = await publish("--to", "pages");
  expect(done.stdout).toMatch(new RegExp(`^Published ${ID} to the branch reviews: 6 files \\([0-9a-f]{10}\\)\n`));
  expect(done.stdout).toMatch(/To push it: git push origin reviews\n$/);
  expect((await publish(ID, "--to", "pages", "--push")).stdout).toMatch(/already has .*\nPushed to origin\n$/);
  const again = JSON.parse((await publish("2026", "--to", "pages", "--push", "--json")).stdout);
  expect(again).toMatchObject({ review: ID, branch: "reviews", pushed: "already there", isHere: true, changes: [] });
  expect(again.commit).toBe(place.git("server.git", "rev-parse", "reviews"));
});

test("a branch that is named may have any name; options of another place are refused", async () => {
  expect((await publish("--to", "pages", "--branch", "team/pages", "--message", "Say it")).code).toBe(0);
  expect(place.git("relay", "log", "-1", "--format=%s", "team/pages")).toBe("Say it");
  for (const [to, ...option] of [
    ["pages", "--max-comments", "3"],
    ["github", "--branch", "reviews"],
  ]) {
    const { code, stderr } = await publish("--to", to ?? "", ...option);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${option[0]} does not apply here`)]);
  }
  expect(await publish("--to", "moon")).toMatchObject({ code: 2, stderr: expect.stringContaining("github or pages") });
});
