import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "#cli/program/create-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
let place: SmallRepository;
beforeAll(() => {
  place = makeSmallRepository();
  place.git("commit", "-q", "--allow-empty", "-m", "Nothing");
  for (const branch of ["lists", "demos"]) place.git("branch", branch);
  place.git("tag", "sites");
});
afterAll(() => place.remove());

describe("a first word that is close to a command", () => {
  test.each([
    [["shwo"], "show"],
    [["shw", "last", "I2"], "show"],
    [["declin", "I2", "--because", "no"], "decline"],
    [["puplish", "--to", "github"], "publish"],
    [["doktor", "--help"], "doctor"],
    [["vesion"], "version"],
  ])("%j is a misspelt command", (args, command) => {
    const { status, stdout, stderr } = place.run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `error: there is no command "${args[0]}"\n  why: it is not a branch, tag or commit either\n  fix: Did you mean \`${command}\`?\n`,
    );
  });

  test("is one outside a repository, too", () => {
    const { status, stderr } = place.runOutside("lst");
    expect([status, stderr]).toEqual([2, expect.stringContaining("Did you mean `list`?")]);
  });

  test("may also be a misspelt revision", () => {
    expect(place.run("lst").stderr).toContain("Did you mean `list`?");
    expect(place.run("listz").stderr).toContain("Did you mean `list`? Or the revision lists?");
  });

  test.each(["lists", "sites", "demos"])("is a target if it is a revision: %s", (target) => {
    const { status, stdout, stderr } = place.run("config", target);
    expect([status, stderr], stdout).toEqual([0, ""]);
    expect(place.run(target).stderr).not.toContain("there is no command");
  });

  test("is looked up in the repository of --repo", () => {
    for (const option of [["--repo", "repository"], ["--repo=repository"]]) {
      const { stderr } = place.runOutside("lists", ...option);
      expect(stderr).not.toContain("there is no command");
    }
  });
});

test("a word that is like no command is an unknown revision, with similar names", () => {
  expect(place.run("mian")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^error: unknown revision mian\n/),
  });
  expect(place.run("mian").stderr).toContain("did you mean main?");
});

describe("a word for which there is no command", () => {
  test.each([
    ["review", "to review, leave the word out"],
    ["reveiw", "to review, leave the word out"],
    ["revew", "to review, leave the word out"],
    ["reviews", "`deep-review list` lists the stored reviews"],
    ["status", "`deep-review list` lists the stored reviews, `deep-review show` shows the newest"],
    ["statsu", "`deep-review list` lists the stored reviews, `deep-review show` shows the newest"],
    ["raport", "`deep-review show` shows the newest review"],
  ])("%s says what to run instead", (word, fix) => {
    expect(place.run(word)).toEqual({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(`error: there is no command "${word}"\n`),
    });
    expect(place.run(word).stderr).toContain(`  fix: ${fix}`);
  });

  test.each(["reveiw", "status"])("is a target if it is a revision: %s", (word) => {
    place.git("branch", word);
    expect(place.run(word).stderr).not.toContain("there is no command");
    place.git("branch", "-D", word);
  });

  test("may be a misspelt revision", () => {
    place.git("branch", "reveiw-x");
    expect(place.run("reveiw-y").stderr).toContain("reveiw-x");
    place.git("branch", "-D", "reveiw-x");
  });
});

test.each([
  [["--jsn"], "(Did you mean --json?)\n(run `deep-review help review` to list the options)\n"],
  [["list", "--id"], "(Did you mean --ids?)\n(run with --help to list the options)\n"],
])("a misspelt option gets a suggestion: %j", (args, hint) => {
  expect(place.run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(hint) });
});

test("version prints the version", () => {
  expect(place.run("version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

describe("help", () => {
  const io = { stdout: process.stdout, stderr: process.stderr, env: {}, cwd: () => place.home };
  const finish = () => undefined;
  const program = createProgram({ io, paths: [], finish, finishPrinting: finish });
  const shown = program.createHelp().visibleCommands(program);

  test("--help fits on one screen", () => {
    const lines = place.run("--help").stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test("--help has every command in its group, each with a short line", () => {
    const { stdout } = place.run("--help");
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
    const named = place.run("--help").stdout.match(/--[a-z][a-z-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(program.options.map(({ long }) => long)).toEqual(expect.arrayContaining(named));
  });

  test("help alone is the same as --help", () => {
    expect(place.run("help")).toEqual(place.run("--help"));
  });

  test("help review has every option of the review, and the exit codes", () => {
    const { status, stdout } = place.run("help", "review");
    expect(status).toBe(0);
    for (const { flags } of program.options) expect(stdout).toContain(`  ${flags} `);
    expect(stdout).toContain(place.run("help", "exit-codes").stdout);
    expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}70 .*\n {2}130 /);
  });

  test("help with a command shows its options", () => {
    expect(place.run("help", "decline")).toEqual(place.run("decline", "--help"));
    expect(place.run("help", "rules", "propose")).toEqual(place.run("rules", "propose", "--help"));
    expect(place.run("help", "decline").stdout).toContain("--because");
  });

  test.each([
    [["lst"], 'there is no command "lst"', "did you mean `list`?"],
    [["rules", "propos"], 'there is no command "rules propos"', "did you mean `propose`?"],
    [["zzzz"], 'there is no command "zzzz"', "`deep-review help`"],
  ])("help with another word says what there is: %j", (topic, what, fix) => {
    const { status, stderr } = place.run("help", ...topic);
    expect(status).toBe(2);
    expect(stderr).toContain(what);
    expect(stderr).toContain(fix);
  });
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
