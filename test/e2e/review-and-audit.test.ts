import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

let small: SmallRepository;

const put = (path: string, text: string): void => {
  mkdirSync(join(small.folder, path, ".."), { recursive: true });
  writeFileSync(join(small.folder, path), text);
};
const commit = (message: string): void => {
  small.git("add", "-A");
  small.git("commit", "-qm", message);
};

const DEBUGGED = "export function go() {\n  debugger;\n}\n";

beforeEach(() => {
  small = makeSmallRepository();
  put("README.md", "# Orders\n");
  commit("Begin");
});
afterEach(() => small.remove());

test("a review and an audit report the same added lines, whatever the files are called", () => {
  put("src/go.js", DEBUGGED);
  put("test/fixtures/go.js", DEBUGGED);
  put("test/go.test.js", 'test.only("it goes", () => {});\n');
  put("docs/guide.md", "See the the guide in `docs/more.md`.\n");
  commit("Add everything");
  const { review } = JSON.parse(small.run("HEAD", "--json").stdout) as { review: Review };
  const audit = JSON.parse(small.run("audit", "--json").stdout) as {
    groups: { check: string; places: { path: string; line: number }[] }[];
    checks: { changeOnly: string[] };
  };
  const reviewed = review.findings
    .filter(({ check = "" }) => !audit.checks.changeOnly.includes(check))
    .flatMap(({ check, locations }) => locations.map(({ path, start }) => `${check} ${path}:${start}`));
  const audited = audit.groups.flatMap(({ check, places }) =>
    places.map(({ path, line }) => `${check} ${path}:${line}`),
  );
  expect(reviewed.sort()).toEqual(audited.sort());
  expect(reviewed).toContain("hazard-lint/debugger test/fixtures/go.js:2");
});

const GROWN = `export function limit(a) {
  if (a === 1) return 1;
  if (a === 2) return 2;
  if (a === 3) return 3;
  if (a === 4) return 4;
  if (a === 5) return 5;
  if (a === 6) return 6;
  if (a === 7) return 7;
  if (a === 8) return 8;
  return 9;
}
`;

test("a credential that a later commit removes is found in the history, and printed nowhere", () => {
  const secret = `${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi`;
  small.git("checkout", "-qb", "feature");
  put("src/go.js", `export const go = 1;\nexport const token = "${secret}";\n`);
  put("vendor/gone.env", `TOKEN=${secret.replace("R7", "S8")}\n`);
  commit("Add everything");
  put("src/go.js", "export const go = 2;\n");
  small.git("rm", "-q", "vendor/gone.env");
  commit("Remove it");
  const first = small.git("rev-parse", "--short=7", "HEAD~1").toString().trim();
  const ended = small.run("--fail-on", "critical", "--format", "terminal,md,html,json,sarif", "--out", "out");
  expect(ended.status, ended.stderr).toBe(1);
  const shown = small.run("show", "C1").stdout.replaceAll(/\s+/g, " ");
  expect(shown).toContain("GitHub token in the history of src/go.js");
  expect(shown).toContain(`\`src/go.js:2\` in commit ${first}`);
  const { review } = JSON.parse(readFileSync(join(small.folder, "out/report.json"), "utf8")) as { review: Review };
  expect(review.findings.map(({ check, locations }) => [check, locations])).toEqual([
    ["hazard-lint/secret", [{ path: "src/go.js" }]],
    ["hazard-lint/secret", []],
  ]);
  expect(review.clusters.map(({ id, ruling }) => [id, ruling.kind])).toEqual([
    ["C1", "keep"],
    ["C2", "keep"],
  ]);
  const texts = ["out", ".deep-review"].flatMap((folder) =>
    readdirSync(join(small.folder, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), "utf8")] : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(6);
  expect(texts.filter((text) => text.includes(secret.slice(8, 30)))).toEqual([]);
});

const AWS = (end: string): string => `${"AKIA"}QX7LD3PZ5KWT2${end}`;

test("a credential of the history is found whatever paths the review is narrowed to, and beside another one", () => {
  small.git("checkout", "-qb", "feature");
  const keys = [`key = "${AWS("RBN")}"\n`, "", `key = "${AWS("SCM")}"\n`, `key = "${AWS("SCM")}REVOKED"\n`];
  for (const [at, text] of keys.entries()) {
    put("k.py", `import os\n${text}`);
    put("b.py", `b = ${at}\n`);
    commit(`Step ${at}`);
  }
  expect(small.run("--fail-on", "critical", "--", "b.py").status).toBe(1);
  const ended = small.run("--fail-on", "critical", "--again", "--json", "--", "b.py");
  expect(ended.status, ended.stderr).toBe(1);
  const { review } = JSON.parse(ended.stdout) as { review: Review };
  expect(review.previous?.map(({ ref, raisedAgain }) => [ref, raisedAgain])).toEqual([
    ["R1.C1", ["C1"]],
    ["R1.C2", ["C2"]],
  ]);
  const first = (back: number): string => small.git("rev-parse", "--short=7", `HEAD~${back}`).toString().trim();
  expect(review.clusters.map(({ id, ruling }) => [id, ruling.kind])).toEqual([
    ["C1", "keep"],
    ["C2", "keep"],
  ]);
  expect(review.findings.map(({ body }) => /commit \w{7}/.exec(body)?.[0])).toEqual([
    `commit ${first(3)}`,
    `commit ${first(1)}`,
  ]);
});

