import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();
let here: SmallRepository;

const put = (path: string, text: string): void => {
  mkdirSync(join(here.folder, path, ".."), { recursive: true });
  writeFileSync(join(here.folder, path), text);
};
const git = (...args: string[]) =>
  here
    .git(...args)
    .toString()
    .trim();
const commit = (message: string): void => {
  here.git("add", ".");
  here.git("commit", "-qm", message);
};
const folderOfRecord = () => {
  const reviews = join(here.folder, ".deep-review/reviews");
  return join(reviews, newestIn(reviews));
};
const record = (): Review => JSON.parse(readFileSync(join(folderOfRecord(), "review.json"), "utf8"));
const stateOf = (label: string) => record().patches?.find(({ finding }) => finding === `ada:${label}`);
const runOf = (label: string) => record().demonstrations?.find(({ finding }) => finding === `ada:${label}`);

const LIMIT = `export const limit = 9;
export const name = "relay";
export const mode = "fast";
`;

const diff = (path: string, from: string, to: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,1 +1,1 @@\n-${from}\n+${to}`;

interface Told {
  readonly title: string;
  readonly at: string;
  readonly script: string;
  readonly language?: string;
  readonly output?: string;
  readonly patch?: string;
}

/** A finding in the form that reviewers write. */
const finding = (label: string, { title, at, script, language = "bash", output, patch }: Told) =>
  [
    `${label}. **${title}** — \`${at}\` (important, regression)`,
    "It is so. Traced through the code.",
    `\`\`\`${language} repro\n${script}\n\`\`\``,
    ...(output === undefined ? [] : [`\`\`\`text repro-output\n${output}\n\`\`\``]),
    "Fix: as below.",
    ...(patch === undefined ? [] : [`\`\`\`diff patch\n${patch}\n\`\`\``]),
  ].join("\n\n");

const PROBE = "node -e 'import(\"./limit.mjs\").then(({ limit }) => console.log(`tried ${limit} times`))'";
const FEED = "node -e 'import(\"./fresh.mjs\").then(({ fresh }) => console.log(`fresh is ${fresh()}`))'";

const FINDINGS = [
  finding("I1", {
    title: "The relay tries nine times",
    at: "limit.mjs:1",
    script: PROBE,
    output: "$ bash probe.sh   # PR head\ntried 9 times\n$ bash probe.sh   # merge-base\ntried 3 times",
    patch: diff("limit.mjs", "export const limit = 9;", "export const limit = 3;"),
  }),
  finding("I2", {
    title: "The mode setting is read too late",
    at: "mode.txt:1",
    script: "cat mode.txt",
    output: "fast",
    patch: diff("note.txt", "old note", "new note"),
  }),
  finding("I3", {
    title: "Retries block the outgoing queue",
    at: "queue.txt:1",
    script: "cat queue.txt",
    output: "blocked",
    patch: diff("queue.txt", "blocked", "moving"),
  }),
  finding("I4", {
    title: "Colours of the banner are wrong",
    at: "banner.txt:1",
    script: "cat banner.txt",
    output: "red",
    patch: diff("banner.txt", "no such line", "blue"),
  }),
  finding("I5", {
    title: "The fresh helper returns a negative number",
    at: "fresh.mjs:1",
    script: FEED,
    output: "fresh is -1",
  }),
  finding("I6", {
    title: "Startup writes nothing to its log",
    at: "log.txt:1",
    script: "cat log.txt",
    output: "something else entirely",
    patch: diff("log.txt", "silent", "loud"),
  }),
];

const REVIEW = `## Findings

### Important Issues

${FINDINGS.join("\n\n")}

## Coverage Summary

- \`limit.mjs\` — I1
`;

/** Passes unless the queue moves. */
const GATES = { gates: { test: "! grep -q moving queue.txt", lint: "true" } };

beforeAll(() => {
  here = makeSmallRepository();
  const before = { "limit.mjs": LIMIT.replace("9", "3"), "mode.txt": "slow\n", "note.txt": "old note\n" };
  for (const [path, text] of Object.entries({
    ...before,
    "queue.txt": "free\n",
    "banner.txt": "green\n",
    "log.txt": "x\n",
  }))
    put(path, text);
  put("deep-review.config.json", JSON.stringify(GATES));
  commit("Relay");
  here.git("checkout", "-qb", "change");
  const after = { "limit.mjs": LIMIT, "mode.txt": "fast\n", "queue.txt": "blocked\n", "banner.txt": "red\n" };
  for (const [path, text] of Object.entries(after)) put(path, text);
  put("fresh.mjs", "export const fresh = () => -1;\n");
  put("log.txt", "silent\n");
  commit("Change all of it");
  writeFileSync(
    join(here.home, "panel.json"),
    JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says: REVIEW }] }),
  );
});
afterAll(() => here.remove());

