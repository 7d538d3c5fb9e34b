import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import type { Review } from "#model/review.ts";

let folder = "";

const environment = () => ({ PATH: process.env["PATH"], HOME: folder, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" });
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
    cwd: folder,
    env: environment(),
    encoding: "utf8",
  });
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const run = (...args: string[]) => runProgram(args, { cwd: folder, env: environment() });
const reviews = (): string => join(folder, ".deep-review/reviews");
const record = (): Review => {
  const [id = ""] = readdirSync(reviews());
  return JSON.parse(readFileSync(join(reviews(), id, "review.json"), "utf8"));
};

const ADA = `## Executive Summary

Fine but for the limit.

### Important Issues

I1. **\`relayAll\` drops a hook when the limit is reached** — \`src/relay.ts:2\` (important, regression)

The loop ends early.

## Design Observations

**Concerns**

- The hooks that wait live in memory only, so a restart loses every waiting hook.

**Strengths**

- The settings are read once, at the start.

## Testing Assessment

1. No test sets the limit to its usual value.
2. No test lets two relays run in parallel.

## Coverage Summary

- \`src/relay.ts\` — I1
- \`src/settings.ts\` — Reviewed, no issues
`;

const BO = `## Critical Issues

None.

## Important Issues

None.

## Suggestions

None.

## Design Observations

### Concerns

- A restart loses the hooks that wait, since waiting hooks live only in memory; a file would do.

### Strengths

- \`relayAll\` in \`src/relay.ts\` correctly stops when the limit is reached.

## Testing Assessment

- Two relays that run in parallel are untested.
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-observations-"));
  git("init", "-q", "-b", "main");
  put("src/relay.ts", "export const relayAll = (limit: number): number => {\n  return limit;\n};\n");
  put("src/settings.ts", "export const limit = 3;\n");
  git("add", ".");
  git("commit", "-qm", "Relay");
  put("src/relay.ts", "export const relayAll = (limit: number): number => {\n  return limit - 1;\n};\n");
  const reviewers = [
    { id: "ada", name: "Ada", says: ADA },
    { id: "bo", name: "Bo", says: BO },
  ];
  put("script.json", JSON.stringify({ reviewers }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const review = () => run("--uncommitted", "--scripted", "script.json", "--format", "md,html", "--out", "o");

describe("what reviewers say beside their findings", () => {
  test("is merged, with everybody who says it, and traced to their own words", () => {
    const { stdout } = run("--uncommitted", "--scripted", "script.json");
    const { observations, sections, runs, receipt } = record();
    expect(observations.filter(({ reviewer }) => reviewer === undefined)).toMatchObject([
      { id: "D1", kind: "concern", credits: ["ada", "bo"], sources: ["bo:D1", "ada:D1"] },
      { id: "D2", kind: "strength", credits: ["ada"], sources: ["ada:D2"] },
      { id: "D3", kind: "strength", credits: ["bo"], sources: ["bo:D2"] },
    ]);
    expect(sections.map(({ key }) => key)).toEqual(["summary", "design", "testing"]);
    expect(sections[2]?.remarks?.map(({ credits, because }) => [credits, because])).toEqual([
      [["ada", "bo"], "concurrency, 2 voices"],
      [["ada"], "ordinary use"],
    ]);
    expect(runs.find(({ reviewer }) => reviewer === "ada")?.summary).toBe("Fine but for the limit.");
    const claims = receipt.claims.filter(({ reviewer }) => reviewer === "ada");
    expect(claims.map(({ path, claim }) => [path, claim])).toEqual([
      ["src/relay.ts", "findings"],
      ["src/settings.ts", "clean"],
    ]);
    expect(stdout).toContain("5 remarks besides the findings");
    expect(stdout).toContain("(contested, unproven)");
  });

  test("stands in the reports, with both sides of what is contested", () => {
    review();
    const markdown = readFileSync(join(folder, "o/report.md"), "utf8");
    expect(markdown).toContain("## Design Observations\n\n### Concerns\n\n- A restart loses");
    expect(markdown).toContain("a file would do. [Ada, Bo]");
    expect(markdown).toContain("what one side reports, the other praises\n  - Ada: reports: `relayAll`");
    const page = readFileSync(join(folder, "o/report.html"), "utf8");
    expect(page).toMatch(/class="raw-id" href="#raw"[^>]*>[\w-]+:testing\.2<\/a>/);
  });

  test("is read back from the Markdown: the same words, credits and raw remarks", () => {
    review();
    const first = record();
    const [again] = JSON.parse(run("import", "o/report.md", "--json").stdout) as [Review];
    const words = ({ sections }: Review) => sections.map(({ title, text }) => [title, text]);
    const raw = ({ observations }: Review) => observations.filter(({ reviewer }) => reviewer !== undefined);
    const own = ({ observations }: Review) =>
      observations.filter(({ reviewer }) => reviewer === undefined).map(({ kind, credits }) => [kind, credits]);
    for (const part of [words, raw, own, (one: Review) => one.assessments]) expect(part(again)).toEqual(part(first));
  });

  test("is there after a round was cut short and resumed", () => {
    review();
    const { observations, sections, assessments, receipt } = record();
    const [id = ""] = readdirSync(reviews());
    rmSync(join(reviews(), id, "review.json"));
    expect(run("resume", "--quiet").status).toBe(0);
    expect(record()).toMatchObject({ observations, sections, assessments, receipt });
  });
});
