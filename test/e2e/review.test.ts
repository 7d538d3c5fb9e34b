import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../helpers/run-program.ts";
import type { Review } from "#model/review.ts";

let folder = "";

/** The home lies where git does not look: a review notes there that it was begun. */
const environment = () => ({
  PATH: process.env["PATH"],
  HOME: join(folder, ".git/home"),
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
});
const git = (...args: string[]): string =>
  execFileSync(
    "git",
    ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", ...args],
    {
      cwd: folder,
      env: environment(),
      encoding: "utf8",
    },
  );
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};
function run(...args: string[]) {
  return runProgram([...args], { cwd: folder, env: environment() });
}
const records = () =>
  readdirSync(join(folder, ".deep-review/reviews")).map((id) =>
    JSON.parse(readFileSync(join(folder, ".deep-review/reviews", id, "review.json"), "utf8")),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-review-"));
  git("init", "-q", "-b", "main");
  put("src/relay.ts", "export function relay(limit: number): number {\n  return limit;\n}\n");
  put("docs/relay.md", "# Relay\n\nSet `RELAY_RETRY_LIMIT` to change how often it tries.\n");
  put("src/settings.ts", 'export const limit = Number(process.env["RELAY_RETRY_LIMIT"] ?? 3);\n');
  git("add", ".");
  git("commit", "-qm", "Relay");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A change that leaves a loose end: the document still names the setting that is gone. */
function renameSetting(): void {
  put("src/settings.ts", 'export const limit = Number(process.env["RELAY_ATTEMPTS"] ?? 3);\n');
}

/** A cluster of a round as its Markdown says it. */
function asWritten({ findings }: Review) {
  return ({ identity: _identity, speaker, ruling, ...cluster }: Review["clusters"][number]) => {
    const { author: _author, evidence: _evidence, ...ruled } = ruling;
    const {
      title,
      locations,
      places,
      body,
      quotes,
      repros,
      fix,
      class: origin,
    } = findings.find(({ id }) => id === speaker) ?? {};
    const statement = { title, locations, places, body, quotes, repros, notes: [], fix, class: origin };
    return JSON.parse(JSON.stringify({ ...cluster, statement, ruling: ruled }));
  };
}

describe("deep-review", () => {
  test("finds a loose end in what is not committed, and writes the report", () => {
    renameSetting();
    const { status, stdout, stderr } = run();
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("RELAY_RETRY_LIMIT");
    expect(stdout).toMatch(/Report {3}.*report\.html/);
    const [record] = records();
    expect(record.findings[0]).toMatchObject({
      reviewer: "loose-ends",
      locations: [{ path: "docs/relay.md", start: 3 }],
    });
    expect(record.groundings[0].summary.status).toBe("grounded");
    expect(record.scope.covers).toContain("uncommitted");
  });

  test("--fail-on decides the exit code, nothing else does", () => {
    renameSetting();
    expect(run("--fail-on", "suggestion", "--quiet").status).toBe(1);
    expect(run("--fail-on", "critical", "--quiet").status).toBe(0);
    expect(run("--fail-on", "terrible").status).toBe(2);
  });

  test("leaves git as it was, and its own archive out of git", () => {
    renameSetting();
    git("add", "src/settings.ts");
    put("new.txt", "not tracked\n");
    const before = [git("status", "--porcelain"), git("for-each-ref"), git("rev-parse", "HEAD")];
    run();
    expect([git("status", "--porcelain"), git("for-each-ref"), git("rev-parse", "HEAD")]).toEqual(before);
  });

  test.each([
    [["--staged"], "staged"],
    [["HEAD"], "HEAD"],
    [["HEAD", "--", "src"], "src"],
  ])("%j reviews that", (args) => {
    renameSetting();
    git("add", ".");
    if (args[0] === "HEAD") git("commit", "-qm", "Rename the setting");
    expect(run(...args).status).toBe(0);
  });

  test("an unknown revision ends with 2 and says what to do", () => {
    const { status, stderr } = run("mian");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: .*mian.*\n {2}why: .*\n {2}fix: /);
  });

  test("says plainly that nobody judged logic and design", () => {
    renameSetting();
    expect(run().stdout.replaceAll(/\s+/g, " ")).toContain(
      "Checks only — static checks: 1 finding; nothing above a suggestion stands; nobody has judged logic, concurrency or design",
    );
  });

  test("--json prints the report and nothing else", () => {
    renameSetting();
    expect(JSON.parse(run("--json").stdout)).toMatchObject({ format: "deep-review-report" });
  });

  test("a check or a reviewer that is switched off is silent; a misspelt one is an error", () => {
    renameSetting();
    put("deep-review.config.json", '{ "reviewers": { "loose-ends": false } }');
    const { stdout } = run();
    expect(stdout).not.toMatch(/Completed: .*Loose Ends/);
    expect(stdout).toContain("Loose Ends is switched off by deep-review.config.json");
    put("deep-review.config.json", '{ "reviewers": { "lose-ends": false } }');
    expect(run().stderr).toContain("did you mean loose-ends?");
  });

  test("another tool's SARIF is on the panel, restricted to the change", () => {
    renameSetting();
    const result = (startLine: number) => ({
      ruleId: "x",
      level: "error",
      message: { text: `Line ${startLine} is wrong` },
      locations: [{ physicalLocation: { artifactLocation: { uri: "src/settings.ts" }, region: { startLine } } }],
    });
    put(
      "out.sarif",
      JSON.stringify({
        version: "2.1.0",
        runs: [{ tool: { driver: { name: "Scanner" } }, results: [result(1), result(40)] }],
      }),
    );
    const { stdout } = run("--sarif", "out.sarif");
    expect(stdout).toContain("Line 1 is wrong");
    expect(stdout).not.toContain("Line 40");
    put("out.sarif", "{}");
    expect(run("--sarif", "out.sarif").stderr).toContain("out.sarif is not a SARIF file");
  });

  test("what a round says as Markdown imports to the same panel, findings and ledger", () => {
    renameSetting();
    const result = { ruleId: "x", level: "error", message: { text: "It is wrong" } };
    const physicalLocation = { artifactLocation: { uri: "src/settings.ts" }, region: { startLine: 1 } };
    const results = [{ ...result, locations: [{ physicalLocation }] }];
    const tool = (name: string) => ({ tool: { driver: { name } }, results });
    const runs = [tool("Scanner"), tool("Scanner"), tool("Lint (strict), v9"), tool("[odd] *name*")];
    put("out.sarif", JSON.stringify({ version: "2.1.0", runs }));
    const says = "### Important Issues\n\nI1. **Kept** — `src/settings.ts:1` (important, gap)\n\nBody.";
    const reviewers = [
      { id: "ada", name: "Ada Byron King", model: "Pro 2", family: "ada-line", says },
      { id: "ada-2", name: "Ada Byron", says },
      { id: "late", name: "late riser", fails: "timed out" },
    ];
    put("script.json", JSON.stringify({ reviewers }));
    run(
      "--uncommitted",
      "--sarif",
      "out.sarif",
      "--scripted",
      "script.json",
      "--format",
      "md,html,json,sarif",
      "--out",
      "o",
    );
    const { status, stdout } = run("import", "o/report.md", "--json");
    expect(status).toBe(0);
    const [again] = JSON.parse(stdout);
    const [first] = records();
    expect(first.reviewers).toHaveLength(10);
    // What a problem is known by later, and who ruled on it, is in the record; Markdown is for people. There its words are
    // the report's own.
    const clusters = first.clusters.map(asWritten(first));
    const said = { ...first, clusters };
    for (const part of ["reviewers", "findings", "clusters", "ledger", "sections", "round"])
      expect(again[part], part).toEqual(said[part]);
    expect(again.scope.covers).toBe(first.scope.covers);
    const spoken = (said: { text?: string }) => ({ ...said, summary: undefined, text: said.text?.trim() });
    expect(again.runs.map(spoken)).toEqual(first.runs.map(spoken));
    expect(readFileSync(join(folder, "o/report.html"), "utf8")).toContain('title="checked">checked</span>');
    put("again.json", JSON.stringify(again));
    run("render", "again.json", "--format", "md", "--out", "o2");
    const [third] = JSON.parse(run("import", "o2/report.md", "--json").stdout);
    expect({ ...third, id: "" }).toEqual({ ...again, id: "" });
  });

  test("a credential is found and stands in no part of the report", () => {
    const key = ["AKIA", "Q3EGRIJ7LVTXNP2W"].join("");
    put("src/upload.ts", `export const accessKey = "${key}";\n`);
    const { stdout } = run("--format", "json,html,md,sarif", "--out", "out");
    expect(stdout).not.toContain(key);
    expect(records()[0].findings.map(({ body }: { body: string }) => /hazard-lint\/[\w-]+/.exec(body)?.[0])).toContain(
      "hazard-lint/secret",
    );
    for (const name of readdirSync(join(folder, "out")))
      expect(readFileSync(join(folder, "out", name), "utf8"), name).not.toContain(key);
    expect(JSON.stringify(records())).not.toContain(key);
  });

  test("with nobody on the panel, or nothing read, it is incomplete and not green", () => {
    renameSetting();
    put(
      "deep-review.config.json",
      '{ "reviewers": { "loose-ends": false, "test-scout": false, "hazard-lint": false } }',
    );
    expect(run("--uncommitted").status).toBe(3);
    put("deep-review.config.json", '{ "ignore": ["**"] }');
    const { status, stdout } = run("--uncommitted");
    expect(stdout).toContain("no file of the change was read line by line");
    expect(status).toBe(3);
  });

  test("a resumed round loses nothing of a reviewer that is not called again", () => {
    const says = "### Important Issues\\n\\nI1. **Kept** — `src/relay.ts:1` (important, gap)\\n\\nBody.";
    put("script-a.json", `{ "reviewers": [{ "id": "ada", "name": "Ada", "says": "${says}" }] }`);
    renameSetting();
    run("--scripted", "script-a.json", "--quiet", "--uncommitted");
    const [id = ""] = readdirSync(join(folder, ".deep-review/reviews"));
    rmSync(join(folder, ".deep-review/reviews", id, "review.json"));
    expect(run("resume", "--quiet").status).toBe(0);
    expect(records()[0].findings.map((finding: { id: string }) => finding.id)).toContain("ada:I1");
  });

  test("a file that is not there is an error that says so", () => {
    renameSetting();
    expect(run("--sarif", "nowhere.sarif")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("cannot read nowhere.sarif"),
    });
  });

  test("list shows the reviews, and the site can be made of them", () => {
    renameSetting();
    run("--quiet");
    expect(run("list").stdout).toMatch(/^review +round +verdict +findings +about\n/);
    expect(run("list").stdout).toContain("Checks only");
    expect(run("site", ".deep-review").status).toBe(0);
    expect(existsSync(join(folder, ".deep-review/site/index.html"))).toBe(true);
  });
});
