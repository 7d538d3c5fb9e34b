import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { makeSmallRepository } from "../helpers/small-repository.ts";

const root = new URL("../..", import.meta.url).pathname;
const sample = readdirSync(join(root, "test/fixtures/sample")).find((name) => name.endsWith(".md")) ?? "";
let folder = "";

function run(args: readonly string[], path = process.env["PATH"] ?? "") {
  return runProgram([...args], { cwd: folder, env: { PATH: path, HOME: folder, TMPDIR: folder } });
}
const show = (...args: string[]) => run(["show", ...args, "--archive", "archive"]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-show-"));
  for (const name of ["20260101-one.md", "20260202-two.md", "20260203-three.md"])
    cpSync(join(root, "test/fixtures/sample", sample), join(folder, name));
  run(["import", ".", "--archive", "archive"]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("show", () => {
  test("prints the review that is named, by its start, or the last", () => {
    expect(show("20260101-one")).toMatchObject({ status: 0, stderr: "" });
    expect(show("20260101").stdout).toContain("show 20260101-one ID");
    expect(show("last").stdout).toContain("show 20260203-three ID");
    expect(show().stdout).toBe(show("last").stdout);
  });

  test("a start that several have, and one that none has, end with 2 and say what there is", () => {
    const several = show("202602");
    expect(several.status).toBe(2);
    expect(several.stderr).toMatch(/matches several reviews\n {2}why: .*20260202-two, 20260203-three/);
    expect(show("20260202-tow").stderr).toContain("did you mean 20260202-two?");
  });

  test("a review that was cut short is said to be", () => {
    mkdirSync(join(folder, "archive/reviews/20260909-cut"));
    writeFileSync(join(folder, "archive/reviews/20260909-cut/events.jsonl"), "{}\n");
    expect(show("20260909").stderr).toContain("deep-review resume 20260909-cut");
    const listed = run(["list", "--unfinished", "--archive", "archive"]).stdout;
    expect(listed).toContain("deep-review resume 20260909-cut --archive archive");
  });

  test("one finding in full: who raised it, what stands behind it, its words", () => {
    const record = JSON.parse(readFileSync(join(folder, "archive/reviews/20260101-one/review.json"), "utf8"));
    const [cluster] = record.clusters;
    const { status, stdout } = show("20260101", cluster.id.toLowerCase());
    expect(status).toBe(0);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(cluster.statement.title);
    for (const label of ["severity", "where", "raised by", "evidence"]) expect(stdout).toContain(`  ${label}`);
    // A finding of a reviewer leads to the cluster that it is in.
    expect(show("20260101", cluster.members[0].finding).stdout).toBe(stdout);
  });

  test("a finding that is not there ends with 2 and says which are", () => {
    const { status, stderr } = show("20260101", "Z9");
    expect(status).toBe(2);
    expect(stderr).toMatch(/has no finding "Z9"\n {2}why: it has [CIS]1/);
  });
});

describe("--open", () => {
  test("gives the page to the opener of the platform, without a shell", async () => {
    const opener = process.platform === "darwin" ? "open" : "xdg-open";
    mkdirSync(join(folder, "bin"));
    writeFileSync(
      join(folder, "bin", opener),
      '#!/bin/sh\nprintf %s "$1" > "$HOME/opened.part"\nmv "$HOME/opened.part" "$HOME/opened"\n',
    );
    chmodSync(join(folder, "bin", opener), 0o755);
    expect(run(["demo", "--out", "a b;c", "--open"], `${folder}/bin:${process.env["PATH"]}`).status).toBe(0);
    while (!existsSync(join(folder, "opened"))) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readFileSync(join(folder, "opened"), "utf8")).toBe(join(folder, "a b;c/report.html"));
  });

  test("without an opener it says so and where the page is; the command has not failed", () => {
    mkdirSync(join(folder, "bin"));
    symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(folder, "bin/git"));
    const { status, stderr } = run(["demo", "--out", "out", "--open"], join(folder, "bin"));
    expect(status).toBe(0);
    expect(stderr).toMatch(/cannot open the page: there is no (?:xdg-open|open) here\. It is .*report\.html/);
  });

  test.each([
    [["render", "last", "--archive", "archive", "--format", "html", "--open"], "there is no --out"],
    [["render", "last", "--archive", "archive", "--format", "md", "--out", "o", "--open"], "without html"],
  ])("%j has no page to open and says why", (args, why) => {
    const { status, stderr } = run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(why);
  });
});

test("commands that name no review take the newest of the branch that is checked out", () => {
  const place = makeSmallRepository();
  try {
    const commit = (name: string): void => {
      writeFileSync(join(place.folder, name), "debugger;\n");
      place.git("add", ".");
      place.git("commit", "-q", "-m", name);
    };
    commit("main.js");
    for (const branch of ["first", "second"]) {
      place.git("checkout", "-q", "-b", branch, "main");
      commit(`${branch}.js`);
      expect(place.run("--quiet").status).toBe(0);
    }
    place.git("checkout", "-q", "first");
    expect(place.run("show").stdout).toContain("Review of branch first");
    expect(place.run("show", "I1").stdout).toContain("first.js");
    expect(place.run("explain", "I1").stdout).toContain("first.js");
    expect(place.run("show", "last").stdout).toContain("Review of branch second");
    expect(place.run("decline", "I1", "--because", "meant so").stdout).toContain("first");
    // What was decided since the review is shown with it; the other branch has nothing decided.
    expect(place.run("show").stdout).toContain("1 declined");
    expect(place.run("show", "I1").stdout).toMatch(/decided +declined: meant so/);
    expect(place.run("show", "last").stdout).not.toContain("declined");
    expect(place.run("site", "--out", "pages").status).toBe(0);
    expect(readFileSync(join(place.folder, "pages/index.html"), "utf8")).toContain("1 declined");
  } finally {
    place.remove();
  }
});
