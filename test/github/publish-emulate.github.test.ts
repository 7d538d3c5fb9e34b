import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "#adapters/store/archive.ts";
import { publishToGitHub } from "#pipeline/publish/publish-to-github.ts";
import { aReview, aScope } from "../helpers/builders.ts";
import { type EmulatedPull, startEmulator } from "./emulator.ts";

let emulated: EmulatedPull;
let folder: string;
beforeAll(async () => {
  emulated = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "deep-review-emulated-"));
});
afterAll(async () => {
  await emulated.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a summary and a check run are posted once to a GitHub that others made", async () => {
  const { url, api, repository, number, head } = emulated;
  const review = aReview({ scope: aScope({ head }) } as never);
  const env = {
    GITHUB_SERVER_URL: url,
    GITHUB_API_URL: url,
    GITHUB_GRAPHQL_URL: `${url}/graphql`,
    GITHUB_TOKEN: "emulated",
  };
  const host = {
    archive: openArchive(folder),
    folder,
    env,
    tool: { name: "deep-review", version: "0.0.0-dev" },
    stop: new AbortController().signal,
    onWait: () => {},
  };
  const options = { parts: ["summary", "check"] as const };
  const request = { review, pr: `${url}/ada/kettle/pull/${number}`, options, allowMoved: false, isDryRun: false };
  const first = await publishToGitHub(request, host);
  expect(first.posted).toMatchObject({ summary: "posted", check: "posted" });
  const again = await publishToGitHub(request, host);
  expect([again.posted.summary, again.posted.check]).toEqual([undefined, undefined]);
  const comments = await api.get(`${repository}/issues/${number}/comments`);
  expect(comments.body).toMatchObject([{ body: expect.stringContaining("## Deep Review") }]);
  const checks = await api.get(`${repository}/commits/${head}/check-runs`);
  expect(checks.body).toMatchObject({ total_count: 1 });
});
