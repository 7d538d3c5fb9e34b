import { expect, test } from "vitest";
import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import { Transcript } from "#pipeline/agents/transcript.ts";

/** A transcript of these events, with what its listener heard. */
function seen(...events: readonly AgentEvent[]) {
  const heard = { text: "", notes: [] as string[], tools: [] as string[], costs: [] as (number | undefined)[] };
  const transcript = new Transcript({
    onText: (text) => void (heard.text += text),
    onTool: ({ id, state }) => void heard.tools.push(`${id} ${state}`),
    onUsage: ({ costUsd }) => void heard.costs.push(costUsd),
    onNote: (note) => void heard.notes.push(note),
  });
  for (const event of events) transcript.see(event);
  return { transcript, heard };
}

const text = (said: string): AgentEvent => ({ type: "text", text: said });
const end: AgentEvent = { type: "text:end" };
const tool = (over: Partial<ToolEvent>): ToolEvent => ({
  type: "tool",
  id: "1",
  name: "Read",
  action: "read",
  state: "begun",
  paths: [],
  ...over,
});

test("every block of text is kept, and blocks stand apart", () => {
  const { transcript, heard } = seen(text("First "), text("part."), end, text("\n "), end, text("Second"));
  expect(transcript.text).toBe("First part.\n\nSecond");
  expect(heard.text).toContain("First part.\n\n");
  expect(heard.text.endsWith("Second")).toBe(true);
});

test("a block that is said again counts once, and the blocks before it stay", () => {
  const { transcript } = seen(text("Kept."), end, text("Half a sen"), { type: "text:void" }, text("Whole."), end);
  expect(transcript.text).toBe("Kept.\n\nWhole.");
});

test("a denied call is told once, with what it tried", () => {
  const write = { action: "write", name: "Write", paths: ["code/a.js"] } as const;
  const { transcript, heard } = seen(
    tool(write),
    tool({ ...write, state: "denied" }),
    tool({ ...write, state: "denied" }),
    tool({ id: "2", name: "exec", action: "run", state: "denied", detail: "curl x" }),
    tool({ id: "3", name: "WebFetch", action: "fetch", state: "denied" }),
  );
  expect(transcript.incidents).toEqual([
    { kind: "denied", text: "tried to write code/a.js: denied" },
    { kind: "denied", text: "tried to run curl x: denied" },
    { kind: "denied", text: "tried WebFetch: denied" },
  ]);
  expect(heard.tools).toEqual(["1 begun", "1 denied", "1 denied", "2 denied", "3 denied"]);
});

test("calls are counted once each, the most frequent kind first", () => {
  const { transcript } = seen(
    tool({ id: "1", name: "Grep" }),
    tool({ id: "1", name: "Grep", state: "done" }),
    tool({ id: "2", name: "Read", state: "done" }),
    tool({ id: "3", name: "Read", state: "failed" }),
  );
  const kinds = [
    { name: "Read", count: 2 },
    { name: "Grep", count: 1 },
  ];
  expect(transcript.toolCalls).toEqual({ total: 3, kinds });
});

test("retries and oddities are incidents, and there is an end to them", () => {
  const retry: AgentEvent = { type: "retry", reason: "overloaded", status: 529, waitSeconds: 1.2 };
  const { transcript, heard } = seen(
    retry,
    { type: "retry", reason: "no connection" },
    { type: "oddity", text: "o".repeat(9000) },
    ...Array.from({ length: 500 }, () => retry),
  );
  const [first, second, third] = transcript.incidents;
  expect(first).toEqual({ kind: "waited", text: "529: overloaded, waits 2 s" });
  expect(second).toEqual({ kind: "waited", text: "no connection" });
  expect([third?.kind, third?.text.length]).toEqual(["odd", 500]);
  expect(transcript.incidents).toHaveLength(50);
  expect(heard.notes[0]).toBe("529: overloaded, waits 2 s");
});

test("notes say what it does, without the folder of the desk", () => {
  const { heard } = seen(
    { type: "begin", model: "opus", version: "2.1" },
    { type: "thought", text: "hm" },
    tool({ paths: ["/cache/desks/r/claude/desk/code/src/a.js"] }),
    tool({ paths: ["/cache/desks/r/claude/desk/code/src/a.js"], state: "done" }),
    tool({ id: "2", action: "search", state: "done", detail: "add(" }),
    tool({ id: "3", name: "Think", action: "other" }),
  );
  expect(heard.notes).toEqual(["begun", "thinking", "reading src/a.js", "searching add(", "Think"]);
});

test("the model that answers last and the usage told last count", () => {
  const { transcript, heard } = seen(
    { type: "begin", model: "asked", version: "1.0" },
    { type: "usage", usage: { inputTokens: 1, costUsd: 0.5 } },
    { type: "model", model: "answered" },
    { type: "usage", usage: { inputTokens: 2 } },
  );
  expect(transcript).toMatchObject({ model: "answered", version: "1.0", usage: { inputTokens: 2 } });
  expect(heard.costs).toEqual([0.5, undefined]);
});

test("a denied call is described without the folder of the desk", () => {
  const { transcript } = seen();
  const path = "/home/ada/.cache/deep-review/desks/20260101-1-ab/claude/desk/code/written.txt";
  const call = { type: "tool", id: "1", name: "Write", action: "write", state: "denied", paths: [path] } as const;
  transcript.see(call);
  transcript.see({ ...call, id: "2", name: "Bash", action: "run", paths: [], detail: `touch '${path}' /tmp/x` });
  expect(transcript.incidents.map(({ text }) => text)).toEqual([
    "tried to write code/written.txt: denied",
    "tried to run touch 'code/written.txt' /tmp/x: denied",
  ]);
});
