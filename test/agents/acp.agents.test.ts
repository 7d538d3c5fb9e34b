import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProcessControls, runProcess } from "#adapters/process/run-process.ts";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import { createAcpAdapter } from "#reviewers/agent/acp/create-acp-adapter.ts";
import { presetFor } from "#reviewers/agent/acp/presets.ts";
import { agentProgram } from "../../tools/agent-programs.ts";
import type { ModelServer } from "./model-server/model-server.ts";
import { startModelServer } from "./model-server/model-server.ts";
import type { Scenario } from "./model-server/scenario.ts";
import { makeFolders } from "./spawn-agent.ts";

const SOURCE = "export function send(to) {\n  post(to);\n  check(to);\n}\n";
const FILES = { "code/mail.js": SOURCE, "review/INSTRUCTIONS.md": "# Review\n" };
const REVIEW = "## Findings\n\n- The address is checked after the post has left.\n";

type Agent = readonly ["gemini" | "opencode", readonly string[], string];

const AGENTS: readonly Agent[] = [
  ["gemini", ["gemini", "--acp"], "gemini-2.5-pro"],
  ["opencode", ["opencode", "acp"], "scripted/m1"],
];

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ scenarios: {} });
});
afterAll(() => server.close());

interface Run {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd;
  /** What stands beside the reviewed code afterwards. */
  readonly files: readonly string[];
}

const NO_EXIT = { code: null, signal: null };

/** Talks to the real program to the end, as the pipeline does. */
async function talk([agent, command, model]: Agent, name: string, script: Scenario): Promise<Run> {
  const scenario = `${agent}-${name}`;
  server.set(scenario, script);
  const folders = makeFolders(FILES);
  const setup = presetFor(command);
  if (setup === undefined) throw new Error(`there is no preset for ${agent}`);
  const adapter = createAcpAdapter(setup);
  const { desk, home, scratch: tmp } = folders;
  const job = {
    desk,
    home,
    tmp,
    program: agentProgram(agent).path,
    prompt: "Read review/INSTRUCTIONS.md and do what it says.",
    model,
    variables: {
      GEMINI_API_KEY: "test-key",
      GOOGLE_GEMINI_BASE_URL: server.url(scenario),
      OPENCODE_API_KEY: "test-key",
      OPENCODE_BASE_URL: `${server.url(scenario)}/v1`,
    },
    retries: 0,
  };
  const plan = adapter.plan(job);
  for (const { path, text } of plan.files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const reader = adapter.createReader(job);
  const events: AgentEvent[] = [];
  const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: tmp, TERM: "dumb", LANG: "C.UTF-8", ...plan.env };
  const { command: program, args, cwd, stdin: input, keepsStdin: keepStdin } = plan;
  const signal = AbortSignal.timeout(150_000);
  try {
    let controls: ProcessControls | undefined;
    const { exit = NO_EXIT, stderrTail: complaint } = await runProcess(
      { command: program, args, cwd, env, input, keepStdin },
      {
        signal,
        onStart: (given) => {
          controls = given;
        },
        onLine: async ({ text }) => {
          for (const event of reader.line(text)) {
            events.push(event);
            if (event.type === "send") await controls?.send(event.text);
            if (event.type === "close") controls?.endInput();
          }
        },
      },
    );
    return { events, end: reader.end({ ...exit, complaint }), files: readdirSync(join(desk, "code")) };
  } finally {
    folders.remove();
  }
}

describe.each(AGENTS)("%s over the Agent Client Protocol", (...agent) => {
  test("reads, says all of its blocks, and lets go", async () => {
    const steps: Scenario["steps"] = [
      { text: "First the code.", calls: [{ tool: "read", path: "code/mail.js", lines: [2, 3] }] },
      { text: REVIEW },
    ];
    const { events, end } = await talk(agent, "review", { steps });
    expect(end).toEqual({ ok: true });
    const text = events
      .map((event) => (event.type === "text" ? event.text : event.type === "text:end" ? "|" : ""))
      .join("");
    expect(text).toBe(`First the code.|${REVIEW}|`);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "tool", action: "read", state: "done", lines: { start: 2, end: 3 } }),
    );
  });

  test("writes nothing, and the review goes on", async () => {
    const steps: Scenario["steps"] = [
      { calls: [{ tool: "write", path: "code/planted.js", content: "x" }] },
      { calls: [{ tool: "shell", command: "touch planted" }] },
      { text: REVIEW },
    ];
    const { end, files } = await talk(agent, "write", { steps });
    expect(end).toEqual({ ok: true });
    expect(files).toEqual(["mail.js"]);
  });
});