test("a credential that is leaked after another one was declined stands, and is not taken for the declined one", () => {
  small.git("checkout", "-qb", "feature");
  const leak = (key: string): void => {
    put("k.py", `key = "${key}"\n`);
    commit("Add a key");
    put("k.py", `key = read(${key.slice(-3)})\n`);
    commit("Remove it");
  };
  leak(AWS("RBN"));
  expect(small.run("--fail-on", "critical").status).toBe(1);
  const declined = small.run("decline", "C1", "--because", "it was revoked");
  expect(declined.status, declined.stderr).toBe(0);
  leak(AWS("SCM"));
  const ended = small.run("--fail-on", "critical", "--json");
  expect(ended.status, ended.stderr).toBe(1);
  const { review } = JSON.parse(ended.stdout) as { review: Review };
  const commitOf = (id: string | undefined): string | undefined =>
    /commit (\w{7})/.exec(review.findings.find((one) => one.id === id)?.body ?? "")?.[1];
  const added = small.git("rev-parse", "--short=7", "HEAD~1").toString().trim();
  const cluster = review.clusters.find(({ members }) => commitOf(members[0]?.finding) === added);
  expect(cluster?.ruling.kind).toBe("keep");
  expect(cluster?.lineage).toBeDefined();
  expect(cluster?.lineage?.recognised).toBeUndefined();
});

test("two credentials on one line are two findings, as in an audit", () => {
  put("k.py", `keys = ["${AWS("RBN")}", "${AWS("SCM")}"]\n`);
  commit("Add keys");
  const audit = JSON.parse(small.run("audit", "--json").stdout) as { groups: { check: string; places: unknown[] }[] };
  expect(audit.groups.find(({ check }) => check === "hazard-lint/secret")?.places).toHaveLength(2);
  for (const round of [1, 2, 3]) {
    const { review } = JSON.parse(small.run("HEAD", "--again", "--json").stdout) as { review: Review };
    expect(review.clusters.map(({ id, ruling }) => [id, ruling.kind])).toEqual([
      ["C1", "keep"],
      ["C2", "keep"],
    ]);
    const earlier = review.previous?.map(({ status, raisedAgain }) => [status, raisedAgain]) ?? [];
    expect(earlier, `round ${round}`).toEqual(
      round === 1
        ? []
        : [
            ["open", ["C1"]],
            ["open", ["C2"]],
          ],
    );
  }
});

test("explain tells why a check said nothing", () => {
  put("src/limit.js", "export const one = 1;\n");
  put("src/send.js", "export function retryLimit() { return 3; }\n");
  put("src/other.js", "export const all = { retryLimit: 4 };\n");
  put("docs/send.md", "It stops at `retryLimit`.\n");
  put("test/limit.test.js", "import { one } from '../src/limit.js';\n");
  commit("Before");
  put("src/limit.js", GROWN);
  put("src/send.js", "export function attempts() { return 3; }\n");
  put("test/limit.test.js", "import { limit } from '../src/limit.js';\nlimit(1);\n");
  put("src/known.js", `export function known() {\n  debugger; // deep-review-ignore hazard-lint/debugger: wanted\n}\n`);
  commit("After");
  expect(small.run("HEAD").status).toBe(0);
  const untested = small.run("explain", "test-scout/untested-change");
  expect(untested).toMatchObject({ status: 0, stderr: "" });
  expect(untested.stdout).toContain("src/limit.js  its functions: the change also touches the test of this file");
  expect(small.run("explain", "removed-name").stdout).toContain(
    "`retryLimit`: code still has this name: src/other.js:1",
  );
  const place = small.run("explain", "src/send.js:1").stdout;
  expect(place).toContain("loose-ends/removed-name  src/send.js:1  `retryLimit`");
  for (const line of [0, 999])
    expect(small.run("explain", `src/send.js:${line}`)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        new RegExp(
          `^error: src/send.js has no line ${line}\\n  why: it has [1-9]\\d* lines? at the reviewed commit [0-9a-f]{7}\\n  fix: .*\`deep-review explain src/send.js\`\\n$`,
        ),
      ),
    });
  expect(small.run("explain", "./src/send.js:1").stdout).toBe(place);
  expect(small.run("explain", join(small.folder, "src/send.js:1")).stdout).toBe(place);
  for (const path of ["send.js:1", "../src/send.js:1", "src/send.js:1"])
    expect(small.runIn("src", "explain", path).stdout).toBe(place);
  for (const path of ["nope.js:3", "src/nope.js", "send.js:1"])
    expect(small.run("explain", path)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`error: ${path} is not part of the reviewed change\n  why: review `),
    });
  expect(small.run("explain", "loose-ends/removed-heading").stdout).toContain("nothing to consider");
  expect(small.run("explain", "I9").stderr).toContain('no finding "I9"');
});
