import { expect, test } from "vitest";
import { LostWrite } from "#adapters/github/write/attempt.ts";
import { postReview } from "#adapters/github/write/post-review.ts";
import { clusterId } from "#model/ids.ts";
import type { InlineComment } from "#model/pull/publication.ts";
import { ADDRESS, type Answer, broken, no, scriptedGitHub } from "./scripted-github.ts";

const CREATE = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
const SUBMIT = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events";
const DELETE = "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}";
const CREATED = { id: 11, node_id: "PRR_11" };

const comment = (id: string, path = "src/kettle.ts"): InlineComment => ({
  of: clusterId(id),
  path,
  line: 9,
  side: "RIGHT",
  startLine: 8,
  startSide: "RIGHT",
  body: `about ${id}`,
});

const post = (...comments: InlineComment[]) => ({
  kind: "review" as const,
  commit: "c0ffee",
  body: "marker",
  comments,
});

async function run(answer: Answer, ...comments: InlineComment[]) {
  const { github, sent } = scriptedGitHub(answer);
  const result = await postReview(github, ADDRESS, post(...comments));
  return { result, sent, whats: sent.map(({ what }) => what) };
}

test("a review and its comments are one request, handed in as a comment", async () => {
  const { result, sent } = await run(() => CREATED, comment("I1"), comment("S1"));
  expect(result).toEqual({ posted: ["I1", "S1"], refused: new Map() });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    what: CREATE,
    parameters: { event: "COMMENT", commit_id: "c0ffee", pull_number: 7 },
  });
  expect(sent[0]?.parameters["comments"]).toContainEqual({
    path: "src/kettle.ts",
    line: 9,
    side: "RIGHT",
    start_line: 8,
    start_side: "RIGHT",
    body: "about I1",
  });
});

test("seventy comments are three reviews of at most thirty", async () => {
  const many = Array.from({ length: 70 }, (_, at) => comment(`S${at + 1}`));
  const { result, sent } = await run(() => CREATED, ...many);
  expect(sent.map(({ parameters }) => (parameters["comments"] as unknown[]).length)).toEqual([30, 30, 10]);
  expect(result).toMatchObject({ posted: many.map(({ of }) => of) });
});

/** Takes no review with comments, and no thread on the file `bad`. */
const pickyAbout =
  (bad: readonly string[]): Answer =>
  ({ what, parameters }) => {
    if (what === CREATE && parameters["event"] !== undefined) throw no(422, "Unprocessable Entity");
    if (what !== "AddThread") return CREATED;
    const { path } = parameters["input"] as { path: string };
    if (bad.includes(path)) throw no(200, "line must be part of the diff");
    return { addPullRequestReviewThread: { thread: { id: "PRRT_1" } } };
  };

test("a comment that is refused does not sink the others", async () => {
  const { result, sent, whats } = await run(
    pickyAbout(["bad.ts"]),
    comment("I1"),
    comment("I2", "bad.ts"),
    comment("S1"),
  );
  expect(result).toEqual({
    posted: ["I1", "S1"],
    refused: new Map([["I2", "line must be part of the diff"]]),
  });
  expect(whats).toEqual([CREATE, CREATE, "AddThread", "AddThread", "AddThread", SUBMIT]);
  expect(sent[1]?.parameters).not.toHaveProperty("event");
  expect(sent[1]?.parameters).not.toHaveProperty("comments");
  expect(sent[2]?.parameters["input"]).toMatchObject({ pullRequestReviewId: "PRR_11", startLine: 8, line: 9 });
});

test("where no comment is taken the draft is deleted", async () => {
  const { result, whats } = await run(pickyAbout(["bad.ts"]), comment("I1", "bad.ts"), comment("I2", "bad.ts"));
  expect(result).toMatchObject({ posted: [] });
  expect(whats.slice(-1)).toEqual([DELETE]);
});

