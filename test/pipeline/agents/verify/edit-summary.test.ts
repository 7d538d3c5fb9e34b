import { expect, test } from "vitest";
import type { AskAgent, Askable, AgentQuestion } from "#pipeline/agents/verify/ask-agent.ts";
import { editSummary, type EditHost } from "#pipeline/agents/verify/edit-summary.ts";
import { aReview, aReviewer } from "../../../helpers/builders.ts";

const review = aReview({ origin: { kind: "round", tool: "deep-review 0.1.0" } });
const editor = { reviewer: aReviewer({ id: "gemini" }) };
const TEXT = "## Executive Summary\n\nThe change adds retries. I1 is important and stands.\n";

function edit(ask: AskAgent<Askable>, over: Partial<EditHost<Askable>> = {}) {
  const signal = new AbortController().signal;
  return editSummary(review, { editor, ask, instructions: "# Write", signal, ...over });
}

const summary = (edited: typeof review) => edited.sections.find(({ key }) => key === "summary")?.text;

test("the editor gets the record and its text is used when it holds", async () => {
  let asked: AgentQuestion | undefined;
  const edited = await edit(async (_, question) => {
    asked = question;
    return { text: TEXT, seconds: 3 };
  });
  expect(summary(edited)).toBe("The change adds retries. I1 is important and stands.");
  expect(asked?.files.map(({ path }) => path)).toEqual(["review/INSTRUCTIONS.md", "review/record.md"]);
  expect(asked?.prompt).toContain("review/record.md");
});

test.each<[string, AskAgent<Askable>]>([
  ["it names I9, which does not exist", async () => ({ text: TEXT.replace("I1", "I9"), seconds: 1 })],
  ["the editor failed: 500", async () => ({ text: TEXT, seconds: 1, failed: { kind: "failed", message: "500" } })],
  ["the editor failed: no such program", () => Promise.reject(new Error("no such program"))],
  ["it has no executive summary", async () => ({ text: "No.", seconds: 1 })],
])("without a text that holds the review keeps its own and says why: %s", async (why, ask) => {
  const edited = await edit(ask);
  expect(summary(edited)).toBe(summary(review));
  expect(edited.gaps.at(-1)).toBe(`the editor's text was not used: ${why}`);
});

const untilAborted: AskAgent<Askable> = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("ended")), { once: true }));

test("an editor that takes too long is ended", async () => {
  const edited = await edit(untilAborted, { longestSeconds: 0.05 });
  expect(edited.gaps.at(-1)).toContain("it did not come in time");
});

test("nobody is asked when the round was stopped", async () => {
  const edited = await edit(() => Promise.reject(new Error("asked")), { signal: AbortSignal.abort() });
  expect(edited.gaps.at(-1)).toContain("the round was stopped");
});
