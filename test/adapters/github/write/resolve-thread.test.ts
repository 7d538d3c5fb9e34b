import { expect, test } from "vitest";
import { resolveThread } from "#adapters/github/write/edit-comments.ts";
import { no, scriptedGitHub } from "./scripted-github.ts";

test("a thread is resolved when the answer says so", async () => {
  const { github, sent } = scriptedGitHub(() => ({ resolveReviewThread: { thread: { id: "T1", isResolved: true } } }));
  expect(await resolveThread(github, "T1")).toEqual({ answer: "resolved" });
  expect(sent).toEqual([{ what: "ResolveThread", parameters: { thread: "T1" } }]);
});

test.each([
  ["a thread that is open", { resolveReviewThread: { thread: { id: "T1", isResolved: false } } }],
  ["no thread", { resolveReviewThread: { thread: null } }],
  ["nothing", { resolveReviewThread: null }],
  ["something else", 7],
])("an answer with %s is never called resolved", async (_, answer) => {
  const { github } = scriptedGitHub(() => answer);
  expect(await resolveThread(github, "T1")).toMatchObject({
    refused: { words: expect.stringContaining("not resolved") },
  });
});

test("what the account may not do is a refusal in the platform's words", async () => {
  const { github } = scriptedGitHub(() => {
    throw no(200, "ada does not have the correct permissions to execute `ResolveReviewThread`");
  });
  expect(await resolveThread(github, "T1")).toMatchObject({
    refused: { words: expect.stringContaining("permissions") },
  });
});
