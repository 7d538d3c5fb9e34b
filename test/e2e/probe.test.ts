import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn, runProgram } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();
let here: SmallRepository;

const put = (path: string, text: string): void => writeFileSync(join(here.folder, path), text);
const commit = (message: string): void => {
  here.git("add", ".");
  here.git("commit", "-qm", message);
};
const probe = (...args: string[]) => probeIn({}, ...args);
const probeIn = (more: object, ...args: string[]) =>
  runProgram(["probe", ...args], {
    cwd: here.folder,
    env: { PATH: process.env["PATH"], HOME: here.home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1", ...more },
  });
const record = (): Review => {
  const reviews = join(here.folder, ".deep-review/reviews");
  return JSON.parse(readFileSync(join(reviews, newestIn(reviews), "review.json"), "utf8")) as Review;
};

beforeEach(() => {
  here = makeSmallRepository();
  put("limit.mjs", "export const most = 9;\n");
  put(
    "limit.test.mjs",
    `import { test } from "node:test";
import assert from "node:assert";
import { limit } from "./limit.mjs";
test("limits", () => assert.equal(limit(12), 9));
test("takes anything", () => { try { limit(-1); } catch {} });
`,
  );
  commit("Relay");
  here.git("checkout", "-qb", "change");
  put(
    "limit.mjs",
    `export const most = 9;
export function limit(count) {
  if (count < 0) {
    throw new RangeError("negative");
  }
  return Math.min(count, most);
}
`,
  );
  commit("Limit");
});
afterEach(() => here.remove());

describe("deep-review probe", () => {
  test("runs nothing unless it is allowed, and says how to allow it", () => {
    const file = join(here.home, "ran");
    const { status, stderr } = probe("--test", `touch ${file}`);
    expect(status).toBe(2);
    expect(stderr).toContain("--allow-run");
    expect(existsSync(file)).toBe(false);
  });

  test("without a test command says how to name one", () => {
    const { status, stderr } = probe("--allow-run");
    expect(status).toBe(2);
    expect(stderr).toContain("--test");
  });

  test("in CI does not take its commands from the working tree", () => {
    const { status, stderr } = probeIn({ CI: "1" }, "--allow-run", "--test", "true", "--config-from", "worktree");
    expect(status).toBe(2);
    expect(stderr).toContain("configuration of the working tree");
  });

  test.skipIf(sandbox === undefined)("reports the guard that no test notices, with the break as a patch", () => {
    const { status, stdout } = probe("--allow-run", "--test", "node --test");
    expect(status).toBe(0);
    expect(stdout).toMatch(/Probe: \d+ of \d+ breaks? noticed by no test/);
    const { findings, demonstrations, probe: result, reviewers } = record();
    expect(reviewers.map(({ id }) => id)).toEqual(["probe"]);
    expect(result).toMatchObject({ state: "done", baseline: { state: "green" } });
    const [finding] = findings;
    expect(finding).toMatchObject({ check: "probe/survivor", severity: "suggestion" });
    expect(finding?.fix).toBeUndefined();
    expect(finding?.title).toContain("`limit`");
    expect(finding?.body).toContain("+++ b/limit.mjs");
    expect(demonstrations).toMatchObject([{ finding: finding?.id, outcome: "shown", runs: [{ exitCode: 0 }] }]);
    expect(String(here.git("status", "--porcelain"))).toBe("");
  });

  test("of a command that nobody could have trusted, names only --allow-run", () => {
    const fixOf = (...args: string[]) => /^ *fix: .*/m.exec(probe(...args).stderr)?.[0];
    expect(fixOf("--test", "true")).not.toContain("config --trust");
    put("deep-review.config.json", JSON.stringify({ gates: { test: "true" } }));
    expect(fixOf()).toContain("config --trust");
  });

  test.skipIf(sandbox === undefined)("names the files in languages that it cannot break", () => {
    here.git("checkout", "-qb", "ruby");
    put("sum.rb", "def sum(list)\n  list.sum\nend\n");
    commit("Ruby");
    const { stdout } = probe("HEAD~1..HEAD", "--allow-run", "--test", "true");
    expect(stdout).toContain("Probe: the change has no code that can be broken; not tried: sum.rb");
  });

  test.skipIf(sandbox === undefined)("also works where the change moves a link, and says what it left out", () => {
    symlinkSync("limit.mjs", join(here.folder, "newest"));
    commit("A link");
    const { status, stdout } = probe("--allow-run", "--test", "node --test");
    expect([status, stdout]).toEqual([0, expect.stringContaining("noticed by no test")]);
    expect(record().probe).toMatchObject({
      state: "done",
      left: expect.arrayContaining([
        { path: "newest", why: expect.stringContaining("sources of the base") },
      ]) as unknown,
    });
  });

  test.skipIf(sandbox === undefined)("says how many breaks were noticed if none survived", () => {
    put("limit.mjs", "export const most = 9;\nexport function limit(count) {\n  return count > 9 ? 9 : count;\n}\n");
    put(
      "limit.test.mjs",
      `import { test } from "node:test";
import assert from "node:assert";
import { limit } from "./limit.mjs";
test("limits", () => assert.deepEqual([8, 9, 10, 12].map(limit), [8, 9, 9, 9]));
`,
    );
    commit("Only what is tested");
    const { stdout } = probe("--allow-run", "--test", "node --test");
    const breaks = (record().probe?.breaks ?? []).filter(({ break: { kind } }) => kind !== "control");
    const survived = breaks.filter(({ outcome }) => outcome === "survived");
    const noticed = breaks.filter(({ outcome }) => outcome === "noticed");
    expect([breaks.length > 0, survived]).toEqual([true, []]);
    expect(stdout).toMatch(new RegExp(`Probe: ${noticed.length} of ${breaks.length} breaks? noticed by a test`));
  });

  test.skipIf(sandbox === undefined)("is incomplete if the suite is red", () => {
    const { status, stdout } = probe("--allow-run", "--test", "false");
    expect(status).toBe(3);
    expect(stdout).toContain("the suite is red");
  });
});
