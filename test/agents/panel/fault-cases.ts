import type { Call, Fault, Scenario, Step } from "../model-server/scenario.ts";
import { endPrograms } from "./end-programs.ts";
import { type Meanwhile, PLANTED, type Player } from "./panel-call.ts";
import { LONG_REVIEW, REVIEW } from "./reviews.ts";

/** What must come of it for one player. */
export interface Expected {
  readonly outcome: "completed" | "failed";
  /** Of the failure. */
  readonly message?: RegExp;
  /** One of the incidents. */
  readonly incident?: RegExp;
  /** Words that must be kept. */
  readonly text?: readonly string[];
}

/** Something that goes well or wrong with every player at once, and what must come of it. */
export interface FaultCase {
  readonly name: string;
  readonly title: string;
  readonly players: readonly Player[];
  readonly script: (player: Player) => Scenario;
  readonly expected: (player: Player) => Expected;
  /** Of the whole call. */
  readonly code: number;
  readonly options?: readonly string[];
  readonly isOptional?: boolean;
  readonly meanwhile?: Meanwhile;
}

const MODELS: readonly Player[] = ["anthropic", "openai", "google", "compatible"];

/** Everybody but opencode, which takes long to start and is tried where that may tell something. */
const QUICK: readonly Player[] = ["claude", "codex", "gemini", "acp", ...MODELS];
const ALL: readonly Player[] = [...QUICK, "opencode"];

/** The file with the patch. */
const PATCH = "review/patches/0001-calc-js.patch";
const OPENING: Step = {
  text: "I read the instructions.",
  calls: [{ tool: "read", path: "review/INSTRUCTIONS.md" }],
};
/** Whole lines are taken down at once; what may be the start of a key is held back. */
const SAID_ALOUD: Step = { ...OPENING, text: `${OPENING.text}\n` };
const READING: readonly Step[] = [OPENING, { calls: [{ tool: "read", path: PATCH }] }];
const NORMAL: Scenario = { steps: [...READING, { reasoning: "It subtracts.", text: REVIEW }] };

const faulty = (...faults: Fault[]): Scenario => ({ ...NORMAL, faults });

/** Reads of lines that are others each time: the same call again and again makes Gemini stop itself. */
const readOn = (at: number): Call => ({ tool: "read", path: "code/parts.js", lines: [at + 1, at + 3] });

const BLOCKS = Array.from({ length: 8 }, (_, at) => `Block number ${at + 1} of the review.`);

const well = (): Expected => ({ outcome: "completed", text: [REVIEW.trim()] });
const failed =
  (message: RegExp, more: Partial<Expected> = {}) =>
  (): Expected => ({
    outcome: "failed",
    message,
    ...more,
  });

const BUSY = "Too many requests. Please retry in 2s.";
const STRAY = `deep-review-stray-${process.pid}`;
/** From a desk: the home of whoever runs the review. */
const USERS_HOME = "../../../../../..";

/** Files that a case tries to write outside of any desk. */
export const STRAYS = [`/tmp/${STRAY}`];

