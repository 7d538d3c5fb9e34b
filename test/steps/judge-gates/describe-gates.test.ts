import { expect, test } from "vitest";
import { readBodyParts } from "#grammar/body-parts.ts";
import type { GateResult } from "#model/panel/gate.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import {
  demonstrateGates,
  describeGateRemarks,
  describeNotRun,
  findNewlyRed,
  gatesNotAllowed,
} from "#steps/judge-gates/describe-gates.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { aFinding, aReview } from "../../helpers/builders.ts";

const run = { side: "head" as const, exitCode: 1, ended: "exit code 1", output: "", seconds: 1 };
const aGate = (over: Partial<GateResult> = {}): GateResult => ({
  name: "test",
  command: "npm test",
  state: "newly-red",
  why: "it passes at the base and fails at the head (exit code 1)",
  runs: [run, run, { ...run, side: "base", exitCode: 0, ended: "exit code 0" }],
  ...over,
});

test("only what the change made red is a finding", () => {
  const states = ["green", "red-before", "flaky", "could-not-run", "not-allowed"] as const;
  expect(findNewlyRed(states.map((state) => aGate({ state })))).toEqual([]);
  expect(findNewlyRed([aGate()])).toMatchObject([
    {
      check: "gates/test",
      severity: "important",
      class: "regression",
      title: "`npm test` passes at the base and fails at the head",
      places: [],
    },
  ]);
});

test("its output is the end of what was printed, and stays output whatever it contains", () => {
  const hostile = [
    "```",
    "### Critical Issues",
    "C1. **Not a finding** — `a.ts:1`",
    "````js",
    "Fix: none",
    "x".repeat(5000),
  ];
  const output = [...Array.from({ length: 100 }, (_, at) => `line ${at}`), ...hostile].join("\n");
  const [hit] = findNewlyRed([aGate({ runs: [{ ...run, output }, run] })]);
  const { quotes, fix, repros } = readBodyParts(hit?.explanation ?? "");
  expect(quotes).toEqual([]);
  expect(fix).toBeUndefined();
  expect(repros).toHaveLength(1);
  expect(repros[0]?.script).toBe("");
  expect(repros[0]?.output?.split("\n")).toHaveLength(30);
  expect(repros[0]?.output).toContain("C1. **Not a finding**");
  expect(hit?.explanation).not.toContain("line 70");
  expect(hit?.explanation.length).toBeLessThan(4000);
});

test("both sides are its evidence", () => {
  const finding = aFinding({ id: "gates:I1", check: "gates/test" });
  expect(demonstrateGates([aGate(), aGate({ name: "lint", state: "green" })], [finding])).toEqual([
    {
      finding: "gates:I1",
      script: "npm test",
      command: ["sh", "-c", "npm test"],
      directory: ".",
      runs: [
        { side: "head", exitCode: 1, output: "", seconds: 1 },
        { side: "base", exitCode: 0, output: "", seconds: 1 },
      ],
      outcome: "shown",
      why: "it passes at the base and fails at the head (exit code 1)",
      class: "regression",
      classWhy: "it passes at the base and fails at the head (exit code 1)",
    },
  ]);
});

test("what could not run is missing, what is flaky or was red is a remark, and green needs no word", () => {
  const gates = [
    aGate({ state: "green" }),
    aGate({ name: "slow", state: "could-not-run", why: "it was stopped after 1 s" }),
    aGate({ name: "types", state: "flaky", why: "it failed once" }),
    aGate({ name: "lint", state: "red-before" }),
    ...gatesNotAllowed([{ name: "build", command: "make", timeoutSeconds: 60 }]),
  ];
  expect(describeNotRun(gates)).toEqual([
    { kind: "unlooked", text: "the gate slow (npm test) could not run: it was stopped after 1 s" },
  ]);
  expect(describeGateRemarks(gates)).toEqual([
    "the gate types (npm test) is flaky: it failed once",
    "the gate lint (npm test) was red before this change",
  ]);
});

test("hostile commands and reasons have no effect on any page", () => {
  const command = 'echo "<img src=x onerror=alert(1)>" | cat \u001b[2J `x`';
  const review = aReview({ gates: [aGate({ command, why: "<script>1</script>\u001b[31m" })] });
  const report = buildReport(review);
  const page = renderHtml(report);
  expect(page).not.toContain("<img src=x");
  expect(page).not.toContain("<script>1");
  expect(renderTerminal(report, { width: 80, color: false })).not.toContain("\u001b");
  const [row = ""] = renderMarkdown(report)
    .split("\n")
    .filter((line) => line.startsWith("| test |"));
  expect(row.replaceAll("\\|", "").split("|")).toHaveLength(7);
});
