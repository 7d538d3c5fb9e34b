import { longestRun, wrapCode } from "#grammar/spans.ts";
import type { CheckHit } from "#model/change/analyzer.ts";
import { type Gate, gateCheck, type GateResult, type GateRun, NOT_ALLOWED } from "#model/panel/gate.ts";
import type { Incident } from "#model/panel/reviewer.ts";
import type { Finding } from "#model/finding.ts";
import type { Demonstration } from "#model/panel/verification.ts";
import { joinAnd, plural, truncate } from "#util/words.ts";

/** What the linters of a newly red gate say. */
export interface GateCause {
  readonly tools: readonly string[];
  /** Their findings on lines of the change. */
  readonly findings: readonly { readonly id: string; readonly title: string }[];
  /** What they did not say at the base, in places that the change did not touch. Markdown. */
  readonly elsewhere: readonly string[];
  /** How many more of these there are. */
  readonly more: number;
}

/** The finding for each gate that the change made red. What its linters say takes the place of its output. */
export function findNewlyRed(
  gates: readonly GateResult[],
  causes: ReadonlyMap<string, GateCause> = new Map(),
): CheckHit[] {
  return gates
    .filter(({ state }) => state === "newly-red")
    .map((gate) => describeNewlyRed(gate, describeCause(causes.get(gate.name))));
}

/** The findings are named only: each has its own entry in the report. */
function describeCause(cause: GateCause | undefined): string[] {
  if (cause === undefined || cause.findings.length + cause.elsewhere.length === 0) return [];
  const { tools, findings, elsewhere, more } = cause;
  const who = joinAnd(tools);
  const shown = findings.slice(0, MAX_NAMED).map(({ id, title }) => `- ${wrapCode(id)}: ${truncate(title, 160)}`);
  const left = findings.length - shown.length;
  return [
    ...(shown.length === 0
      ? []
      : [
          `${who} ${tools.length === 1 ? "says" : "say"} why, in ${plural(findings.length, "finding")} on lines of the change:`,
          [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n"),
        ]),
    ...(elsewhere.length === 0
      ? []
      : [
          `New in places that the change did not touch:`,
          [...elsewhere.map((one) => `- ${one}`), ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
        ]),
  ];
}

const MAX_NAMED = 10;

function describeNewlyRed({ name, command, runs }: GateResult, cause: readonly string[]): CheckHit {
  const head = runs.filter(({ side }) => side === "head");
  const failed = head[0];
  const base = runs.find(({ side }) => side === "base");
  return {
    check: gateCheck(name),
    severity: "important",
    class: "regression",
    title: `${wrapCode(shorten(command))} passes at the base and fails at the head`,
    explanation: [
      `The gate ${wrapCode(name)} ran ${plural(head.length, "time")} at the head (${head.map(({ ended }) => ended).join(", ")}) and once at the base (${base?.ended}), each on a new copy of the code.`,
      ...cause,
      ...(cause.length > 0 || failed === undefined || failed.output.trim() === ""
        ? []
        : ["It ends with:", fenced(lastLines(failed))]),
    ].join("\n\n"),
    places: [],
    weight: 1,
  };
}

const shorten = (command: string): string => truncate(command.replaceAll(/\s+/g, " ").trim(), 120);

const SHOWN_LINES = 30;
const SHOWN_WIDTH = 400;

function lastLines({ output }: GateRun): string {
  const lines = output.trimEnd().split("\n").slice(-SHOWN_LINES);
  return lines.map((line) => truncate(line, SHOWN_WIDTH)).join("\n");
}

/** The word behind the fence tells that it is output: other fences are taken for quoted code. */
function fenced(text: string): string {
  const mark = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${mark}repro-output\n${text}\n${mark}`;
}

/** The runs behind the finding of a newly red gate: the last at the head, and that at the base. */
export function demonstrateGates(gates: readonly GateResult[], findings: readonly Finding[]): Demonstration[] {
  return gates.flatMap((gate): Demonstration[] => {
    const finding = findings.find(({ check }) => check === gateCheck(gate.name));
    if (gate.state !== "newly-red" || finding === undefined) return [];
    const sides = (["head", "base"] as const).flatMap((side) => gate.runs.findLast((run) => run.side === side) ?? []);
    const runs = sides.map(({ side, exitCode, output, cut, seconds }) => ({ side, exitCode, output, cut, seconds }));
    const { command, isolation, why } = gate;
    return [
      {
        finding: finding.id,
        script: command,
        command: ["sh", "-c", command],
        directory: ".",
        runs,
        isolation,
        outcome: "shown",
        why,
        class: "regression",
        classWhy: why,
      },
    ];
  });
}

/** What was to be checked and was not: each makes the round incomplete. */
export function describeNotRun(
  gates: readonly GateResult[],
  unread: readonly { readonly gate: string; readonly why: string }[] = [],
): Incident[] {
  const missed = gates
    .filter(({ state }) => state === "could-not-run")
    .map((gate) => `the gate ${nameOf(gate)} could not run: ${gate.why}`);
  const notRead = gates.flatMap((gate) =>
    unread.filter((one) => one.gate === gate.name).map(({ why }) => `the gate ${nameOf(gate)} ran, but ${why}`),
  );
  return [...missed, ...notRead].map((text) => ({ kind: "unlooked", text }));
}

/** What the reader of the verdict must know of gates although it does not change the verdict, a phrase each. */
export function describeGateRemarks(gates: readonly GateResult[]): string[] {
  const isBare = gates.some(({ isolation }) => isolation?.level === "process");
  const bare = isBare ? ["the gates ran without a sandbox: they could reach your files and the network"] : [];
  const states = gates.flatMap((gate) => {
    if (gate.state === "red-before") return [`the gate ${nameOf(gate)} was red before this change`];
    return gate.state === "flaky" ? [`the gate ${nameOf(gate)} is flaky: ${gate.why}`] : [];
  });
  return [...bare, ...states];
}

/** The gates that the configuration names and that were not allowed to run. */
export function gatesNotAllowed(gates: readonly Gate[] = []): GateResult[] {
  return gates.map(({ name, command }) => ({
    name,
    command,
    state: "not-allowed",
    why: NOT_ALLOWED,
    runs: [],
  }));
}

const nameOf = ({ name, command }: GateResult): string => `${name} (${shorten(command)})`;
