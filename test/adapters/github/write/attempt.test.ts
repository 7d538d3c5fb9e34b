import { expect, test } from "vitest";
import { GitHubError, type GitHubErrorFacts } from "#adapters/github/client/github-error.ts";
import { attempt, LostWrite } from "#adapters/github/write/attempt.ts";
import { no } from "./scripted-github.ts";

const failing = (changes: Partial<GitHubErrorFacts>) => () =>
  Promise.reject(new GitHubError({ kind: "refused", host: "github.com", said: "no", maybeDone: false, ...changes }));

test("a plain no is an answer, with the platform's words", async () => {
  expect(await attempt(() => Promise.reject(no(422, "line must be part of the diff")))).toEqual({
    refused: { status: 422, words: "line must be part of the diff" },
  });
});

test.each<[string, Partial<GitHubErrorFacts>]>([
  ["a connection that broke", { kind: "no-answer", maybeDone: true }],
  ["a server that was not reached", { kind: "no-answer", maybeDone: false }],
  ["a failure of the server", { kind: "no-answer", status: 502, maybeDone: true }],
  [
    "a GraphQL answer for a failure of GitHub's own",
    { types: [], said: "Something went wrong while executing your query" },
  ],
])("%s leaves open whether the write was done", async (_, facts) => {
  await expect(attempt(failing(facts))).rejects.toBeInstanceOf(LostWrite);
});

test.each<[string, Partial<GitHubErrorFacts>]>([
  ["a token that does not hold", { kind: "bad-token", status: 401 }],
  ["a limit that takes too long", { kind: "rate-limit", status: 403 }],
])("%s is no answer to this write, but ends everything", async (_, facts) => {
  await expect(attempt(failing(facts))).rejects.toBeInstanceOf(GitHubError);
});
