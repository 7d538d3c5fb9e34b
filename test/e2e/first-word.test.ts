import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "#cli/program/create-program.ts";
import { runProgram } from "../helpers/run-program.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
let home = "";
let folder = "";

const environment = () => ({ PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" });
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
    cwd: folder,
    env: environment(),
  });
const run = (...args: string[]) => runProgram(args, { cwd: folder, env: environment() });

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "deep-review-first-word-"));
  folder = join(home, "repository");
  mkdirSync(folder);
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "Nothing");
  for (const branch of ["lists", "demos"]) git("branch", branch);
  git("tag", "sites");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a first word that is close to a command", () => {
  test.each([
    [["shwo"], "show"],
    [["shw", "last", "I2"], "show"],
    [["declin", "I2", "--because", "no"], "decline"],
    [["puplish", "--to", "github"], "publish"],
    [["doktor", "--help"], "doctor"],
    [["vesion"], "version"],
  ])("%j is a misspelt command", (args, command) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `error: there is no command "${args[0]}"\n  why: it is not a branch, tag or commit either\n  fix: Did you mean \`${command}\`?\n`,
    );
  });

  test("is one outside a repository, too", () => {
    const { status, stderr } = runProgram(["lst"], { cwd: home, env: environment() });
    expect([status, stderr]).toEqual([2, expect.stringContaining("Did you mean `list`?")]);
  });

  test("may also be a misspelt revision", () => {
    expect(run("lst").stderr).toContain("Did you mean `list`?");
    expect(run("listz").stderr).toContain("Did you mean `list`? Or the revision lists?");
  });

  test.each(["lists", "sites", "demos"])("is a target if it is a revision: %s", (target) => {
    const { status, stdout, stderr } = run("config", target);
    expect([status, stderr], stdout).toEqual([0, ""]);
    expect(run(target).stderr).not.toContain("there is no command");
  });

  test("is looked up in the repository of --repo", () => {
    for (const option of [["--repo", "repository"], ["--repo=repository"]]) {
      const { stderr } = runProgram(["lists", ...option], { cwd: home, env: environment() });
      expect(stderr).not.toContain("there is no command");
    }
  });
});

test("a word that is like no command is an unknown revision, with similar names", () => {
  expect(run("mian")).toMatchObject({ status: 2, stderr: expect.stringMatching(/^error: unknown revision mian\n/) });
  expect(run("mian").stderr).toContain("did you mean main?");
});

test("the word review says that a review needs no command", () => {
  expect(run("review")).toMatchObject({ status: 2, stderr: expect.stringContaining("leave the word out") });
});

test.each([
  [["--jsn"], "(Did you mean --json?)\n(run `deep-review help review` to list the options)\n"],
  [["list", "--id"], "(Did you mean --ids?)\n(run with --help to list the options)\n"],
])("a misspelt option gets a suggestion: %j", (args, hint) => {
  expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(hint) });
});

test("version prints the version", () => {
  expect(run("version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

describe("help", () => {
  const io = { stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => home };
  const finish = () => undefined;
  const program = createProgram({ io, paths: [], finish, finishPrinting: finish });
  const shown = program.createHelp().visibleCommands(program);

  test("--help fits on one screen", () => {
    const lines = run("--help").stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test("--help has every command in its group, each with a short line", () => {
    const { stdout } = run("--help");
    expect(shown.length).toBeGreaterThan(20);
    for (const command of shown) {
      expect(stdout).toMatch(
        new RegExp(`^(?:\\w[\\w ]{8}| {9})${command.name()} {2,}${escape(command.summary())}$`, "m"),
      );
      expect(command.summary()).not.toBe("");
    }
    for (const group of ["Review", "Read", "Decide", "Publish", "Set up"])
      expect(stdout).toMatch(new RegExp(`^${group} {2,}`, "m"));
  });

  test("--help names only options that exist", () => {
    const named = run("--help").stdout.match(/--[a-z][a-z-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(program.options.map(({ long }) => long)).toEqual(expect.arrayContaining(named));
  });

  test("help alone is the same as --help", () => {
    expect(run("help")).toEqual(run("--help"));
  });

  test("help review has every option of the review, and the exit codes", () => {
    const { status, stdout } = run("help", "review");
    expect(status).toBe(0);
    for (const { flags } of program.options) expect(stdout).toContain(`  ${flags} `);
    expect(stdout).toContain(run("help", "exit-codes").stdout);
    expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}70 .*\n {2}130 /);
  });

  test("help with a command shows its options", () => {
    expect(run("help", "decline")).toEqual(run("decline", "--help"));
    expect(run("help", "rules", "propose")).toEqual(run("rules", "propose", "--help"));
    expect(run("help", "decline").stdout).toContain("--because");
  });

  test.each([
    [["lst"], 'there is no command "lst"', "did you mean `list`?"],
    [["rules", "propos"], 'there is no command "rules propos"', "did you mean `propose`?"],
    [["zzzz"], 'there is no command "zzzz"', "`deep-review help`"],
  ])("help with another word says what there is: %j", (topic, what, fix) => {
    const { status, stderr } = run("help", ...topic);
    expect(status).toBe(2);
    expect(stderr).toContain(what);
    expect(stderr).toContain(fix);
  });
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
