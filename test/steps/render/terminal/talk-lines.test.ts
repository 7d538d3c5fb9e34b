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

test("threads of which nobody tells whether they are resolved are not called open", () => {
  const unsure = aFeedback({ isMaybeResolved: true });
  expect(render({ feedback: [unsure, unsure] })).toContain("  Feedback: 2 threads, open or resolved is not known\n");
  expect(render({ feedback: [aFeedback(), unsure] })).toContain(
    "  Feedback: 1 open, 1 not acted on; 1 thread, open or resolved is not known\n",
  );
});

test.each([
  [{ isDraft: true }, "a draft"],
  [{ isDraft: true, state: "closed" }, "closed"],
  [{ state: "merged" }, "merged"],
] as const)("a pull request that is not simply open is told so: %j", (over, word) => {
  const report = aReport(aReview({ conversation: aConversation(over) }));
  expect(renderTerminal(report, { width: 100, color: false })).toMatch(new RegExp(`^Review of [^\\n]*, ${word}\\)`));
  const continued = renderTerminal(report, { width: 100, color: false, isContinued: true });
  expect(continued).toContain(`  The pull request is ${word}\n`);
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
