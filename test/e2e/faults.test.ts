import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FaultGround, killAndResume, prepareGround } from "../../bench/lib/fault-round.ts";
import { endedReviewers, namesIn, phaseOf, PHASES } from "../../bench/lib/kill-points.ts";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let ground: FaultGround;
let archive = "";
let rounds = 0;
beforeAll(() => {
  ground = prepareGround();
});
afterAll(() => ground.close());
beforeEach(() => {
  rounds += 1;
  archive = join(ground.folder, `archive ${rounds}`);
});
afterEach(() => rmSync(archive, { recursive: true, force: true }));

const options = () => ({
  cwd: ground.folder,
  env: { PATH: process.env["PATH"], HOME: ground.folder, GIT_CONFIG_NOSYSTEM: "1", TMPDIR: tmpdir() },
  encoding: "utf8" as const,
});

/** A script of one quick and one slow or long-winded reviewer. */
function script({ seconds = 0.1, length = 100 }): string {
  const says = `### Important Issues\n\nI1. **It is wrong** — \`relay.ts:2\` (important, gap)\n\n`;
  const path = join(ground.folder, `script-${rounds}.json`);
  const slow = { id: "slow", name: "Slow", seconds, says: says + "word ".repeat(length / 5) };
  writeFileSync(path, JSON.stringify({ reviewers: [{ id: "quick", name: "Quick", says }, slow] }));
  return path;
}

const run = (...args: string[]) => spawnSync(process.execPath, [cli, ...args], options());
const folderOf = (round = 0): string => join(archive, "reviews", namesIn(join(archive, "reviews"))[round] ?? "none");
const recordOf = (round = 0) => JSON.parse(readFileSync(join(folderOf(round), "review.json"), "utf8"));

/** Starts a round and waits until what it has written meets the condition. */
async function startUntil(condition: () => boolean, ...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { ...options(), stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!condition() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  return { child, ended, said: () => stderr };
}

describe("a round killed with a signal that cannot be caught", () => {
  test.each([...PHASES, "stream" as const, "between" as const])(
    "when it has come to «%s», and resumed, says the same; no reviewer runs twice",
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
    expect(said()).toContain("`deep-review resume` goes on");
    expect(phaseOf(archive, 5)).toMatch(/stream|between/);
    expect(run("resume", "--archive", archive, "--scripted", script({}), "--quiet").status).toBe(0);
    expect(recordOf().findings).toHaveLength(2);
  });

  test("by Ctrl-C reports what was said so far, and resume asks only who was stopped", async () => {
    const { child, ended, said } = await untilOneIsLeft();
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(said()).toContain("`deep-review resume` asks those again");
    const stopped = recordOf();
    expect(stopped.verdict.kind).toBe("incomplete");
    expect(stopped.runs.at(-1)).toMatchObject({ outcome: "failed", message: "stopped by the user" });
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

const MOUNTS = process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const folder = join(tmpdir(), `deep-review-mount-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
  if (status === 0) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

/** Runs the test with the archive on a small disk of its own. */
function onDisk(size: string, work: () => void): void {
  mkdirSync(archive);
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", archive]);
  try {
    work();
  } finally {
    spawnSync("umount", [archive]);
  }
}

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
        stdout: expect.stringContaining("cut short"),
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
