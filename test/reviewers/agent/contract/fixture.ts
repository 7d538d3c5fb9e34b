import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FailureKind, ToolEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";

/** What is demanded of one adapter: `contract.json` in its folder, and its recordings. */
export interface AgentFixture {
  readonly demands: Demands;
  readonly recordings: readonly Recording[];
}

/** `contract.json`. In all values `{home}`, `{tmp}` and `{desk}` stand for the folders of the job. */
export interface Demands {
  /** Versions of the program to be checked, each with what its plan must hold. */
  readonly plans: readonly PlanDemands[];
  /** What must be escaped in its prompt, and how: a program that gives `@name` a meaning of its own. */
  readonly escapes?: readonly (readonly [string, string])[];
  /** Words that no plan may hold, whole or as the beginning of `word=…`. */
  readonly forbidden: readonly string[];
  /** What `--version` prints, and the version in it. */
  readonly versions: Readonly<Record<string, string>>;
  readonly switches: {
    /** Where the model stands in command line, environment (`NAME=value`) or files; `{n}` is the value. */
    readonly model: string;
    readonly effort?: string;
    readonly retries?: string;
    readonly budget?: string;
  };
  /** What a program is told that must be told a model when the user names none. */
  readonly modelOtherwise?: string;
  /** Why a switch or a case of the suite is missing, by its name. */
  readonly without: Readonly<Record<string, string>>;
}

/** What the plan for one version must hold. */
export interface PlanDemands {
  readonly version: string;
  /** Runs of words that must stand in the command line one after the other. */
  readonly args: readonly (readonly string[])[];
  /** All variables that it sets by itself; `*`: whatever the value. */
  readonly env: Readonly<Record<string, string>>;
  /** JSON that a variable or a file of its home must hold at least, by name. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** One real run: what it printed, and the truth about it in `<case>.json`. */
export interface Recording {
  readonly name: string;
  readonly lines: readonly string[];
  readonly facts: RecordingFacts;
}

/** `<case>.json`: how the process ended and what a reader must make of it. */
export interface RecordingFacts {
  readonly note: string;
  readonly version: string;
  readonly asked?: { readonly model?: string; readonly effort?: string };
  readonly exit: { readonly code: number | null; readonly signal: string | null; readonly complaint: string };
  readonly expect: {
    readonly outcome: "ok" | FailureKind;
    readonly waitSeconds?: number;
    /** A word that the failure's message must hold. */
    readonly message?: string;
    /** Blocks of text, in order. */
    readonly blocks: readonly string[];
    /** How many blocks broke and were said again; absent: none. */
    readonly voids?: number;
    readonly tools: readonly ToolFacts[];
    readonly usage?: Usage;
    /** The model that answered. */
    readonly model?: string;
    /** At least so many retries are told. */
    readonly retries?: number;
  };
}

/** One tool call as it ended. */
export interface ToolFacts extends Pick<ToolEvent, "name" | "action" | "state" | "paths" | "lines"> {
  /** Text that its output must hold. */
  readonly shows?: string;
}

/** What a case must come to, whatever the fixture says. */
export const CASES: Readonly<Record<string, readonly ("ok" | FailureKind)[]>> = {
  review: ["ok"],
  "tool-loop": ["ok"],
  "denied-write": ["ok"],
  "http-401": ["login"],
  "http-429": ["overload"],
  "http-500": ["server"],
  "cut-stream": ["server"],
  refusal: ["refusal"],
  empty: ["empty"],
  sigterm: ["crash"],
  "other-model": ["ok"],
};

const FIXTURES = fileURLToPath(new URL("../../../fixtures/agents/", import.meta.url));

/** Reads the fixture of an adapter; undefined where there is none. */
export function readFixture(id: string, fixtures = FIXTURES): AgentFixture | undefined {
  const folder = join(fixtures, id);
  if (!existsSync(join(folder, "contract.json"))) return undefined;
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const cases = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const recordings = cases.sort().map((file) => {
    const name = file.slice(0, -".jsonl".length);
    const text = read(file);
    const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
    return { name, lines, facts: JSON.parse(read(`${name}.json`)) as RecordingFacts };
  });
  return { demands: JSON.parse(read("contract.json")) as Demands, recordings };
}