describe.skipIf(sandbox === undefined)("a round with repros and patches", () => {
  let output = "";
  const before: string[] = [];

  beforeAll(() => {
    before.push(git("rev-parse", "HEAD"));
    output = here.run("--allow-run", "--scripted", join(here.home, "panel.json")).stdout;
  }, 180_000);

  test("leaves the user's checkout alone", () => {
    const after = [git("status", "--porcelain=v1"), git("rev-parse", "HEAD")];
    expect(after[0]).not.toMatch(/limit|queue|mode|repro/);
    expect(after[1]).toBe(before[0]);
    expect(output).toContain("The relay tries nine times");
  });

  test("a patch that flips the repro and keeps the gates green is tested, and git applies its file", () => {
    expect(stateOf("I1")).toMatchObject({
      state: "tested",
      paths: ["limit.mjs"],
      why: "with it the repro no longer shows the problem, and the gates test and lint stay green",
      gates: [{ name: "test" }, { name: "lint" }],
    });
    const run = runOf("I1");
    expect(run?.runs.map(({ side, output: text }) => `${side}: ${text.trim()}`)).toEqual([
      "head: tried 9 times",
      "base: tried 3 times",
      "patched: tried 3 times",
      "head: tried 9 times",
    ]);
    expect(run).toMatchObject({ outcome: "shown", class: "regression", patch: { state: "tested" }, directory: "." });
    expect(run?.versions?.map(({ program }) => program)).toEqual(["bash", "node"]);
    expect(run?.runs[0]?.commit).toBe(git("rev-parse", "change"));
    const { clusters } = record();
    const id = clusters.find(({ members }) => members.some(({ finding: one }) => one === "ada:I1"))?.id ?? "";
    const file = join(folderOfRecord(), `patches/${id}.patch`);
    const shown = here.run("show", id).stdout.replaceAll(/\s+/g, " ");
    const command = `git apply ${file.slice(here.folder.length + 1)}`;
    expect(shown).toContain(command);
    execFileSync("git", command.split(" ").slice(1), { cwd: here.folder });
    expect(readFileSync(join(here.folder, "limit.mjs"), "utf8")).toContain("limit = 3");
    here.git("checkout", "-q", "limit.mjs");
  });

  test("a patch that does not change what the repro shows does not fix it, and is not offered", () => {
    expect(stateOf("I2")).toMatchObject({
      state: "does-not-fix",
      why: "it does not fix it: the repro still shows the problem",
    });
  });

  test("a patch that makes a gate red breaks it, although the repro flips", () => {
    const trial = stateOf("I3");
    expect(trial).toMatchObject({ state: "breaks-gates", why: "with it the gate test (exit code 1) fails" });
    expect(trial?.gates).toHaveLength(2);
  });

  test("a patch that git refuses is a sketch", () => {
    expect(stateOf("I4")).toMatchObject({ state: "does-not-apply", paths: [] });
    expect(stateOf("I4")?.why).toMatch(/^git does not apply it: patch failed: banner\.txt:1/);
  });

  test("a base that lacks what the repro needs gives no class", () => {
    const run = runOf("I5");
    expect(run).toMatchObject({ outcome: "shown" });
    expect(run?.class).toBeUndefined();
    expect(run?.classWhy).toMatch(/^the base cannot be fed the same input: .*ERR_MODULE_NOT_FOUND/);
  });

  test("a repro that prints something else shows nothing, runs once, and tests no patch", () => {
    expect(runOf("I6")).toMatchObject({ outcome: "not-shown", runs: [{ side: "head" }] });
    expect(stateOf("I6")).toMatchObject({ state: "applies" });
    expect(stateOf("I6")?.why).toMatch(/^it is not tested: no repro shows the problem/);
  });

  test("only patches that nothing speaks against have a file, a command and a button", () => {
    const names = readdirSync(join(folderOfRecord(), "patches"));
    const offered = record()
      .patches?.filter(({ state }) => state === "tested" || state === "applies")
      .map(({ finding: one }) => record().clusters.find(({ members }) => members.some((m) => m.finding === one))?.id);
    expect(names.toSorted()).toEqual(offered?.map((id) => `${id}.patch`).toSorted());
    const page = readFileSync(join(folderOfRecord(), "report.html"), "utf8");
    expect(page.match(/class="copy-patch"/g)).toHaveLength(names.length);
    expect(page).toContain("It does not fix it: the repro still shows the problem.");
    expect(page).toContain("head with the patch");
  });
});

test("without --allow-run nothing is run, and a patch says that it is untested", () => {
  here.run("--again", "--scripted", join(here.home, "panel.json"));
  expect(record().demonstrations).toBeUndefined();
  expect(stateOf("I1")).toMatchObject({
    state: "applies",
    why: "it is not tested: nothing is run without --allow-run",
  });
  expect(stateOf("I4")).toMatchObject({ state: "does-not-apply" });
  expect(existsSync(join(folderOfRecord(), "patches"))).toBe(true);
});
