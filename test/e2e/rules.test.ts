import { execFileSync } from "node:child_process";
import {
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
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import { openArchive } from "#adapters/store/archive.ts";
import { appendDecisions } from "#adapters/store/decisions.ts";
import { aReview } from "../helpers/builders.ts";
import { aStandingDecision } from "../helpers/decisions.ts";

let home = "";
let folder = "";
let made = 0;

function run(...args: string[]) {
  return runProgram(["rules", ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: home },
  });
}
const rulesFile = () => join(folder, ".deep-review/rules.md");
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });

const NOTE = "Handlers write the session through `SessionWriter` alone; flag every other writer, @acme <img src=x>.";

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "deep-review-rules-"));
  folder = join(home, "first");
  mkdirSync(folder);
  git("init", "-q");
  writeFileSync(
    join(folder, "AGENTS.md"),
    "# Rules\n\n- Queries have a limit.\n\n## `src/**`\n\n- No globals\u001b[2J.\n",
  );
  git("add", ".");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", "commit", "-qm", "one");
  const archive = join(folder, ".deep-review");
  const notes = `### Repo context updates\n\n- **[repo] ADD:** ${NOTE}\n`;
  await openArchive(archive).write(aReview({ processNotes: notes }), []);
  await appendDecisions(archive, [
    aStandingDecision(),
    aStandingDecision({
      id: "D-0123456780",
      date: "2026-11-03T10:00:00.000Z",
      of: { review: "20261103-091500-pr-43", cluster: "I1" },
      reason: "by design",
    }),
  ]);
});
beforeEach(() => {
  made += 1;
  const copy = join(home, `copy${made}`);
  cpSync(join(home, "first"), copy, { recursive: true });
  folder = copy;
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("rules repo", () => {
  test("lists the rules with their files and scopes, printable, and as JSON", () => {
    const { status, stdout } = run("repo");
    expect(status).toBe(0);
    expect(stdout).toContain("AGENTS.md, for src/**\n    7  No globals\\u001b[2J.");
    expect(stdout).toContain("2 rules.");
    expect(JSON.parse(run("repo", "--json").stdout)).toMatchObject([
      { file: "AGENTS.md", start: 3, text: "Queries have a limit.", stale: false, expired: false },
      { paths: ["src/**"] },
    ]);
  });

  test("leaves the list of checks as it was", () => {
    expect(run("loose-ends/removed-path").stdout).toContain("Catches:");
    expect(JSON.parse(run("--json").stdout)[0]).toHaveProperty("switchOff");
  });
});

describe("rules propose", () => {
  test("lists what reviews and people said, with provenance and a last day, and writes no rule", () => {
    const { status, stdout } = run("propose");
    expect(status).toBe(0);
    expect(stdout).toContain(
      "Do not raise “Retries never stop for a subscriber that is gone” again. People declined it: by design.",
    );
    expect(stdout).toContain("from 2 decisions: D-0123456789, D-0123456780; 1 drop: 20261102-091500-pr-42; until ");
    expect(stdout).toContain("from 1 note: 20261102-091500-pr-42");
    expect(stdout).toContain("2 proposals. 1 review and 2 decisions were read.\nNothing was changed.");
    expect(existsSync(rulesFile())).toBe(false);
  });

  test("--apply writes exactly those, shows the lines, and does nothing the second time", () => {
    run("propose");
    const first = run("propose", "--apply", "2");
    expect(first.stdout).toMatch(/\+ - Handlers write the session .*@<!-- -->acme \\<img src=x>\./);
    expect(first.stdout).toContain("git add .deep-review/rules.md");
    const text = readFileSync(rulesFile(), "utf8");
    expect(text.match(/^- /gm)).toHaveLength(1);
    expect(text).toMatch(
      /<!-- deep-review rule P-[0-9a-f]{10} added \S+ until \S+ from 1 note: 20261102-091500-pr-42 -->/,
    );
    const second = run("propose", "--apply", "2");
    expect(second.stdout).toMatch(/^P-[0-9a-f]{10}: nothing to do/);
    expect(readFileSync(rulesFile(), "utf8")).toBe(text);
    expect(run("propose").stdout).toContain("1 proposal.");
    expect(run("repo").stdout).toContain("differs from HEAD");
  });

  test("--apply takes several, by number or id, and names what it does not know", () => {
    const [{ id }] = JSON.parse(run("propose", "--json").stdout) as [{ id: string }];
    expect(run("propose", "--apply", id, "2", "--json").status).toBe(0);
    expect(readFileSync(rulesFile(), "utf8").match(/^- /gm)).toHaveLength(2);
    const { status, stderr } = run("propose", "--apply", "9");
    expect(status).toBe(2);
    expect(stderr).toContain('there is no proposal "9"');
  });

  test("a rule that git would pass over is said to need force", () => {
    writeFileSync(join(folder, ".deep-review/.gitignore"), "*\n");
    expect(run("propose", "--apply", "1").stdout).toContain("git add -f .deep-review/rules.md");
  });

  test("nothing is written through a link that leads out of the repository", () => {
    const outside = join(home, `outside${made}`);
    cpSync(join(folder, ".deep-review"), outside, { recursive: true });
    rmSync(join(folder, ".deep-review"), { recursive: true });
    symlinkSync(outside, join(folder, ".deep-review"));
    const { status, stderr } = run("propose", "--apply", "1", "--archive", outside);
    expect(status).toBe(2);
    expect(stderr).toContain("outside the repository");
    expect(readdirSync(outside)).not.toContain("rules.md");
  });
});

describe("rules <check>", () => {
  test("finds a check by its id without the reviewer", () => {
    const { status, stdout } = run("debugger");
    expect([status, stdout]).toEqual([0, run("hazard-lint/debugger").stdout]);
    expect(stdout).toMatch(/^hazard-lint\/debugger \(/);
  });

  test.each([
    ["empty-catch", /^error: hazard-lint\/empty-catch was removed\n/],
    ["hazard-lint/empty-catch", /^error: hazard-lint\/empty-catch was removed\n/],
    ["house-rules", /^error: house-rules was removed\n/],
    ["debuger", /^error: there is no check "debuger"\n.*\n {2}fix: did you mean debugger\?/],
    ["zzzzzz", /the reviewers are loose-ends, test-scout and hazard-lint\n/],
  ])("%s is explained", (id, message) => {
    const { status, stderr } = run(id);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
