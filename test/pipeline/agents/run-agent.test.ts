import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import { type AgentEnvironment, runAgent } from "#pipeline/agents/run-agent.ts";
import type { AgentAdapter, AgentExit, AgentPlan } from "#reviewers/agent/agent-adapter.ts";
import { holdClock, passLimit } from "../../helpers/held-clock.ts";
import { shellAdapter } from "../../helpers/shell-adapter.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "deep-review-run-agent-"));
  for (const name of ["desk", "home", "tmp"]) mkdirSync(join(root, name));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

/** An agent that is a few words of shell: `send …` and `close` on its lines are events, `begun` wants an `answered`. */
function agentOf(script: string, over: Partial<AgentPlan> = {}): { adapter: AgentAdapter; exits: AgentExit[] } {
  const exits: AgentExit[] = [];
  let isCut = false;
  const read =
    (kind: "text" | "oddity") =>
    (line: string): AgentEvent[] => {
      isCut = line === "begun" || (isCut && line !== "answered");
      if (line.startsWith("send ")) return [{ type: "send", text: `${line.slice(5)}\n` }];
      return [line === "close" ? { type: "close" } : { type: kind, text: line }];
    };
  const adapter = shellAdapter({
    script,
    plan: ({ prompt }) => ({ env: { OWN: "own" }, stdin: prompt, ...over }),
    createReader: () => ({
      line: read("text"),
      complaint: read("oddity"),
      end(exit) {
        exits.push(exit);
        if (isCut) return { ok: false, kind: "garbage", message: "it was cut" };
        return exit.code === 0 ? { ok: true } : { ok: false, kind: "crash", message: `it left with ${exit.code}` };
      },
    }),
  });
  return { adapter, exits };
}

async function run(
  { adapter, exits }: ReturnType<typeof agentOf>,
  over: Partial<AgentEnvironment> = {},
  onEvent: (event: AgentEvent) => void = () => undefined,
) {
  const [desk, home, tmp] = ["desk", "home", "tmp"].map((name) => join(root, name)) as [string, string, string];
  const events: AgentEvent[] = [];
  const printed = { stdout: 0, stderr: "" };
  const job = { desk, home, tmp, program: "sh", prompt: "hello\n", variables: {}, retries: 0 };
  const end = await runAgent(adapter, job, {
    wrap: (launch) => Promise.resolve(launch),
    env: { PATH: process.env["PATH"] ?? "", SHARED: "shared" },
    timeoutSeconds: 60,
    idleSeconds: 60,
    signal: new AbortController().signal,
    onEvent(event) {
      events.push(event);
      onEvent(event);
    },
    onPrinted(stream, text) {
      if (stream === "stdout") printed.stdout += text.length;
      else printed.stderr += text;
    },
    ...over,
  });
  const said = (type: "text" | "oddity"): string[] =>
    events.flatMap((event) => (event.type === type ? [event.text] : []));
  return { end, events, lines: said("text"), complaints: said("oddity"), printed, exits };
}

/** Runs an agent that has limits, and lets them pass when it has said the word. */
async function runUntilLimit(agent: ReturnType<typeof agentOf>, word: string, limits: Partial<AgentEnvironment>) {
  const seconds = limits.timeoutSeconds ?? limits.idleSeconds ?? 0;
  holdClock();
  return run(agent, limits, (event) => {
    if (event.type === "text" && event.text === word) void passLimit(seconds * 1000);
  });
}

test("an agent gets its prompt, its own home and folder, and nothing else of the environment", async () => {
  const { end, lines } = await run(agentOf('cat; echo "$HOME|$TMPDIR|$PWD|$OWN|$SHARED|${USER-none}"'));
  expect(end).toEqual({ ok: true });
  const places = ["home", "tmp", "desk"].map((name) => join(root, name)).join("|");
  expect(lines).toEqual(["hello", `${places}|own|shared|none`]);
});

test("its files are written to its home first, for nobody else to read", async () => {
  const files = [{ path: ".shell/deep/settings.json", text: "{}" }];
  const { lines } = await run(agentOf('cat "$HOME/.shell/deep/settings.json"; echo', { files }));
  expect(lines).toEqual(["{}"]);
  expect(statSync(join(root, "home/.shell/deep/settings.json")).mode & 0o777).toBe(0o600);
});

