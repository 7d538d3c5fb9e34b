import type { AgentEnd, AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import type { AgentAdapter, AgentExit } from "#reviewers/agent/agent-adapter.ts";
import type { RecordingFacts } from "./fixture.ts";
import { jobFor } from "./plan-clauses.ts";

/** What a reader made of the lines of one run. */
export interface Replay {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd | undefined;
  /** What it threw, if it did. */
  readonly thrown?: string;
}

/** Reads lines with a fresh reader, as the pipeline would. */
export function replay(
  adapter: AgentAdapter,
  facts: RecordingFacts,
  run: { lines: readonly string[]; exit: AgentExit },
): Replay {
  const events: AgentEvent[] = [];
  try {
    const reader = adapter.createReader(jobFor(adapter, { version: facts.version, ...facts.asked }));
    for (const line of run.lines) for (const event of reader.line(line)) events.push(event);
    for (const line of run.exit.complaint.split("\n")) events.push(...(reader.complaint?.(line) ?? []));
    return { events, end: reader.end(run.exit) };
  } catch (error) {
    return { events, end: undefined, thrown: String(error) };
  }
}

/** The blocks of text in events; one that did not end counts, one that became void does not. */
export function blocksOf(events: readonly AgentEvent[]): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  for (const event of events) {
    if (event.type === "text") open.push(event.text);
    else if (event.type === "text:void") open = [];
    else if (event.type === "text:end") {
      if (open.length > 0) blocks.push(open.join(""));
      open = [];
    }
  }
  if (open.length > 0) blocks.push(open.join(""));
  return blocks;
}

/** Tool calls as they ended, in the order in which they ended. */
export function endedTools(events: readonly AgentEvent[]): ToolEvent[] {
  return events.filter((event) => event.type === "tool").filter(({ state }) => state !== "begun");
}

/** What the run has used by the last that is said of it. */
export function usageOf(events: readonly AgentEvent[]): Usage | undefined {
  return events.findLast((event) => event.type === "usage")?.usage;
}

/** The model that is named last. */
export function modelOf(events: readonly AgentEvent[]): string | undefined {
  let model: string | undefined;
  for (const event of events) if (event.type === "begin" || event.type === "model") model = event.model ?? model;
  return model;
}
