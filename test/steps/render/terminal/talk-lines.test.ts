import { expect, test } from "vitest";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { aReport, aReview } from "../../../helpers/builders.ts";
import { aConversation, aFeedback } from "../../../helpers/conversations.ts";
import { HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

const render = (over: Parameters<typeof aConversation>[0]): string =>
  renderTerminal(aReport(aReview({ conversation: aConversation(over) })), { width: 100, color: false });

test("open feedback and failing checks are told in a line each", () => {
  const text = render({
    feedback: [aFeedback(), aFeedback({ state: "acted-on" })],
    checks: [
      { kind: "check", name: "unit", workflow: "CI", state: "failure" },
      { kind: "status", name: "lint", state: "success" },
    ],
  });
  expect(text).toContain("  Feedback: 2 open, 1 not acted on\n  CI: 1 of 2 checks failed: CI / unit\n");
});

test("where nothing is open and nothing failed, nothing is told", () => {
  expect(render({ resolved: 3, checks: [{ kind: "status", name: "lint", state: "success" }] })).not.toMatch(
    /Feedback|CI:/,
  );
});

test.each(Object.values(HOSTILE_TEXTS))("the name of a check cannot reach the terminal raw: %j", (name) => {
  const text = render({ checks: [{ kind: "check", name, state: "failure" }] });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
