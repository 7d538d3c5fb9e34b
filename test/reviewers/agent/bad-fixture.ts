import type { AgentFixture, Recording, RecordingFacts } from "./contract/fixture.ts";

/** What the parrot of `bad-adapter.ts` printed in each case, and what is demanded of its adapter. */
export function badFixture(): AgentFixture {
  return {
    demands: {
      plans: [
        {
          version: "1.2.3",
          args: [["--only", "read"]],
          env: { PARROT_QUIET: "1" },
          json: { ".parrot/settings.json": { write: false } },
        },
      ],
      forbidden: ["--yes-to-all"],
      versions: { "parrot 1.2.3": "1.2.3" },
      switches: { model: "--model {n}", effort: "--effort {n}", retries: "--retries {n}", budget: "--budget {n}" },
      without: {},
    },
    recordings: [
      recording("review", [say("I look."), CALL, say("The sum is wrong."), TOKENS, { stop: "well" }]),
      recording("tool-loop", [CALL, { call: { ...CALL.call, id: "c2" } }, say("Done."), TOKENS, { stop: "well" }]),
      recording("denied-write", [
        { call: { ...CALL.call, state: "denied" } },
        say("I may not."),
        TOKENS,
        { stop: "well" },
      ]),
      recording("http-401", [{ stop: "login" }]),
      recording("http-429", [{ stop: "overload", wait: 7 }]),
      recording("http-500", [{ stop: "server" }]),
      recording("cut-stream", [say("Half a"), { stop: "server" }]),
      recording("refusal", [say("I would rather not."), { stop: "refusal" }]),
      recording("empty", [TOKENS, { stop: "well" }]),
      recording("sigterm", [say("I was about")]),
      recording("other-model", [say("Fine."), TOKENS, { stop: "well" }]),
    ],
  };
}

type Line = Readonly<Record<string, unknown>>;
const say = (text: string): Line => ({ say: text });
const TOKENS: Line = { tokens: 70 };
const CALL = {
  call: { id: "c1", name: "look", action: "read", state: "done", paths: ["/desk/code/sum.ts"], output: "1 sum" },
} as const;

function recording(name: string, lines: readonly Line[]): Recording {
  const stop = lines.at(-1)?.["stop"];
  const blocks = lines.flatMap((line) => (typeof line["say"] === "string" ? [line["say"]] : []));
  const outcome =
    stop === undefined ? "crash" : stop !== "well" ? (stop as "login") : blocks.length === 0 ? "empty" : "ok";
  const facts: RecordingFacts = {
    note: name,
    version: "1.2.3",
    asked: { model: name === "other-model" ? "big" : "small" },
    exit: exitOf(name, stop),
    expect: {
      outcome,
      ...(name === "http-429" ? { waitSeconds: 7 } : {}),
      blocks,
      tools: lines.flatMap((line) => ("call" in line ? [{ ...(line as typeof CALL).call, shows: "1 sum" }] : [])),
      ...(lines.includes(TOKENS) ? { usage: { inputTokens: 70 } } : {}),
      model: "small",
    },
  };
  return { name, facts, lines: [{ begin: "small" }, ...lines].map((line) => JSON.stringify({ parrot: line })) };
}

function exitOf(name: string, stop: unknown): RecordingFacts["exit"] {
  if (name === "sigterm") return { code: null, signal: "SIGTERM", complaint: "" };
  return { code: stop === "well" ? 0 : 1, signal: null, complaint: "" };
}
