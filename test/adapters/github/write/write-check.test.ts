import { expect, test } from "vitest";
import { postCheck } from "#adapters/github/write/write-check.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";
import { ADDRESS, no, scriptedGitHub } from "./scripted-github.ts";

const CREATE = "POST /repos/{owner}/{repo}/check-runs";
const UPDATE = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}";

const post = (annotations: number) => ({
  kind: "check" as const,
  name: "deep-review",
  commit: "c0ffee",
  externalId: "deep-review:r1:abc",
  conclusion: "failure" as const,
  title: "1 finding",
  summary: "short",
  text: "long",
  annotations: Array.from({ length: annotations }, (_, at) => ({
    path: "src/kettle.ts",
    startLine: at + 1,
    endLine: at + 1,
    level: "warning" as const,
    title: "It boils over",
    message: "turn it off",
  })),
});

const run = (id: number, externalId: string): PullCheck => ({
  kind: "check",
  name: "deep-review",
  state: "failure",
  id,
  externalId,
});

async function write(annotations: number, checks: readonly PullCheck[] = []) {
  const { github, sent } = scriptedGitHub(() => ({ id: 5 }));
  const result = await postCheck(github, ADDRESS, { post: post(annotations), checks });
  const counts = sent.map(({ parameters }) => (parameters["output"] as { annotations: unknown[] }).annotations.length);
  return { result, sent, counts, ids: sent.map(({ parameters }) => parameters["external_id"]) };
}

test("a check run is made completed, with its annotations, in one request", async () => {
  const { result, sent } = await write(2);
  expect(result).toEqual({ answer: "written" });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    what: CREATE,
    parameters: { head_sha: "c0ffee", status: "completed", conclusion: "failure", external_id: "deep-review:r1:abc" },
  });
});

test("a run without annotations is made, too", async () => {
  expect((await write(0)).counts).toEqual([0]);
});

test("annotations beyond fifty are added, and the run tells until then that it is not whole", async () => {
  const { sent, counts, ids } = await write(120);
  expect(sent.map(({ what }) => what)).toEqual([CREATE, UPDATE, UPDATE]);
  expect(counts).toEqual([50, 50, 20]);
  expect(ids).toEqual(["deep-review:r1:abc~50", "deep-review:r1:abc~100", "deep-review:r1:abc"]);
});

test("a run that was cut short is gone on with where it ended", async () => {
  const { sent, counts } = await write(120, [run(9, "deep-review:r1:abc~50")]);
  expect(sent.map(({ what, parameters }) => [what, parameters["check_run_id"]])).toEqual([
    [UPDATE, 9],
    [UPDATE, 5],
  ]);
  expect(counts).toEqual([50, 20]);
});

test("a run of another review is not added to, since its annotations would stay", async () => {
  const { sent } = await write(1, [
    run(9, "deep-review:r0:fff"),
    run(8, "deep-review:r0:fff~50"),
    run(7, "deep-review:r1:abc~x"),
  ]);
  expect(sent.map(({ what }) => what)).toEqual([CREATE]);
});

test("a token that is no app's is answered with its refusal", async () => {
  const { github } = scriptedGitHub(() => {
    throw no(403, "You must authenticate via a GitHub App.");
  });
  expect(await postCheck(github, ADDRESS, { post: post(1), checks: [] })).toEqual({
    refused: { status: 403, words: "You must authenticate via a GitHub App." },
  });
});