test("a thread that is not made, without a reason, counts as refused", async () => {
  const picky = pickyAbout([]);
  const { result } = await run(
    (sent) => (sent.what === "AddThread" ? { addPullRequestReviewThread: { thread: null } } : picky(sent)),
    comment("I1"),
    comment("I2"),
  );
  expect(result).toMatchObject({ posted: [] });
  expect(result.refused.get(clusterId("I2"))).toContain("probably not in the diff");
});

test("a single comment that is refused is told in GitHub's words for it", async () => {
  const { result, whats } = await run(pickyAbout(["bad.ts"]), comment("I1", "bad.ts"));
  expect(result).toEqual({ posted: [], refused: new Map([["I1", "line must be part of the diff"]]) });
  expect(whats).toEqual([CREATE, CREATE, "AddThread", DELETE]);
});

test.each([1, 2])("where the draft itself is refused no comment is blamed, of %i", async (count) => {
  const { result, whats } = await run(
    () => {
      throw no(422, "was submitted too quickly");
    },
    ...[comment("I1"), comment("I2")].slice(0, count),
  );
  expect(result).toEqual({
    posted: [],
    refused: new Map(),
    closed: { status: 422, words: "was submitted too quickly" },
  });
  expect(whats).toEqual([CREATE, CREATE]);
});

test("comments that come too quickly are not blamed; what was taken before is handed in", async () => {
  const picky = pickyAbout([]);
  const { result, whats } = await run(
    (sent) => {
      const { path } = (sent.parameters["input"] ?? {}) as { path?: string };
      if (path === "late.ts") throw no(200, "was submitted too quickly");
      return picky(sent);
    },
    comment("I1"),
    comment("I2", "late.ts"),
    comment("I3"),
  );
  expect(result).toMatchObject({ posted: ["I1"], refused: new Map(), closed: { words: "was submitted too quickly" } });
  expect(whats).toEqual([CREATE, CREATE, "AddThread", "AddThread", SUBMIT]);
});

test("a draft that cannot be handed in is deleted, and no comment is blamed", async () => {
  const picky = pickyAbout([]);
  const { result, whats } = await run(
    (sent) => {
      if (sent.what === SUBMIT) throw no(422, "not now");
      return picky(sent);
    },
    comment("I1"),
    comment("I2"),
  );
  expect(result).toEqual({ posted: [], refused: new Map(), closed: { status: 422, words: "not now" } });
  expect(whats.slice(-1)).toEqual([DELETE]);
});

test("an account that may not review is told so, and no comment is blamed", async () => {
  const { result, whats } = await run(
    () => {
      throw no(403, "Resource not accessible by integration");
    },
    comment("I1"),
    comment("I2"),
  );
  expect(result).toMatchObject({
    posted: [],
    closed: { status: 403, words: "Resource not accessible by integration" },
  });
  expect(whats).toEqual([CREATE]);
});

test("what was posted before a refusal is told with it", async () => {
  const many = Array.from({ length: 35 }, (_, at) => comment(`S${at + 1}`));
  let reviews = 0;
  const { result } = await run(
    () => {
      reviews += 1;
      if (reviews === 2) throw no(403, "Forbidden");
      return CREATED;
    },
    ...many,
  );
  expect(result.posted).toHaveLength(30);
  expect(result.closed).toEqual({ status: 403, words: "Forbidden" });
});

test("a broken connection is no answer: nothing more is sent", async () => {
  const { github, sent } = scriptedGitHub(() => {
    throw broken();
  });
  await expect(postReview(github, ADDRESS, post(comment("I1"), comment("I2")))).rejects.toBeInstanceOf(LostWrite);
  expect(sent).toHaveLength(1);
});

test("an answer that cannot be read leaves open whether the review stands", async () => {
  const { github } = scriptedGitHub(() => ({ hello: "world" }));
  await expect(postReview(github, ADDRESS, post(comment("I1")))).rejects.toBeInstanceOf(LostWrite);
});
