import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunClaim } from "#model/panel/run-claim.ts";
import { type ModelServer, startModelServer } from "./model-server/model-server.ts";
import type { Step } from "./model-server/scenario.ts";
import { callPanel, clearRoom, type PanelEnd, type Player } from "./panel/panel-call.ts";

const READ: Step = { calls: [{ tool: "read", path: "review/patches/0001-calc-js.patch" }] };
const SCRIPT = `node --input-type=module -e 'import { add } from "./calc.js"; console.log("the sum is", add(2, 1))'`;
const RUN: Step = { calls: [{ tool: "shell", command: `cd code && ${SCRIPT}` }] };

/** A review with a script, what the script is said to have printed, and a sentence about the tests. */
const review = (output: string, said: string): Step => ({
  text: [
    "## Executive Summary\n\nOne problem.\n\n## Findings\n\n### Important Issues",
    "#### I1. add subtracts its second argument\n\n`calc.js:2` (important, regression)",
    "```js\n  return a - b;\n```",
    "Callers get the difference instead of the sum.",
    `\`\`\`bash repro\n${SCRIPT}\n\`\`\``,
    `\`\`\`text repro-output\n${output}\n\`\`\``,
    "Fix: add.",
    `## Testing Assessment\n\n${said}`,
    "## Coverage Summary\n\n- `calc.js`: I1",
  ].join("\n\n"),
});

const INVENTED = review("the sum is 1", "I ran `npm test`: 214 passed.");

let server: ModelServer;
const rooms: PanelEnd["room"][] = [];

beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      "really-ran": { steps: [READ, RUN, review("the sum is 1", "I did not run the tests.")] },
      "other-output": { steps: [READ, RUN, review("the sum is 3", "I did not run the tests.")] },
      invents: { steps: [READ, INVENTED] },
      tries: { steps: [READ, RUN, INVENTED] },
    },
  });
});
afterAll(() => server.close());
afterEach(() => {
  for (const room of rooms.splice(0)) clearRoom(room);
});

async function reviewed(scenarios: Partial<Readonly<Record<Player, string>>>): Promise<PanelEnd> {
  const end = await callPanel({
    server,
    players: Object.keys(scenarios) as Player[],
    scenario: (player) => scenarios[player] ?? player,
  });
  rooms.push(end.room);
  return end;
}

/** What became of the statements of each reviewer, in their order. */
function auditsOf({ review: { runClaims = [] } }: PanelEnd): Record<string, RunClaim["audit"][]> {
  const by: Record<string, RunClaim["audit"][]> = {};
  for (const { reviewer, audit } of runClaims) (by[reviewer] ??= []).push(audit);
  return by;
}

test("a run that is in the agent's log counts, one that it made up does not, and nobody without a shell ran anything", async () => {
  const end = await reviewed({ claude: "invents", codex: "really-ran", gemini: "tries", opencode: "tries" });
  const invented = ["not-in-log", "not-in-log"];
  expect(auditsOf(end)).toEqual({ claude: invented, codex: ["in-log"], gemini: invented, opencode: invented });
  const own = end.review.runs.find(({ reviewer }) => reviewer === "codex")?.commandLog?.commands ?? [];
  expect(own.find(({ command }) => command.includes("node --input-type"))).toMatchObject({
    state: "done",
    output: expect.stringContaining("the sum is 1"),
  });
  expect(end.report).toMatch(/run by its author/);
  expect(end.report).toMatch(/Of 2 statements that it ran something, 2 are not in its log\./);
});

test("an output that the tool did not print is contradicted, and its finding is unproven", async () => {
  const end = await reviewed({ codex: "other-output" });
  expect(auditsOf(end)).toEqual({ codex: ["contradicted"] });
  expect(end.review.runClaims?.[0]?.why).toContain("did not print `the sum is 3`");
  expect(end.printed).toMatch(/unproven, run contradicted by its log/);
});

test("a model behind an API has no tool that runs anything", async () => {
  const end = await reviewed({ anthropic: "invents" });
  expect(Object.values(auditsOf(end))).toEqual([["not-in-log", "not-in-log"]]);
});
