import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";

let folder = "";

const environment = () => ({ PATH: process.env["PATH"], HOME: folder, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" });
const git = (...args: string[]): void => {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
    cwd: folder,
    env: environment(),
  });
};
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};
function run(...args: string[]) {
  return runProgram(["audit", ...args], { cwd: folder, env: environment() });
}
const CHECK = "hazard-lint/debugger";
const source = (count: number): string =>
  Array.from({ length: count }, (_, at) => `export function go${at}() {\n  debugger;\n}\n`).join("");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-audit-"));
  git("init", "-q", "-b", "main");
  put("src/go.js", source(3));
  put("legacy/old.js", source(12));
  put("src/known.js", `export function known() {\n  // deep-review-ignore ${CHECK}: wanted\n  debugger;\n}\n`);
  git("add", ".");
  git("commit", "-qm", "Old sins");
  put("later.md", "# Later\n");
  git("add", ".");
  git("commit", "-qm", "Something else");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("tells what was there before, grouped by check, with counts, and that it is not a review", () => {
  const { status, stdout } = run("--limit", "2");
  expect(status).toBe(0);
  expect(stdout).toContain("This is not a review");
  expect(stdout).toContain(`${CHECK} (important, 15 places)`);
  expect(stdout).toContain("legacy/old.js:2: debugger;");
  expect(stdout).toContain("and 13 more: --limit 15");
  expect(stdout).toContain(`1 hit of ${CHECK} switched off by a comment at src/known.js:2`);
});

test("can be narrowed to paths and to one check, and printed as JSON and Markdown", () => {
  const audit = JSON.parse(run("src", "--check", CHECK, "--json").stdout);
  expect(audit).toMatchObject({ format: "deep-review-audit", groups: [{ check: CHECK, count: 3 }] });
  expect(audit.groups[0].places.map(({ line }: { line: number }) => line)).toEqual([2, 5, 8]);
  expect(audit.checks.changeOnly).toContain("loose-ends/removed-name");
  expect(run("src", "--format", "md").stdout).toMatch(/^# Audit of the tree[^]*\n- `src\/go\.js:2`: `debugger;`/);
});

test("one place is not called places", () => {
  const { stdout } = run("later.md", "--check", CHECK);
  expect(stdout).toMatch(/^1 file read, /m);
  expect(stdout).toContain("0 places.");
  put("one.js", "export function one() {\n  debugger;\n}\n");
  git("add", ".");
  git("commit", "-qm", "One");
  expect(run("one.js", "--check", CHECK).stdout).toContain("1 found something in 1 place.");
});

test("the configuration holds here too", () => {
  put("deep-review.config.json", JSON.stringify({ paths: { "legacy/**": [CHECK] } }));
  const { stdout } = run("--check", CHECK);
  expect(stdout).toContain("3 places");
  expect(stdout).toContain(`12 hits of ${CHECK} switched off for legacy/**`);
});

test("a check that fires often is folded with its number, and the JSON has every place", () => {
  put("src/many.js", source(201));
  git("add", ".");
  git("commit", "-qm", "Many");
  expect(run().stdout).toContain("and 206 more: --limit 216");
  expect(JSON.parse(run("--json").stdout).groups[0].places).toHaveLength(216);
});

test.each([
  [["--check", "hazard-lint/debuger"], "did you mean hazard-lint/debugger?"],
  [["--check", "loose-ends/removed-name"], "cannot look at a tree"],
  [["--format", "sarif"], "is not a format for an audit"],
  [["--limit", "many"], "is not a number of places"],
  [["nowhere"], "nowhere"],
])("%j is an error that says what to do", (args, says) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(says);
});

test("--check takes a check without its reviewer", () => {
  expect(run("--check", "debugger").stdout).toBe(run("--check", CHECK).stdout);
  expect(run("--check", "empty-catch")).toMatchObject({ status: 2, stderr: expect.stringContaining("was removed") });
});
