import { expect, test } from "vitest";
import { Client } from "./client.ts";
import { makeKettle } from "./kettle.ts";
import { reviewWith } from "./server/faults.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const REPOSITORY = "/repos/ada/kettle";
const COMMENTS = `${REPOSITORY}/issues/1/comments`;
const cy = (): Client => new Client(hub().url, hub().tokenFor("cy"));

test("a review with a comment on one path is refused, as often as is said; others are taken", async () => {
  const { pull } = await makeKettle(hub());
  hub().fault({ kind: "status", status: 422, errors: ["No"], on: reviewWith("src/new.ts"), times: 2 });
  const comment = (path: string) => ({ path, line: 2, side: path === "src/lid.ts" ? "LEFT" : "RIGHT", body: "x" });
  const post = (path: string) =>
    cy().post(`${REPOSITORY}/pulls/1/reviews`, { event: "COMMENT", comments: [comment(path)] });
  const statuses = [];
  for (const path of ["src/new.ts", "src/lid.ts", "src/new.ts", "src/new.ts"]) statuses.push((await post(path)).status);
  expect(statuses).toEqual([422, 200, 422, 200]);
  expect(pull.threads).toHaveLength(2);
});

test("a secondary limit holds for writes and says when to come back", async () => {
  const { pull } = await makeKettle(hub());
  hub().fault({ kind: "secondary-limit", on: "write", times: 2, retryAfter: 7 });
  expect((await cy().get(REPOSITORY)).status).toBe(200);
  const first = await cy().post(COMMENTS, { body: "x" });
  expect([first.status, first.headers.get("retry-after")]).toEqual([403, "7"]);
  expect(first.body["message"]).toContain("secondary rate limit");
  await cy().post(COMMENTS, { body: "x" });
  expect((await cy().post(COMMENTS, { body: "x" })).status).toBe(201);
  expect([pull.comments.length, hub().writes().length]).toEqual([1, 1]);
});

test("a primary limit says that nothing remains and until when", async () => {
  await makeKettle(hub());
  hub().fault({ kind: "primary-limit", resetIn: 60 });
  const { status, headers } = await cy().get(REPOSITORY);
  expect([status, headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
  expect((await cy().get(REPOSITORY)).headers.get("x-ratelimit-remaining")).toBe("4999");
});

test("a connection that is cut before the request leaves nothing; one that is cut after it leaves the change", async () => {
  const { pull } = await makeKettle(hub());
  hub().fault({ kind: "cut-before", on: "write" });
  await expect(cy().post(COMMENTS, { body: "x" })).rejects.toThrow();
  expect([pull.comments.length, hub().writes().length]).toEqual([0, 0]);
  hub().fault({ kind: "cut-after", on: "write" });
  await expect(cy().post(COMMENTS, { body: "x" })).rejects.toThrow();
  expect([pull.comments.length, hub().writes().length]).toEqual([1, 1]);
  expect(hub().log.entries.map(({ status, fault }) => [status, fault])).toEqual([
    [0, "cut-before"],
    [0, "cut-after"],
  ]);
});

test("a gateway that fails, a slow answer, and a head that moves between two calls", async () => {
  const { fork } = await makeKettle(hub());
  hub().fault({ kind: "status", status: 502 });
  expect((await cy().get(REPOSITORY)).status).toBe(502);
  hub().fault({ kind: "slow", milliseconds: 20 });
  expect((await cy().get(REPOSITORY)).status).toBe(200);
  const head = async () => (await cy().get(`${REPOSITORY}/pulls/1`)).body["head"]?.["sha"];
  const before = await head();
  hub().fault({
    kind: "do",
    action: () => fork.push("fix", { "README.md": "More\n" }),
    on: ({ path }) => path.endsWith("/pulls/1"),
  });
  expect(await head()).not.toBe(before);
});