describe("how it ended", () => {
  test("is for the adapter to say when it left by itself", async () => {
    const { end, exits } = await run(agentOf("echo no >&2; exit 7"));
    expect(end).toEqual({ ok: false, kind: "crash", message: "it left with 7" });
    expect(exits).toEqual([{ code: 7, signal: null, complaint: "no\n" }]);
  });

  test("by a signal", async () => {
    const { exits } = await run(agentOf("kill -9 $$"));
    expect(exits).toMatchObject([{ code: null, signal: "SIGKILL" }]);
  });

  test("because it took too long", async () => {
    const agent = agentOf("echo begun; while :; do echo x; sleep 0.05; done");
    const { end } = await runUntilLimit(agent, "begun", { timeoutSeconds: 30 });
    expect(end).toMatchObject({
      ok: false,
      kind: "timeout",
      message: expect.stringMatching(/^took longer than .*ended$/),
    });
  });

  test("because it was silent", async () => {
    const { end, lines } = await runUntilLimit(agentOf("echo begun; exec sleep 60"), "begun", { idleSeconds: 30 });
    expect(end).toMatchObject({ ok: false, kind: "idle", message: expect.stringMatching(/^was silent for .*ended$/) });
    expect(lines).toEqual(["begun"]);
  });

  test("because the user stopped it, with all that it had said", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const { end } = await run(agentOf("echo so far; exec sleep 60"), {
      signal: stop.signal,
      onEvent(event) {
        if (event.type === "text") lines.push(event.text);
        stop.abort();
      },
    });
    expect([end, lines]).toEqual([{ ok: false, kind: "stopped", message: "was stopped" }, ["so far"]]);
  });

  test("before it began, because there is no such program", async () => {
    const { end } = await run(agentOf("", { command: "/nowhere/agent" }));
    expect(end).toMatchObject({ ok: false, kind: "not-started", message: expect.stringContaining("/nowhere/agent") });
  });

  test("before it began, because there is no such folder", async () => {
    const { end } = await run(agentOf("", { cwd: join(root, "gone") }));
    expect(end).toMatchObject({ ok: false, kind: "not-started", message: expect.stringContaining("gone") });
  });

  test("before it began, because the adapter misses something", async () => {
    const made = agentOf("touch begun");
    const adapter = { ...made.adapter, needs: () => "Say which model." };
    expect((await run({ ...made, adapter })).end).toEqual({
      ok: false,
      kind: "not-started",
      message: "Say which model.",
    });
  });
});

test("complaints are heard line by line, also when a line or a letter comes in two pieces", async () => {
  const script = String.raw`printf 'one\nsend on\ntw\303' >&2; read hello; read on; printf '\266o\nlast without an end' >&2`;
  const { complaints, printed } = await run(agentOf(script, { keepsStdin: true }));
  expect(complaints).toEqual(["one", "twöo", "last without an end"]);
  expect(printed.stderr).toBe("one\nsend on\ntwöo\nlast without an end");
});

test("a conversation goes on until it is over", async () => {
  const script = 'read a; echo "heard $a"; echo send second; read b; echo "heard $b"; echo close; cat; echo left';
  const { end, lines } = await run(agentOf(script, { keepsStdin: true }));
  expect(lines).toEqual(["heard hello", "heard second", "left"]);
  expect(end).toEqual({ ok: true });
});

test("a line of 40 MB is kept as printed, what follows is read, and the run has not ended well", async () => {
  const { end, lines, printed } = await run(agentOf("head -c 41943040 /dev/zero | tr '\\0' x; echo; echo after"));
  expect(end).toMatchObject({ ok: false, kind: "limit", message: expect.stringContaining("larger than 32 MB") });
  expect(lines).toEqual(["after"]);
  expect(printed.stdout).toBe(41943040 + "\nafter\n".length);
});

test("an error of whoever listens is ours, and the agent is ended before it is thrown", async () => {
  const failing = run(agentOf('echo $$ > "$HOME/pid"; echo x; exec sleep 60'), {
    onEvent: () => Promise.reject(new Error("our own")),
  });
  await expect(failing).rejects.toThrow("our own");
  const pid = Number(readFileSync(join(root, "home/pid"), "utf8"));
  expect(() => process.kill(pid, 0)).toThrow();
});

describe("a program that has answered and does not leave has answered", () => {
  const STAYS = "echo begun; echo answered; exec sleep 60";

  test("when it falls silent", async () => {
    const { end, exits } = await runUntilLimit(agentOf(STAYS), "answered", { idleSeconds: 30 });
    expect(end).toEqual({ ok: true });
    expect(exits).toMatchObject([{ code: 0, signal: null }]);
  });

  test("when its time is over", async () => {
    const { end } = await runUntilLimit(agentOf(STAYS), "answered", { timeoutSeconds: 30 });
    expect(end).toEqual({ ok: true });
  });

  test("and is not waited for once its conversation is over", async () => {
    const agent = agentOf("echo begun; echo answered; echo close; exec sleep 60", { keepsStdin: true });
    expect((await run(agent, { partingSeconds: 0.2 })).end).toEqual({ ok: true });
  });

  test("but one that closes without an answer has failed as its reader says", async () => {
    const agent = agentOf("echo begun; echo close; exec sleep 60", { keepsStdin: true });
    expect((await run(agent, { partingSeconds: 0.2 })).end).toMatchObject({ ok: false, message: "it was cut" });
  });
});
