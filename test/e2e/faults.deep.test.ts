import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killAndResume } from "../../bench/lib/fault-round.ts";
import { endedReviewers, PHASES } from "../../bench/lib/kill-points.ts";
import {
  archive,
  cli,
  folderOf,
  ground,
  MOUNTS,
  onDisk,
  options,
  recordOf,
  rounds,
  run,
  script,
  startUntil,
  useFaultGround,
} from "./fault-ground.ts";

useFaultGround();

describe("a round killed with a signal that cannot be caught", () => {
  test.each([...PHASES, "stream" as const, "between" as const])(
    'when it has come to "%s", and resumed, says the same; no reviewer runs twice',
    async (from) => {
      const { fault } = await killAndResume(ground, `kill-${rounds}`, { from, delay: from === "nothing" ? 150 : 5 });
      expect(fault).toBeUndefined();
    },
  );

  test("leaves what a reviewer had said so far, and resume says where it is", async () => {
    const slow = script({ seconds: 30, length: 1000 });
    const part = () => join(folderOf(), "raw/slow.part.md");
    const { child, ended } = await startUntil(
      () => existsSync(part()) && readFileSync(part(), "utf8").length > 150 && endedReviewers(archive).length === 4,
      "HEAD",
      "--archive",
      archive,
      "--scripted",
      slow,
    );
    child.kill("SIGKILL");
    await ended;
    const said = readFileSync(part(), "utf8");
    expect(said).toContain("It is wrong");
    const { status, stderr } = run("resume", "--archive", archive, "--scripted", script({}));
    expect(status).toBe(0);
    expect(stderr).toMatch(/kept: Loose Ends, Test Scout, Hazard Lint, Quick/);
    expect(stderr).toContain(`Slow was cut short after ${said.length + 2} bytes, kept as raw/slow.cut-1.md`);
    expect(readFileSync(join(folderOf(), "raw/slow.cut-1.md"), "utf8")).toBe(said);
    expect(existsSync(part())).toBe(false);
  });

  test("leaves no temporary folder beyond the next start, which removes nothing else", async () => {
    const place = join(ground.folder, "temporary");
    for (const name of ["deep-review-notes", "deep-review-12-00c0ffee"])
      mkdirSync(join(place, name), { recursive: true });
    // Somebody else's, by the same name: its owner is not written down, and it is in use.
    const others = readdirSync(place);
    utimesSync(join(place, "deep-review-notes"), 0, 0);
    const args = ["HEAD", "--archive", archive, "--scripted"];
    const inPlace = { ...options(), env: { ...options().env, TMPDIR: place } };
    const child = spawn(process.execPath, [cli, ...args, script({ seconds: 30 })], { ...inPlace, stdio: "ignore" });
    while (endedReviewers(archive).length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
    expect(readdirSync(place).length).toBeGreaterThan(others.length);
    expect(spawnSync(process.execPath, [cli, ...args, script({}), "--again"], inPlace).status).toBe(0);
    expect(readdirSync(place)).toEqual(others);
  });
});

describe("two reviews of the same change at once", () => {
  test("do not disturb each other", async () => {
    const args = ["HEAD", "--archive", archive, "--scripted", script({ seconds: 0.3 }), "--quiet"];
    const both = await Promise.all([startUntil(() => true, ...args), startUntil(() => true, ...args)]);
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const [one, other] = [recordOf(0), recordOf(1)];
    expect(one.id).not.toBe(other.id);
    expect(one.findings).toEqual(other.findings);
    expect(endedReviewers(archive)).toHaveLength(10);
  });

  test("cannot both resume one round", async () => {
    const slow = script({ seconds: 30 });
    const args = ["--archive", archive, "--scripted", slow];
    const first = await startUntil(() => endedReviewers(archive).length === 4, "HEAD", ...args);
    const { status, stderr } = run("resume", ...args);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(status).toBe(2);
    expect(stderr).toContain("is running");
  });
});

describe("a disk that is full", () => {
  test.skipIf(!MOUNTS)("while reviewers speak: what they said is kept elsewhere, and resumed from there", () => {
    onDisk("64k", () => {
      const { status, stderr } = run("HEAD", "--archive", archive, "--scripted", script({ length: 100_000 }));
      expect(status).toBe(2);
      expect(stderr).toContain("no space is left");
      const [, command = "", kept = ""] = /`deep-review (resume \S+ --archive (\S+))`/.exec(stderr) ?? [];
      const again = run(...command.split(" "), "--quiet");
      expect(again).toMatchObject({ status: 0, stderr: "" });
      const [id = ""] = readdirSync(join(kept, "reviews"));
      const record = JSON.parse(readFileSync(join(kept, "reviews", id, "review.json"), "utf8"));
      expect(record.findings).toHaveLength(2);
      expect(record.runs.every(({ outcome }: { outcome: string }) => outcome === "completed")).toBe(true);
      rmSync(kept, { recursive: true });
      // What is left on the disk is no record, and does not break the list.
      expect(run("list", "--archive", archive)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("interrupted"),
      });
    });
  });

  test("when the report is written: nothing is half there, and resume goes on, with the same gate, once there is room", () => {
    const args = ["HEAD", "--archive", archive, "--scripted", script({}), "--fail-on", "suggestion"];
    const limited = ["-c", 'ulimit -f 40; exec "$0" "$@"', process.execPath, cli, ...args];
    const { status, stderr } = spawnSync("sh", limited, options());
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: cannot write .*report.html\n {2}why: .*\n {2}fix: .*deep-review resume/);
    expect(existsSync(join(folderOf(), "review.json"))).toBe(false);
    expect(run("resume", "--archive", archive, "--scripted", script({}), "--quiet").status).toBe(1);
    expect(endedReviewers(archive)).toHaveLength(5);
    expect(recordOf()).toMatchObject({ failOn: "suggestion", findings: { length: 2 } });
  });

  test.skipIf(!MOUNTS)("for temporary files: the error says so", () => {
    onDisk("16k", () => {
      writeFileSync(join(archive, "filler"), "x".repeat(16_384));
      const env = { ...options().env, TMPDIR: archive };
      const args = [cli, "HEAD", "--archive", join(ground.folder, "elsewhere")];
      const { status, stderr } = spawnSync(process.execPath, args, { ...options(), env });
      expect(stderr).toMatch(/^error: .*\n {2}why: .*(?:[nN]o space|diskspace).*\n {2}fix: /);
      expect(status).toBe(2);
    });
  });
});
