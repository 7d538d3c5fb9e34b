import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packLog, uploadSarif } from "#adapters/github/write/upload-sarif.ts";
import { ADDRESS, type Answer, no, scriptedGitHub } from "./scripted-github.ts";

const LIST = "GET /repos/{owner}/{repo}/code-scanning/analyses";
const UPLOAD = {
  commit: "c0ffee",
  ref: "refs/pull/7/head",
  category: "deep-review",
  tool: "Deep Review",
  version: "0.1.0+abc",
  log: '{"version":"2.1.0","runs":[]}',
};

async function upload(answer: Answer, changes: Partial<typeof UPLOAD> = {}) {
  const { github, sent } = scriptedGitHub(answer);
  return { result: await uploadSarif(github, ADDRESS, { ...UPLOAD, ...changes }), sent };
}

const analysis = (changes: object = {}) => ({
  ref: "refs/pull/7/head",
  commit_sha: "c0ffee",
  category: "deep-review/",
  tool: { name: "Deep Review", version: "0.1.0+abc" },
  ...changes,
});

test("a log goes up packed, with commit and ref", async () => {
  const { result, sent } = await upload(({ what }) => (what === LIST ? [] : { id: "1" }));
  expect(result).toEqual({ answer: "uploaded" });
  const { sarif, ...rest } = sent[1]?.parameters ?? {};
  expect(gunzipSync(Buffer.from(String(sarif), "base64")).toString()).toBe(UPLOAD.log);
  expect(rest).toMatchObject({ commit_sha: "c0ffee", ref: "refs/pull/7/head", tool_name: "Deep Review" });
});

test("a log that is there is not uploaded again", async () => {
  const { result, sent } = await upload(() => [analysis({ commit_sha: "other" }), analysis()]);
  expect(result).toEqual({ answer: "there" });
  expect(sent).toHaveLength(1);
});

test.each([
  ["commit", { commit_sha: "other" }],
  ["ref", { ref: "refs/pull/8/head" }],
  ["category", { category: "deep-review/merged" }],
  ["content", { tool: { name: "Deep Review", version: "0.1.0+def" } }],
])("an analysis of another %s does not count", async (_, changes) => {
  const { result } = await upload(({ what }) => (what === LIST ? [analysis(changes)] : { id: "1" }));
  expect(result).toEqual({ answer: "uploaded" });
});

test("a repository that was never analysed takes its first upload", async () => {
  const { result } = await upload(({ what }) => {
    if (what === LIST) throw no(404, "no analysis found");
    return { id: "1" };
  });
  expect(result).toEqual({ answer: "uploaded" });
});

test("where code scanning is off the refusal is the answer", async () => {
  const { result } = await upload(() => {
    throw no(403, "Code scanning is not enabled for this repository.");
  });
  expect(result).toMatchObject({ refused: { status: 403 } });
});

test("a log is too large by its packed size", () => {
  const log = randomBytes(2000).toString("base64");
  expect(packLog(log, 1000)).toBeUndefined();
  expect(packLog(" ".repeat(100_000), 1000)).toBeDefined();
});
