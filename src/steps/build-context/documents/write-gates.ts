import { describeGateState, type GateResult } from "#model/panel/gate.ts";
import type { KnownGates } from "../bundle-input.ts";
import { type Document, fencedBlocks, inlineCode } from "./document.ts";

/** What the repository's own commands showed, so that no reviewer needs to run them. */
export function gatesDocument({ results, isRunning }: KnownGates): Document {
  return {
    name: "gates",
    about: "The repository's own commands, run by the tool at the reviewed commit and, where they failed, at the base.",
    unit: "gates",
    blocks: [
      "Do not run them again. What one of them made red is already in the report; say why it is red if you can tell.",
      ...results.flatMap(gateBlocks),
      ...(isRunning ? ["The other gates still run; what they show is not known yet."] : []),
    ],
  };
}

/** Of a gate that does not pass, the last lines of its first run. */
function gateBlocks({ name, command, state, why, runs }: GateResult): string[] {
  const heading = [
    `## ${inlineCode(name)}`,
    [`- Command: ${inlineCode(command)}`, `- State: ${describeGateState(state)}; ${inlineCode(why)}`].join("\n"),
  ].join("\n\n");
  const [first] = runs;
  if (state === "green" || first === undefined || first.output.trim() === "") return [heading];
  return fencedBlocks(heading, first.output, "text");
}
