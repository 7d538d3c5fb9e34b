import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ToolEvent } from "#model/agent/agent-event.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { makeChange } from "../../helpers/change.ts";
import { track } from "./tracking.ts";

/** The file that the recorded runs look at: its second line was changed, its fourth added. */
const HEAD = "export function add(a, b) {\n  return a - b;\n}\nexport const half = (n) => n / 2;\n";
const change = makeChange({
  base: { "src/sum.js": HEAD.replace("a - b", "a + b").split("\n").slice(0, 3).join("\n") },
  head: { "src/sum.js": HEAD },
});

function toolEvents(agent: (typeof AGENTS)[number], run: string): ToolEvent[] {
  const file = new URL(`../../fixtures/agents/${agent.id}/${run}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  const job = { desk: "/desk", home: "/home", tmp: "/scratch", program: agent.program, prompt: "" };
  const reader = agent.createReader({ ...job, variables: {}, retries: 0 });
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => reader.line(line))
    .filter((event) => event.type === "tool");
}

const fromDesk = (events: readonly ToolEvent[]): ToolEvent[] =>
  events.map((event) => JSON.parse(JSON.stringify(event).replaceAll("/desk/", "/desks/one/")) as ToolEvent);

const recorded = AGENTS.filter((agent) => toolEvents(agent, "tool-loop").length > 0);

test("runs of several agents are recorded", () => {
  expect(recorded.length).toBeGreaterThanOrEqual(4);
});

test.each(recorded)("$id that read the whole file has read the hunk", (agent) => {
  const tracker = track(change, fromDesk(toolEvents(agent, "tool-loop")));
  expect(tracker.hunksRead).toBe(1);
  expect(tracker.opened().map(({ path }) => path)).toEqual(["src/sum.js"]);
});

test.each(recorded)("$id that read two lines and searched has read it where the search shows its lines", (agent) => {
  const events = toolEvents(agent, "review");
  const tellsSearches = events.some(({ action, output }) => action === "search" && output !== undefined);
  expect(track(change, fromDesk(events)).hunksRead).toBe(tellsSearches ? 1 : 0);
});
