import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn, runProgram } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();
/** The real linters that this repository uses itself. */
const PROGRAMS = resolve("node_modules/.bin");
let here: SmallRepository;

const put = (path: string, text: string): void => {
  mkdirSync(join(here.folder, path, ".."), { recursive: true });
  writeFileSync(join(here.folder, path), text);
};
const commit = (message: string): void => {
  here.git("add", ".");
  here.git("commit", "-qm", message);
};
const gates = (value: object): void => put("deep-review.config.json", JSON.stringify({ gates: value }));
const run = (...args: string[]) =>
  runProgram(args, {
    cwd: here.folder,
    env: {
      PATH: `${PROGRAMS}${delimiter}${process.env["PATH"]}`,
      HOME: here.home,
      TMPDIR: tmpdir(),
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });
const record = (): Review => {
  const reviews = join(here.folder, ".deep-review/reviews");
  return JSON.parse(readFileSync(join(reviews, newestIn(reviews), "review.json"), "utf8"));
};
const found = (reviewer: string) => record().findings.filter((one) => one.reviewer === reviewer);

const OXLINT = "oxlint --format json -D no-debugger";

beforeEach(() => {
  here = makeSmallRepository();
  put("src/old.js", "export function old() {\n  debugger;\n}\n");
  put("src/send.js", "export function send(job) {\n  return job;\n}\n");
  gates({ lint: OXLINT });
  commit("Relay");
});
afterEach(() => here.remove());

describe.skipIf(sandbox === undefined)("what a linter says", () => {
  test("is a finding of its own, on lines of the change only, unless the base says it, too", () => {
    here.git("checkout", "-qb", "change");
    put("src/moved.js", "export function old() {\n  debugger;\n}\n");
    put("src/old.js", "export const nothing = 1;\n");
    put("src/send.js", "export function send(job) {\n  const unused = 1;\n  return job;\n}\n");
    commit("Move and send");
    const { status } = run("--allow-run");
    expect(record().gates).toMatchObject([{ name: "lint", state: "red-before" }]);
    expect(record().reviewers).toContainEqual({ id: "oxlint", name: "Oxlint", kind: "gate", family: "oxlint" });
    expect(found("oxlint")).toMatchObject([
      {
        id: "oxlint:S1",
        check: "oxlint/eslint/no-unused-vars",
        severity: "suggestion",
        locations: [{ path: "src/send.js", start: 2 }],
        quotes: [{ code: "  const unused = 1;" }],
      },
    ]);
    expect(found("gates")).toEqual([]);
    expect(status).toBe(0);
    expect(record().runs.find(({ reviewer }) => reviewer === "oxlint")?.message).toBe(
      "2 hits at the head, 1 of them new on lines of the change",
    );
  });

  test("explains the gate that it made red: its error is important, and the gate's finding names it instead of output", () => {
    put("src/old.js", "export const old = 1;\n");
    commit("Clean");
    here.git("checkout", "-qb", "change");
    put("src/send.js", "export function send(job) {\n  debugger;\n  return job;\n}\n");
    commit("Send");
    expect(run("--allow-run", "--fail-on", "important").status).toBe(1);
    expect(found("oxlint")).toMatchObject([{ id: "oxlint:I1", severity: "important", class: "regression" }]);
    const [gate] = found("gates");
    expect(gate?.body).toContain("Oxlint says why, in 1 finding on lines of the change:\n\n- `oxlint:I1`: ");
    expect(gate?.body).not.toContain("repro-output");
    put("src/send.js", "export function send(job) {\n  return [job];\n}\n");
    commit("Without the break");
    run("--allow-run");
    const { previous, reviewers } = record();
    expect(reviewers.map(({ id }) => id)).toContain("oxlint");
    expect(previous.length).toBeGreaterThan(1);
    expect(new Set(previous.map(({ status }) => status))).toEqual(new Set(["fixed"]));
  });

  test("in a file that the change did not touch is named by the gate's finding", () => {
    put(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { strict: true, types: [], noEmit: true }, include: ["src"] }),
    );
    put("src/limit.ts", "export const limit = 3;\n");
    put("src/use.ts", 'import { limit } from "./limit";\nexport const twice: number = limit * 2;\n');
    gates({ types: "tsc" });
    commit("Types");
    here.git("checkout", "-qb", "change");
    put("src/limit.ts", 'export const limit = "three";\n');
    commit("In words");
    run("--allow-run");
    expect(record().reviewers.map(({ id }) => id)).toContain("typescript");
    expect(found("typescript")).toEqual([]);
    expect(found("gates")[0]?.body).toMatch(
      /New in places that the change did not touch:\n\n- `src\/use\.ts:2` `The left-hand side .*` \(`TS2362`\)/,
    );
  });

  test("makes the review incomplete if it cannot be read", () => {
    gates({
      odd: { run: "echo hello", format: "eslint" },
      cut: { run: `${OXLINT} | head -c 60; true` },
      gone: { run: "true", format: "sarif", report: "out/lint.sarif" },
      other: { run: "echo '[{\"filePath\": 1'", format: "none" },
    });
    put("out/lint.sarif", '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"old"}},"results":[]}]}');
    commit("Gates");
    here.git("checkout", "-qb", "change");
    put("src/send.js", "export const send = 1;\n");
    commit("Send");
    expect(run("--allow-run").status).toBe(3);
    const { because } = record().verdict;
    expect(because).toContain("the gate odd (echo hello) ran, but what it printed could not be read as eslint");
    expect(because).toContain("could not be read as oxlint: its output breaks off");
    expect(because).toContain("the gate gone (true) ran, but it did not write its report");
    expect(because).not.toContain("the gate other");
  });

  test("is read from its report, and two gates with one tool are one voice", () => {
    gates({
      one: { run: `mkdir -p out; ${OXLINT} > out/lint.json; true`, report: "out/lint.json", format: "oxlint" },
      two: `${OXLINT}; true`,
    });
    commit("Gates");
    here.git("checkout", "-qb", "change");
    put("src/send.js", "export function send(job) {\n  debugger;\n  return job;\n}\n");
    commit("Send");
    run("--allow-run");
    expect(
      record()
        .reviewers.filter(({ kind }) => kind === "gate")
        .map(({ id }) => id),
    ).toEqual(["gates", "oxlint"]);
    expect(found("oxlint")).toMatchObject([{ severity: "suggestion", locations: [{ path: "src/send.js", start: 2 }] }]);
  });

  test("that names files which cannot be told apart is not silent about the change", () => {
    const print = (text: string): void => put("out.txt", text);
    for (const name of ["a", "b", "c", "d", "e", "f"]) put(`${name}/src/index.ts`, "export const a = 1;\n");
    gates({ types: "cat out.txt; exit 2" });
    print("src/index.ts(1,1): error TS1: Old.\n");
    commit("Packages");
    here.git("checkout", "-qb", "change");
    put("c/src/index.ts", "export const a = 1;\nexport const b: string = 2;\n");
    print("src/index.ts(1,1): error TS1: Old.\nsrc/index.ts(2,14): error TS2322: New.\n");
    commit("Break a type");
    const { status, stdout } = run("--allow-run");
    expect(record().gates).toMatchObject([{ state: "red-before" }]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("it is not known which file is meant by `src/index.ts:2`");
    expect(status).toBe(3);
  });

  test("in a report of no known form leaves the review incomplete", () => {
    gates({ scan: { run: "cp raw.txt report.txt", report: "report.txt" } });
    put("raw.txt", "fine\n");
    commit("Scan");
    here.git("checkout", "-qb", "change");
    put("raw.txt", "src/old.js line 2 SEVERE\n");
    commit("Severe");
    const { status, stdout } = run("--allow-run");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "the gate scan (cp raw.txt report.txt) ran, but its report is in no form",
    );
    expect(status).toBe(3);
  });

  test("that crashed at the base was not red before", () => {
    gates({ lint: { run: "cat out.txt; exit 1", format: "eslint" } });
    put("out.txt", "eslint crashed\n");
    commit("Crash");
    here.git("checkout", "-qb", "change");
    put("src/send.js", "export function send(job) {\n  return  job;\n}\n");
    const messages = [{ ruleId: "no-x", severity: 2, message: "No x.", line: 2 }];
    put("out.txt", JSON.stringify([{ filePath: "src/send.js", messages }]));
    commit("Lint again");
    expect(run("--allow-run").status).toBe(3);
    expect(found("eslint")).toHaveLength(1);
    expect(record().gates).toMatchObject([
      { state: "could-not-run", why: expect.stringContaining("its output is not in this format") },
    ]);
  });

  test("at a base where it was stopped is not taken for all that it says there", () => {
    gates({ types: { run: "sh types.sh", timeout: "2s" } });
    put("types.sh", "echo 'src/old.js(2,1): error TS1: Old.'; sleep 30\n");
    commit("Slow");
    here.git("checkout", "-qb", "change");
    put("types.sh", "echo 'src/send.js(2,1): error TS2: New.'\n");
    put("src/send.js", "export function send(job) {\n  return  job;\n}\n");
    commit("Fast");
    run("--allow-run");
    expect(found("typescript")).toHaveLength(1);
    expect(JSON.stringify(found("typescript"))).toContain("at the base it was stopped");
  });
});
