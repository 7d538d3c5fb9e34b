import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newestIn, runProgram } from "../helpers/run-program.ts";

let folder = "";

const environment = (more = {}) => ({
  PATH: process.env["PATH"],
  HOME: join(folder, "home"),
  TMPDIR: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  ...more,
});
const repository = () => join(folder, "repo");
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
    cwd: repository(),
    env: environment(),
    encoding: "utf8",
  }).trim();
const put = (path: string, text: string): void => {
  mkdirSync(join(repository(), path, ".."), { recursive: true });
  writeFileSync(join(repository(), path), text);
};
const commit = (message: string): void => {
  git("add", ".");
  git("commit", "-qm", message);
};
const run = (args: string[], env = {}) => runProgram(args, { cwd: repository(), env: environment(env) });
const CI = { CI: "true" };
const record = () => {
  const reviews = join(repository(), ".deep-review/reviews");
  return JSON.parse(readFileSync(join(reviews, newestIn(reviews), "review.json"), "utf8"));
};
/** The change repeats a constant that stands in another file. */
const QUEUE = 'export const RETRY_QUEUE = "orders-retry";\n';
const CHECK = "hazard-lint/duplicate-constant";
const WORD = "hazard-lint/doubled-word";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-config-"));
  mkdirSync(repository());
  git("init", "-q", "-b", "main");
  put("README.md", "# Relay\n");
  put("src/names.js", QUEUE);
  commit("First");
  git("checkout", "-qb", "change");
  put("src/wait.js", QUEUE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("what is switched off", () => {
  test("the change has something to switch off", () => {
    expect(run(["--quiet"]).status).toBe(0);
    expect(record().receipt.switchedOff).toBeUndefined();
    expect(
      record()
        .findings.map(({ body }: { body: string }) => body)
        .join(),
    ).toContain(CHECK);
  });

  test("by the configuration, for a path, or by a comment: counted, with its place, in record and report", () => {
    const cases = [
      [CHECK, { checks: { [CHECK]: "off" } }, QUEUE, "switched off by deep-review.config.json (new in this change)"],
      [
        CHECK,
        { paths: { "src/**": [CHECK] } },
        QUEUE,
        "switched off for src/** in deep-review.config.json (new in this change)",
      ],
      [
        CHECK,
        { paths: { "src/**": ["hazard-lint"] } },
        QUEUE,
        "switched off for src/** in deep-review.config.json (new in this change)",
      ],
      [
        WORD,
        {},
        `// deep-review-ignore ${WORD}: nobody waits\n// It waits for the the door.\nexport const door = 1;\n`,
        "switched off by a comment at src/wait.js:1 (new in this change): nobody waits",
      ],
    ] as const;
    for (const [check, config, text, says] of cases) {
      put("deep-review.config.json", JSON.stringify(config));
      put("src/wait.js", text);
      const { status } = run(["--format", "md,html,terminal", "--out", "out"]);
      expect(status).toBe(0);
      expect(record().findings, says).toEqual([]);
      expect(record().receipt.switchedOff, says).toMatchObject([
        { reviewer: "hazard-lint", check, count: 1, places: [{ path: "src/wait.js" }] },
      ]);
      for (const name of ["report.md", "report.html"]) {
        expect(readFileSync(join(repository(), "out", name), "utf8"), name).toContain(
          `Hazard Lint: 1 hit of ${check} ${says}`,
        );
      }
      rmSync(join(repository(), "out"), { recursive: true });
    }
  });

  test("a reviewer that is switched off is named as such", () => {
    put("deep-review.config.json", '{ "reviewers": { "hazard-lint": false } }');
    expect(run([]).status).toBe(3);
    expect(record().gaps).toContain("Hazard Lint is switched off by deep-review.config.json");
    expect(record().verdict.because).toContain("this change switches off Hazard Lint in deep-review.config.json");
    commit("Switch it off");
    put("src/more.js", "export const more = 1;\n");
    expect(run(["--uncommitted"]).status).toBe(0);
  });

  test("rules says how, in three ways", () => {
    const { stdout } = run(["rules", CHECK]);
    expect(stdout).toContain(`{ "checks": { "${CHECK}": "off" } }`);
    expect(stdout).toContain(`["${CHECK}"]`);
    expect(stdout).toContain(`deep-review-ignore ${CHECK}: `);
  });

  test("a resumed round goes by the settings it began with", () => {
    put("deep-review.config.json", JSON.stringify({ paths: { "src/**": [CHECK] } }));
    run(["--quiet"]);
    const before = record();
    rmSync(join(repository(), ".deep-review/reviews", before.id, "review.json"));
    put("deep-review.config.json", "{}");
    expect(run(["resume", "--quiet"]).status).toBe(0);
    expect(record().receipt).toEqual(before.receipt);
    expect(record().header).toEqual(before.header);
  });
});

describe("in CI", () => {
  test("a change cannot switch its own review off", () => {
    const all = { "loose-ends": false, "test-scout": false, "hazard-lint": false };
    const off = { checks: { [CHECK]: "off" }, paths: { "**": ["hazard-lint"] }, reviewers: all, ignore: ["**"] };
    put("deep-review.config.json", JSON.stringify({ ...off, archive: "hidden" }));
    commit("Switch the review off");
    expect(run(["--base", "main", "--fail-on", "suggestion", "--quiet"], CI).status).toBe(1);
    expect(existsSync(join(repository(), "hidden"))).toBe(false);
    expect(record().header).toContainEqual({
      key: "Configuration",
      value: `defaults, there is no configuration file at the base commit ${git("rev-parse", "main").slice(0, 7)}`,
    });
    const local = run(["--base", "main", "--fail-on", "suggestion", "--quiet"]);
    expect(local.status).toBe(3);
  });

  test("the base's configuration holds, and config says so", () => {
    git("stash", "-uq");
    git("checkout", "-q", "main");
    put("deep-review.config.json", JSON.stringify({ checks: { [CHECK]: "off" } }));
    commit("Switch a check off");
    git("checkout", "-qb", "later");
    git("stash", "pop", "-q");
    put("deep-review.config.json", "{}");
    commit("Switch it on again, and wait");
    const { stdout } = run(["config"], CI);
    expect(stdout).toMatch(new RegExp(`checks off +${CHECK} +deep-review.config.json at the base commit [0-9a-f]{7}`));
    expect(run(["config"]).stdout).toMatch(/checks off +none/);
    expect(run(["config", "--config-from", "base"]).stdout).toContain("at the base commit");
    run(["--quiet", "--base", "main"], CI);
    expect(record().receipt.switchedOff).toMatchObject([{ by: "configuration", count: 1 }]);
  });

  test("CI=false is not CI, and an unknown place is an error", () => {
    expect(run(["config"], { CI: "false" }).stdout).toContain("from the working tree");
    expect(run(["config", "--config-from", "head"])).toMatchObject({ status: 2 });
  });
});

describe("a configuration that is code", () => {
  const CODE = `import { defineConfig } from "deep-review/config";
import { writeFileSync } from "node:fs";
writeFileSync("ran", "");
const off: Record<string, "off"> = { "${CHECK}": "off" };
export default defineConfig({ checks: off });\n`;
  const hasRun = () => existsSync(join(repository(), "ran"));

  test("is not run before it is allowed, nor after it has changed", () => {
    put("deep-review.config.ts", CODE);
    for (const args of [[], ["config"], ["list"], ["audit"]]) {
      const { status, stderr } = run(args);
      expect(status, args.join()).toBe(2);
      expect(stderr).toContain("deep-review config --trust");
    }
    expect(hasRun()).toBe(false);
    expect(run(["config", "--trust"]).stdout).toMatch(new RegExp(`checks off +${CHECK} +deep-review.config.ts`));
    expect(hasRun()).toBe(true);
    expect(JSON.parse(run(["config", "--json"]).stdout)).toEqual({ checks: { [CHECK]: "off" } });
    rmSync(join(repository(), "ran"));
    put("deep-review.config.ts", `${CODE}\n`);
    expect(run(["config"]).status).toBe(2);
    expect(hasRun()).toBe(false);
  });

  test("is never run in CI, allowed or not, and the error says how to go on", () => {
    put("deep-review.config.ts", CODE);
    commit("Configure");
    run(["config", "--trust"]);
    rmSync(join(repository(), "ran"));
    git("checkout", "-qb", "later");
    put("src/more.js", QUEUE);
    commit("More");
    for (const args of [
      ["HEAD"],
      ["config", "HEAD"],
      ["config", "--config-from", "worktree"],
      ["HEAD", "--config-from", "worktree"],
    ]) {
      const { status, stderr } = run(args, CI);
      expect(status, args.join()).toBe(2);
      expect(stderr).toMatch(
        /deep-review\.config\.ts is code, and is not run (?:here|in CI)\n[^]*deep-review\.config\.json/,
      );
    }
    expect(hasRun()).toBe(false);
  });

  test("two configurations are an error", () => {
    put("deep-review.config.ts", CODE);
    put("deep-review.config.json", "{}");
    expect(run(["config"]).stderr).toContain("there are 2 configurations");
  });
});

test("schema --config prints the published schema", () => {
  const file = new URL("../../schema/config.schema.json", import.meta.url);
  expect(run(["schema", "--config"]).stdout).toBe(readFileSync(file, "utf8"));
  expect(run(["config", "--schema"]).stdout).toBe(readFileSync(file, "utf8"));
});
