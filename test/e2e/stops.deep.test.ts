import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { endedReviewers, phaseOf } from "../../bench/lib/kill-points.ts";
import {
  archive,
  folderOf,
  ground,
  MOUNTS,
  onDisk,
  recordOf,
  run,
  script,
  startUntil,
  useFaultGround,
} from "./fault-ground.ts";

// Kills at every moment and full disks are in faults.deep.test.ts.
useFaultGround();

describe("a round that is interrupted", () => {
  const untilOneIsLeft = () =>
    startUntil(
      () => endedReviewers(archive).length === 4,
      "HEAD",
      "--archive",
      archive,
      "--scripted",
      script({ seconds: 30 }),
    );

  test.each(["SIGTERM", "SIGHUP"] as const)("by %s keeps what is done and ends with 130", async (signal) => {
    const { child, ended, said } = await untilOneIsLeft();
    child.kill(signal);
    expect(await ended).toBe(130);
    expect(said()).toMatch(/`deep-review resume --archive .*` continues/);
    expect(phaseOf(archive, 5)).toMatch(/stream|between/);
    expect(run("resume", "--archive", archive, "--scripted", script({}), "--quiet").status).toBe(0);
    expect(recordOf().findings).toHaveLength(2);
  });

  test("by Ctrl-C reports what was said so far, and resume asks only who was stopped", async () => {
    const { child, ended, said } = await untilOneIsLeft();
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(said()).toMatch(/`deep-review resume --archive .*` asks those reviewers again/);
    const stopped = recordOf();
    expect(stopped.verdict.kind).toBe("incomplete");
    expect(stopped.runs.at(-1)).toMatchObject({ outcome: "failed", message: "stopped by the user" });
    const rows = run("list", "--archive", archive).stdout.trim().split("\n").slice(1);
    expect(rows).toEqual([expect.stringMatching(/Incomplete.*stopped: deep-review resume /)]);
    const { status, stderr } = run("resume", "--archive", archive, "--scripted", script({}));
    expect(status).toBe(0);
    expect(stderr).toMatch(/kept: Loose Ends, Test Scout, Hazard Lint, Quick/);
    expect(recordOf().findings).toHaveLength(2);
    expect(run("resume", "--archive", archive).stderr).toContain("nothing to resume");
  });
});

describe("a reviewer that fails", () => {
  test("after it has spoken leaves what it said", () => {
    const path = join(ground.folder, "fails.json");
    const reviewers = [{ id: "ada", name: "Ada", says: "I have seen", fails: "no credit left" }];
    writeFileSync(path, JSON.stringify({ reviewers }));
    run("HEAD", "--archive", archive, "--scripted", path);
    expect(readFileSync(join(folderOf(), "raw/ada.part.md"), "utf8")).toBe("I have seen");
    expect(recordOf().runs.at(-1)).toMatchObject({ outcome: "failed", message: "no credit left" });
  });
});

describe("an archive that cannot be written", () => {
  test.skipIf(!MOUNTS)("is an error before anybody is asked", () => {
    onDisk("64k", () => {
      spawnSync("mount", ["-o", "remount,ro", archive]);
      for (const place of [archive, join(archive, "new/one")]) {
        const { status, stderr } = run("HEAD", "--archive", place, "--scripted", script({}));
        expect(stderr).toMatch(/^error: cannot write .*\n {2}why: .*\n {2}fix: /);
        expect(status).toBe(2);
      }
    });
  });

  test.skipIf(process.getuid?.() === 0)("because of its rights is an error that says so", () => {
    mkdirSync(archive);
    chmodSync(archive, 0o555);
    const { status, stderr } = run("HEAD", "--archive", archive);
    expect(stderr).toContain("permission was denied");
    expect(status).toBe(2);
  });

  test("because links lead in a circle, or nobody named it, is an error that says so", () => {
    symlinkSync("loop", join(ground.folder, "loop"));
    for (const [place, why] of [
      [join(ground.folder, "loop"), "links in its path lead in a circle"],
      ["", "its value is empty"],
    ] as const) {
      const { status, stderr } = run("HEAD", "--archive", place);
      expect(stderr).toContain(why);
      expect(status).toBe(2);
    }
  });

  test("because a file is in the way is an error that says so", () => {
    writeFileSync(archive, "");
    const { status, stderr } = run("HEAD", "--archive", archive);
    expect(stderr).toContain("is a file, not a folder");
    expect(status).toBe(2);
  });
});
