import type { ModelRequest } from "./model-request.ts";
import type { Scenario, Step, StepFunction, Usage } from "./scenario.ts";
import { DEFAULT_USAGE } from "./scenario.ts";
import { toolCall } from "./tool-call.ts";

/** One complete answer of the model, before a protocol puts it into its own words. */
export interface Answer {
  /** Unique per answer; protocols make their ids from it. */
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly Block[];
  readonly refusal?: string;
  readonly usage: Usage;
}

/** A piece of an answer. */
export type Block =
  { readonly type: "reasoning"; readonly text: string } | { readonly type: "text"; readonly text: string } | CallBlock;

/** A call of a tool in the client's own terms; the input is text for a tool that takes free text. */
export interface CallBlock {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** The client offers no tool of this name. */
  readonly unoffered: boolean;
}

/** The step for a request, chosen by the assistant turns in it: a client that tries again gets the same step again. */
export function chooseStep(scenario: Scenario, request: ModelRequest): { readonly index: number; readonly step: Step } {
  const steps = scenario.steps.flatMap((step) => {
    const repeat = typeof step === "function" ? 1 : (step.repeat ?? 1);
    return Array.from({ length: repeat }, (): Step | StepFunction => step);
  });
  const index = Math.min(request.turns, steps.length - 1);
  const step = steps[index] ?? {};
  return { index, step: typeof step === "function" ? step(request) : step };
}

/** Turns a step into the answer to a request. */
export function composeAnswer(scenario: Scenario, step: Step, request: ModelRequest): Answer {
  const id = (counter += 1).toString(36).padStart(6, "0");
  const blocks: Block[] = [];
  if (step.reasoning !== undefined) blocks.push({ type: "reasoning", text: step.reasoning });
  for (const text of [step.text ?? []].flat()) blocks.push({ type: "text", text });
  const calls = [...(step.calls ?? [])];
  if (step.json !== undefined) {
    const tool = request.tools.find(({ name }) => STRUCTURED_OUTPUT.includes(name));
    if (tool === undefined) blocks.push({ type: "text", text: JSON.stringify(step.json) });
    else calls.push({ tool: "exact", name: tool.name, input: step.json as Record<string, unknown> });
  }
  for (const [index, call] of calls.entries()) {
    const { name, input } = toolCall(call, request, scenario.root);
    const unoffered = !request.tools.some((tool) => tool.name === name);
    blocks.push({ type: "call", id: `${id}x${index}`, name, input, unoffered });
  }
  return {
    id,
    model: step.model ?? scenario.model ?? request.model,
    blocks,
    ...(step.refusal !== undefined && { refusal: step.refusal }),
    usage: { ...DEFAULT_USAGE, ...scenario.usage, ...step.usage },
  };
}

/** The text cut into the pieces of a stream: short ones, but never more than a few hundred. No character is torn. */
export function pieces(text: string): string[] {
  const size = Math.max(24, Math.ceil(text.length / 400));
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + size, text.length);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Tools by which clients ask for a structured answer (Claude Code with a schema; the AI SDK). */
const STRUCTURED_OUTPUT = ["StructuredOutput", "json"];

let counter = 0;
