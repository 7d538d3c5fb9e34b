import type { Scenario, Step } from "../../test/agents/model-server/scenario.ts";

/** A case of the contract suite: what the model server plays, and what must come of it whoever is asked. */
export interface RecordedCase {
  readonly note: string;
  readonly script: Scenario;
  /** The blocks of text that the agent must have kept. */
  readonly blocks: readonly string[];
  readonly outcome: string;
  readonly waitSeconds?: number;
  /** Send this signal once the model has been asked. */
  readonly signal?: NodeJS.Signals;
}

/** The model that answers in the case `other-model`. */
export const OTHER_MODEL = "quite-another-model";

const REVIEW = "## Findings\n\n1. `add` subtracts: `return a - b;`\n";
const look = (path: string, lines?: readonly [number, number]): Step => ({
  calls: [{ tool: "read", path, lines }],
});
const HALF = "This answer is cut in the middle of the stream, and nothing of what came before may be lost.";

/** The cases, by name. Short on purpose: every line of a recording is read by people. */
export const RECORDED_CASES: Readonly<Record<string, RecordedCase>> = {
  review: {
    note: "A review in several blocks of text, with a few looks at files between them.",
    script: {
      steps: [
        { reasoning: "The scope first.", text: "I read the instructions.", ...look("review/INSTRUCTIONS.md") },
        { text: "Now the code.", ...look("code/src/sum.js", [2, 3]) },
        { calls: [{ tool: "grep", pattern: "half", path: "code/src" }] },
        { text: REVIEW },
      ],
    },
    blocks: ["I read the instructions.", "Now the code.", REVIEW],
    outcome: "ok",
  },
  "tool-loop": {
    note: "The same file again and again before it speaks.",
    script: { steps: [{ ...look("code/src/sum.js"), repeat: 3 }, { text: "Read it three times." }] },
    blocks: ["Read it three times."],
    outcome: "ok",
  },
  "denied-write": {
    note: "The model tries to write a file. It is not allowed to, and goes on.",
    script: {
      steps: [{ calls: [{ tool: "write", path: "code/evil.txt", content: "x" }] }, { text: "I could not write." }],
    },
    blocks: ["I could not write."],
    outcome: "ok",
  },
  "denied-read": {
    note: "The model tries to read a file beside the desk. Some let it: only a sandbox around them keeps it out.",
    script: { steps: [look("../outside/secret.txt"), { text: "I looked outside." }] },
    blocks: ["I looked outside."],
    outcome: "ok",
  },
  "http-401": failing("The key is not valid.", { kind: "status", status: 401 }, "login"),
  "http-429": {
    ...failing(
      "Too many requests, come back in two seconds.",
      { kind: "status", status: 429, retryAfter: 2 },
      "overload",
    ),
    waitSeconds: 2,
  },
  "http-500": failing("The server fails, whatever is asked.", { kind: "status", status: 500 }, "server"),
  "cut-stream": {
    ...failing("Each answer ends in the middle.", { kind: "cut" }, "server"),
    script: { steps: [{ text: HALF }], faults: [{ kind: "cut" }], chunkMs: 20 },
  },
  refusal: {
    note: "The model declines.",
    script: { steps: [{ refusal: "I do not review this." }] },
    blocks: [],
    outcome: "refusal",
  },
  empty: { note: "The model ends its turn and says nothing.", script: { steps: [{}] }, blocks: [], outcome: "empty" },
  sigterm: {
    note: "It is ended from outside while it speaks.",
    script: { steps: [{ text: HALF, chunkMs: 400 }] },
    blocks: [],
    outcome: "crash",
    signal: "SIGTERM",
  },
  "other-model": {
    note: "Another model answers than the one that was asked for.",
    script: { steps: [{ text: "Said by another." }], model: OTHER_MODEL },
    blocks: ["Said by another."],
    outcome: "ok",
  },
  "cut-once": {
    note: "The first answer ends in the middle; asked again, it comes whole.",
    script: { steps: [{ text: HALF }], faults: [{ kind: "cut", times: 1 }], chunkMs: 20 },
    blocks: [HALF],
    outcome: "ok",
  },
};

function failing(note: string, fault: NonNullable<Scenario["faults"]>[number], outcome: string): RecordedCase {
  return { note, script: { steps: [{ text: "Never said." }], faults: [fault] }, blocks: [], outcome };
}
