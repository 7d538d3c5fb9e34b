import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const cli = new URL("../../dist/cli.js", import.meta.url).pathname;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-codes-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.invalid", ...args], {
      cwd: folder,
      env: environment(),
    });
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "Begin");
  writeFileSync(join(folder, "a.ts"), "export const first = 1;\n");
  git("add", "a.ts");
  git("commit", "-q", "-m", "Add a");
  const says = "### Critical Issues\n\nC1. **It is wrong** — `a.ts:1` (critical, gap)\n\nIt is.\n";
  const talks = (name: string, reviewer: object): void =>
    writeFileSync(join(folder, name), JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says, ...reviewer }] }));
  talks("finds.json", {});
  talks("fails.json", { fails: "the server is gone" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  PATH: process.env["PATH"],
  HOME: folder,
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  NODE: process.execPath,
  CLI: cli,
});

/** A line of bash, and the code of the program in it. */
function bash(line: string): { readonly code: number; readonly stderr: string } {
  const { stdout, stderr } = spawnSync("bash", ["-c", `{ ${line}; } 3>&1 >/dev/null`], {
    cwd: folder,
    env: environment(),
    encoding: "utf8",
  });
  return { code: Number(stdout.trim() || "NaN"), stderr };
}

const review = (script: string, archive: string): string =>
  `"$NODE" "$CLI" HEAD --reviewers test-scout --fail-on critical --scripted ${script}.json --archive ${archive}`;

/** Whether the round in this archive has its record and its page. */
function isKept(archive: string): boolean {
  const [round = ""] = readdirSync(join(folder, archive, "reviews"));
  return ["review.json", "report.html"].every((name) => existsSync(join(folder, archive, "reviews", round, name)));
}

function recordIn(archive: string) {
  const [round = ""] = readdirSync(join(folder, archive, "reviews"));
  return JSON.parse(readFileSync(join(folder, archive, "reviews", round, "review.json"), "utf8"));
}

describe("the exit code of a review stays, and the review is kept,", () => {
  test.each([
    ["a finding", "its reader closes the pipe at once", "finds", "| true", 1],
    ["what is incomplete", "its reader closes the pipe at once", "fails", "| true", 3],
    ["a finding", "the output device is full", "finds", ">/dev/full", 1],
    ["a finding", "all output devices are full", "finds", ">/dev/full 2>&1", 1],
    ["a finding", "there is no output", "finds", ">&- 2>&-", 1],
  ])("with %s, when %s", (...[, , script, end, code]) => {
    const archive = `archive-${script}-${end.replace(/\W/g, "") || "pipe"}`;
    const ended = bash(`${review(script, archive)} ${end}; echo "\${PIPESTATUS[0]}" >&3`);
    expect(ended.code, ended.stderr).toBe(code);
    expect(isKept(archive)).toBe(true);
    if (end === ">/dev/full")
      expect(ended.stderr).toContain("could not write to standard output: no space is left on the disk");
  });
});

describe("a reviewer whose answer is no review has failed, and the exit code is 3:", () => {
  test.each([
    ["a note about its progress", "I will now look at the files."],
    ["one word of praise", "LGTM"],
    ["a greeting", "hello"],
    ["the form with nothing in it", "### Critical Issues\n\n### Important Issues\n"],
    [
      "the form with praise only",
      "### Critical Issues\n\n### Important Issues\n\n### Design Observations\n\n- Nice layers.\n",
    ],
  ])("%s", (name, says) => {
    const script = name.replace(/\W/g, "");
    writeFileSync(join(folder, `${script}.json`), JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says }] }));
    const ended = bash(`${review(script, `archive-${script}`)}; echo $? >&3`);
    expect(ended.code, ended.stderr).toBe(3);
    const { verdict, runs } = recordIn(`archive-${script}`);
    expect(verdict.kind).toBe("incomplete");
    expect(verdict.because).toContain("1 of 2 reviewers failed; Ada did not end and is required");
    expect(runs).toContainEqual(
      expect.objectContaining({
        reviewer: "ada",
        outcome: "failed",
        text: says,
        message: expect.stringContaining("its answer is no review"),
      }),
    );
  });
});

describe("agents that failed", () => {
  const agent = (id: string, optional: boolean) => ({ use: "acp", id, name: id, command: ["false"], optional });
  beforeAll(() => {
    const panels = {
      may: ["test-scout", agent("ada", true), agent("bo", true)],
      must: ["test-scout", agent("ada", true), agent("bo", false)],
      alone: [agent("ada", true)],
    };
    writeFileSync(join(folder, "deep-review.config.json"), JSON.stringify({ panels }));
    expect(bash(`"$NODE" "$CLI" config --trust; echo $? >&3`).code).toBe(0);
  });
  afterAll(() => rmSync(join(folder, "deep-review.config.json")));

  test.each([
    [
      "may",
      "of which all are optional leave checks only, and the line counts them",
      0,
      "checks-only",
      "2 of 3 reviewers failed",
    ],
    ["must", "of which one is required leave the review incomplete", 3, "incomplete", "bo did not end and is required"],
    ["alone", "and are alone on the panel leave the review incomplete", 3, "incomplete", "none of 1 reviewer ended"],
  ])("of the panel %s, %s", (...[panel, , code, kind, because]) => {
    const ended = bash(`"$NODE" "$CLI" HEAD --panel ${panel} --archive archive-${panel}; echo $? >&3`);
    expect(ended.code, ended.stderr).toBe(code);
    const { verdict, gaps, sections } = recordIn(`archive-${panel}`);
    expect(verdict).toMatchObject({ kind, because: expect.stringContaining(because) });
    expect(verdict.because).not.toContain("read by no agent");
    expect(gaps).toContain("ada: failed");
    expect(sections[0].text).toContain("were not judged: no agent answered");
  });
});

describe("1 means a finding and nothing else:", () => {
  test("what only prints ends with 2 on a full device, and with 0 when its reader has seen enough", () => {
    const ended = bash(
      `"$NODE" "$CLI" schema >/dev/full; schema=$?; "$NODE" "$CLI" schema | true; pipe=\${PIPESTATUS[0]}; ` +
        `"$NODE" "$CLI" --version | true; echo "$schema$pipe\${PIPESTATUS[0]}" >&3`,
    );
    expect(ended.code).toBe(200);
  });

  test.each(["throw new Error('stray')", "Promise.reject(new Error('stray'))"])(
    "%s somewhere ends with 70",
    (stray) => {
      const isAtWork = "process.getBuiltinModule('fs').existsSync('stray/reviews')";
      const load = `data:text/javascript,setInterval(() => { if (${isAtWork}) { ${stray} } }, 5)`;
      const line = `rm -rf stray; "$NODE" --import ${JSON.stringify(encodeURI(load))} "$CLI" HEAD --archive stray; echo $? >&3`;
      const ended = bash(line);
      expect(ended.code).toBe(70);
      expect(ended.stderr).toMatch(/^error: the program failed; this is a bug in Deep Review\nError: stray\n/m);
    },
  );
});