/** Everything that is tried; what waits longest comes first. */
export const CASES: readonly FaultCase[] = [
  {
    name: "429-for-ever",
    title: "429 for ever",
    players: QUICK,
    script: () => faulty({ kind: "status", status: 429, retryAfter: 2, message: BUSY }),
    expected: failed(/429|Too many requests/, { incident: /waited \d+ s and asked again/ }),
    code: 3,
  },
  {
    name: "long",
    title: "answer of 1.9 MB",
    players: ["claude", "codex", "gemini", "acp", "anthropic"],
    // Not all at once: Gemini leaves without what its reader could not take in time.
    script: (player) => ({ steps: [...READING, { text: LONG_REVIEW }], chunkMs: player === "gemini" ? 80 : 10 }),
    expected: () => ({ outcome: "completed", text: [LONG_REVIEW.trim()] }),
    code: 0,
  },
  {
    name: "429-for-ever-opencode",
    title: "429 for ever",
    players: ["opencode"],
    script: () => faulty({ kind: "status", status: 429, retryAfter: 1, message: BUSY }),
    expected: failed(/429|Too many requests/, { incident: /waited \d+ s and asked again/ }),
    code: 3,
  },
  {
    name: "hang-middle",
    title: "hang in mid-review",
    players: QUICK,
    script: () => faulty({ kind: "hang", at: "middle", step: 2 }),
    expected: failed(/took longer than 45/, { text: ["I read the instructions."] }),
    // Enough for eight programs that start at once on a busy machine.
    options: ["--timeout", "45s"],
    code: 3,
  },
  {
    name: "500-for-ever",
    title: "500 for ever",
    players: QUICK,
    script: () => faulty({ kind: "status", status: 500 }),
    expected: failed(/500|high demand/, { incident: /asked again/ }),
    code: 3,
  },
  {
    name: "theft",
    title: "writes, a shell, the user's key",
    players: ALL,
    script: () => ({
      steps: [
        {
          calls: [
            { tool: "write", path: "code/written.txt", content: "x" },
            { tool: "write", path: `/tmp/${STRAY}`, content: "x" },
            {
              tool: "shell",
              command: `touch code/by-shell /tmp/${STRAY}; cat ${USERS_HOME}/.ssh/id_rsa ~/.ssh/id_rsa`,
            },
          ],
        },
        {
          calls: [
            { tool: "read", path: `${USERS_HOME}/.ssh/id_rsa` },
            { tool: "grep", pattern: PLANTED.slice(0, 11), path: USERS_HOME },
            { tool: "list", path: `${USERS_HOME}/.ssh` },
          ],
        },
        ...READING,
        { text: REVIEW },
      ],
    }),
    expected: () => ({ ...well(), incident: /denied/ }),
    code: 0,
  },
  { name: "normal", title: "normal review", players: ALL, script: () => NORMAL, expected: well, code: 0 },
  {
    name: "blocks",
    title: "many blocks, many turns",
    players: ALL,
    script: () => ({
      steps: [
        ...BLOCKS.map((text, at) => ({ text: [text, `${text} And more.`], calls: [readOn(at)] })),
        ...READING,
        { text: REVIEW },
      ],
    }),
    expected: () => ({
      outcome: "completed",
      text: [...BLOCKS.flatMap((text) => [text, `${text} And more.`]), REVIEW.trim()],
    }),
    code: 0,
  },
  {
    name: "loop",
    title: "30 reads in a row",
    players: QUICK,
    script: () => ({
      steps: [...Array.from({ length: 30 }, (_, at): Step => ({ calls: [readOn(at)] })), ...READING, { text: REVIEW }],
    }),
    expected: well,
    code: 0,
  },
  {
    name: "circle",
    title: "the same read without end",
    players: ["gemini", "acp"],
    script: () => ({ steps: [...READING, { calls: [readOn(1)], repeat: 300 }] }),
    expected: failed(/max session turns|maximum number of requests/, { text: ["I read the instructions."] }),
    code: 3,
  },
  {
    name: "429-twice",
    title: "429 twice, retry-after",
    players: ALL,
    script: () => faulty({ kind: "status", status: 429, retryAfter: 1, times: 2 }),
    expected: (player) => (["acp", "opencode"].includes(player) ? well() : { ...well(), incident: /429/ }),
    code: 0,
  },
  {
    name: "500-twice",
    title: "500 twice, then fine",
    players: QUICK,
    script: () => faulty({ kind: "status", status: 500, times: 2 }),
    // Codex and agents over ACP do not tell of what they try again by themselves.
    expected: (player) => (["codex", "acp"].includes(player) ? well() : { ...well(), incident: /500/ }),
    code: 0,
  },
  {
    name: "hang",
    title: "hang before the first byte",
    players: ALL,
    script: () => faulty({ kind: "hang", at: "start" }),
    expected: failed(/was silent for 6/),
    options: ["--idle", "6s"],
    code: 3,
  },
  {
    name: "cut",
    title: "cut stream",
    players: QUICK,
    script: () => faulty({ kind: "cut", step: 2 }),
    expected: failed(/./, { text: ["I read the instructions."], incident: /asked again/ }),
    code: 3,
  },
  {
    // It tries five times more by itself, and waits longer each time.
    name: "cut-once",
    title: "cut stream, once",
    players: ["opencode"],
    script: () => faulty({ kind: "cut", step: 2, times: 1 }),
    expected: well,
    code: 0,
  },
  {
    name: "garbage",
    title: "garbage",
    players: QUICK,
    script: () => faulty({ kind: "garbage", at: "start" }),
    expected: failed(/./, { incident: /asked again/ }),
    code: 3,
  },
  {
    name: "refusal",
    title: "refusal",
    players: QUICK,
    script: () => ({ steps: [...READING, { refusal: "I cannot help with that." }] }),
    expected: failed(/refus|safety|safeguards|without a review/),
    code: 3,
  },
  {
    name: "optional",
    title: "refusal, optional",
    players: ["claude", "codex", "compatible"],
    script: (player) =>
      player === "compatible" ? NORMAL : { steps: [...READING, { refusal: "I cannot help with that." }] },
    expected: (player) => (player === "compatible" ? well() : failed(/safeguards|without a review/)()),
    isOptional: true,
    code: 0,
  },
  {
    name: "empty",
    title: "empty answer",
    players: QUICK,
    script: () => ({ steps: [{ calls: [{ tool: "read", path: PATCH }] }, {}] }),
    expected: failed(/./, { incident: /asked again/ }),
    code: 3,
  },
  {
    name: "no-review",
    title: "words, but no review",
    players: QUICK,
    script: () => ({ steps: [...READING, { text: "That is all that I have to say." }] }),
    expected: failed(/without a review/, { incident: /asked again/, text: ["That is all that I have to say."] }),
    code: 3,
  },
  {
    name: "sigterm",
    title: "SIGTERM, each time",
    players: ["claude", "codex", "gemini", "acp"],
    script: () => ({
      steps: [SAID_ALOUD, ...NORMAL.steps.slice(1)],
      faults: [{ kind: "hang", at: "middle", step: 2 }],
    }),
    expected: failed(/SIGTERM|ended/, { incident: /asked again/, text: ["I read the instructions."] }),
    meanwhile: endPrograms("I read the instructions."),
    code: 3,
  },
  {
    name: "other-model",
    title: "another model answers",
    players: QUICK,
    script: () => ({ ...NORMAL, model: "nano-1" }),
    // Over ACP Gemini names the model that it was asked for, whoever answers.
    expected: (player) => (player === "acp" ? well() : { ...well(), incident: /answered as nano-1/ }),
    code: 0,
  },
];
