import { expect, test } from "vitest";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import { CommandRecorder, joinLogs } from "#pipeline/agents/command-recorder.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

const event = (over: Partial<ToolEvent>): ToolEvent => ({
  type: "tool",
  id: "1",
  name: "Bash",
  action: "run",
  state: "done",
  paths: [],
  ...over,
});

function record(...events: readonly Partial<ToolEvent>[]) {
  const recorder = new CommandRecorder((text) => maskSecrets(text, ["the-secret-of-the-test"]));
  for (const each of events) recorder.see(event(each));
  return recorder.log;
}

test("keeps what was run, how it ended and what it printed", () =>
  expect(
    record(
      { state: "begun", detail: "npm test" },
      { state: "failed", detail: "npm test", output: "1 failed" },
      { id: "2", name: "Read", action: "read", paths: ["a.ts"], detail: undefined },
      { id: "3", name: "exec_command", action: "search", detail: "rg x", command: "rg x", output: "a.ts:1: x" },
    ),
  ).toEqual({
    commands: [
      { command: "npm test", state: "failed", output: "1 failed" },
      { command: "rg x", state: "done", output: "a.ts:1: x" },
    ],
  }));

test("masks credentials before it cuts", () => {
  const output = `${"x".repeat(3990)}the-secret-of-the-test${"y".repeat(9000)}`;
  const { commands } = record({ detail: "echo the-secret-of-the-test", output });
  expect(commands[0]).toMatchObject({ cut: true });
  expect(JSON.stringify(commands)).not.toMatch(/the-sec|of-the-test/);
});

test("says what it does not keep", () => {
  const many = Array.from({ length: 310 }, (_, at) => ({ id: String(at), detail: `run ${at}` }));
  const log = record(...many);
  expect(log.commands).toHaveLength(300);
  expect(log.left).toBe(10);
  expect(joinLogs([log, log])).toMatchObject({ left: 320 });
  expect(record({ detail: "make", output: "… output truncated …" }).commands[0]?.cut).toBe(true);
});

test("stays small however much is printed", () => {
  const loud = Array.from({ length: 200 }, (_, at) => ({ id: String(at), detail: "make", output: "z".repeat(50_000) }));
  expect(JSON.stringify(record(...loud)).length).toBeLessThan(260_000);
});
