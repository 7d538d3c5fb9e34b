import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "./model-server/model-server.ts";
import type { ModelRequest } from "./model-server/model-request.ts";
import type { Scenario, Step } from "./model-server/scenario.ts";
import { callPanel, clearRoom, type PanelEnd } from "./panel/panel-call.ts";

const READ: Step = { calls: [{ tool: "read", path: "review/patches/0001-calc-js.patch" }] };

/** A finding with a script that shows it. */
const REVIEW = [
  "## Executive Summary\n\nOne problem.\n\n## Findings\n\n### Important Issues",
  "#### I1. add subtracts its second argument\n\n`calc.js:2` (important, regression)",
  "```js\n  return a - b;\n```",
  "Callers get the difference instead of the sum. SECRET-REASONING: I saw it in the diff.",
  "```bash repro\nnode --input-type=module -e 'import { add } from \"./calc.js\"; console.log(add(2, 1))'\n```",
  "```text repro-output\n1\n```",
  "Fix: add.",
].join("\n\n");

const NOTHING =
  "## Executive Summary\n\nNothing.\n\n## Findings\n\nNone.\n\n## Coverage Summary\n\n- `calc.js`: Reviewed, no issues\n";

const answer = (word: string, code: string): string =>
  `Answer: ${word}\n\nEvidence:\n\n\`calc.js:2\`\n\n\`\`\`js\n${code}\n\`\`\`\n\nBecause: the code shows it.\n`;

/** One program reviews and verifies: what it says depends on what it is asked. */
function codexSays(verification: string): Scenario {
  const isClaim = (request: ModelRequest): boolean => request.opening.some((text) => text.includes("Check the claim"));
  return {
    steps: [
      (request) => (isClaim(request) ? { calls: [{ tool: "read", path: "review/claim.md" }] } : READ),
      (request) => ({ text: isClaim(request) ? verification : NOTHING }),
    ],
  };
}

const EDITED = "## Executive Summary\n\nOne thing is wrong: I1 is important and stands.\n";
const INVENTED = "## Executive Summary\n\nSeven things are wrong: I1 to I7 are critical.\n";

let server: ModelServer;
const rooms: PanelEnd["room"][] = [];

beforeAll(async () => {
  server = await startModelServer({
    scenarios: {
      opencode: { steps: [{}] },
      "claude-review": { steps: [READ, { text: REVIEW }] },
      "codex-confirms": codexSays(answer("confirmed", "  return a - b;")),
      "codex-refutes": codexSays(answer("refuted", "  return a - b;")),
      "codex-makes-up": codexSays(answer("refuted", "  return sum(a, b, { exact: true });")),
      "codex-says-nothing": codexSays("I do not know what you mean."),
      "codex-reviews": { steps: [READ, { text: NOTHING }] },
      "gemini-unasked": { steps: [{}] },
      "gemini-edits": { steps: [{ calls: [{ tool: "read", path: "review/record.md" }] }, { text: EDITED }] },
      "gemini-invents": { steps: [{ calls: [{ tool: "read", path: "review/record.md" }] }, { text: INVENTED }] },
    },
  });
});
afterAll(() => server.close());
afterEach(() => {
  for (const room of rooms.splice(0)) clearRoom(room);
});

async function review(codex: string, gemini: string, ...options: string[]): Promise<PanelEnd> {
  const scenarios: Readonly<Record<string, string>> = { claude: "claude-review", codex, gemini };
  const end = await callPanel({
    server,
    players: ["claude", "codex"],
    scenario: (player) => scenarios[player] ?? player,
    options,
  });
  rooms.push(end.room);
  return end;
}

/** The answer to what Claude said. */
function verified({ review: { verifications = [] } }: PanelEnd) {
  const own = verifications.filter(({ findings }) => findings.some((finding) => finding === "claude:I1"));
  expect(own).toHaveLength(1);
  return own[0]!;
}

test("a finding is put to another vendor's agent without its reasoning, shown by a script of ours and worded by an editor", async () => {
  const end = await review(
    "codex-confirms",
    "gemini-edits",
    "--verify",
    "codex=gpt-5.5",
    "--editor",
    "gemini=gemini-2.5-pro",
    "--allow-run",
  );
  expect(verified(end)).toMatchObject({ answer: "confirmed", verifier: { id: "codex", family: "openai" } });
  const told = server.requests("codex-confirms").flatMap(({ request }) => request?.toolResults ?? []);
  expect(told.join("\n")).toContain("add subtracts");
  expect(told.join("\n")).not.toContain("SECRET-REASONING");
  expect(end.review.demonstrations?.[0]).toMatchObject({ outcome: "shown", isolation: { level: "bubblewrap" } });
  expect(end.printed).toContain("(shown with arms, run not in its log)");
  expect(end.report).toContain("One thing is wrong: I1 is important and stands.");
  expect({ left: end.left, desks: end.desks, status: end.status }).toEqual({ left: [], desks: [], status: "" });
});

test("a refutation with code that stands makes a finding contested, and it is still shown", async () => {
  const end = await review("codex-refutes", "gemini-edits", "--verify", "codex=gpt-5.5");
  expect(verified(end).answer).toBe("refuted");
  expect(end.review.clusters.filter(({ ruling }) => ruling.kind === "keep")).not.toHaveLength(0);
  expect(end.report).toMatch(/contested/i);
  expect(end.review.demonstrations).toBeUndefined();
});

test("evidence that a verifier made up counts for nothing", async () => {
  const end = await review("codex-makes-up", "gemini-edits", "--verify", "codex=gpt-5.5");
  expect(verified(end)).toMatchObject({ answer: "cannot-tell", stated: "refuted" });
});

test("without an answer a finding is unverified, and a text that the record does not bear out is not used", async () => {
  const options = ["--verify", "codex=gpt-5.5", "--editor", "gemini=gemini-2.5-pro"];
  const end = await review("codex-says-nothing", "gemini-invents", ...options);
  expect(verified(end)).toMatchObject({ answer: "none", silence: "unreadable" });
  expect(end.report).not.toContain("Seven things");
  expect(end.review.gaps.join("\n")).toMatch(/editor's text was not used/);
});

test("nothing is verified unasked", async () => {
  const end = await review("codex-reviews", "gemini-unasked");
  expect(end.review.verifications).toBeUndefined();
  expect(server.requests("gemini-unasked")).toHaveLength(0);
});
