import { afterAll, beforeAll, expect, test } from "vitest";
import { openGitHub } from "#adapters/github/client.ts";
import { readHead, readPullRequest } from "#adapters/github/read-pull-request.ts";
import { pullRequestSchema } from "#model/pull/pull-request.ts";
import { type EmulatedPull, startEmulator } from "./emulator.ts";

let emulated: EmulatedPull;
beforeAll(async () => {
  emulated = await startEmulator();
});
afterAll(() => emulated.close());

test("a pull request is read from a GitHub that others made, which has no GraphQL and no statuses", async () => {
  const { url, api, repository, number, head } = emulated;
  await api.post(`${repository}/issues/${number}/comments`, { body: "One" });
  const inline = { body: "Two", path: "src/boil.ts", line: 1, side: "RIGHT", commit_id: head };
  await api.post(`${repository}/pulls/${number}/comments`, inline);
  await api.post(`${repository}/pulls/${number}/reviews`, { event: "COMMENT", body: "Three" });
  const output = { title: "Title", summary: "Summary" };
  const check = { name: "lint", head_sha: head, status: "completed", conclusion: "failure", output };
  await api.post(`${repository}/check-runs`, check);
  const { host } = new URL(url);
  const given = { host, token: "emulated", apiUrl: url, graphqlUrl: `${url}/graphql` };
  const github = openGitHub({ ...given, userAgent: "deep-review/test", pace: false });
  const address = { host, owner: "ada", repository: "kettle", number };
  const pull = await readPullRequest(github, address);
  expect(pullRequestSchema.parse(pull)).toEqual(pull);
  expect(pull).toMatchObject({
    title: "Boil",
    viewer: "ada",
    base: { branch: "main" },
    head: { branch: "fix", commit: head, repository: "ada/kettle" },
    comments: [{ body: "One", isOurs: true }],
    threads: [{ path: "src/boil.ts", line: 1, comments: [{ body: "Two" }] }],
    checks: [{ kind: "check", name: "lint", state: "failure", text: "Title" }],
    unread: ["checks"],
  });
  expect(pull.reviews.map(({ body }) => body)).toContain("Three");
  expect(pull.limits.join("\n")).toMatch(/commit statuses could not be read: 404/);
  expect(await readHead(github, address)).toBe(head);
});
