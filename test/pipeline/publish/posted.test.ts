import { expect, test } from "vitest";
import { clusterId } from "#model/ids.ts";
import type { Post, Publication } from "#model/pull/publication.ts";
import { hasPosted, nothingPosted, describePosted, resolveLostWrite } from "#pipeline/publish/posted.ts";

const comment = (id: string) => ({ of: clusterId(id), path: "a.ts", line: 1, side: "RIGHT" as const, body: id });
const review = (...ids: string[]): Post => ({
  kind: "review",
  commit: "c0ffee",
  body: "b",
  comments: ids.map(comment),
});
const plan = (...posts: Post[]): Publication => ({ posts, withheld: [], left: [] });

test("of a lost review those comments stand that nobody plans any more", () => {
  const posted = nothingPosted();
  resolveLostWrite(review("I1", "I2", "S1"), plan(review("I2")), posted);
  expect([...posted.comments]).toEqual(["I1", "S1"]);
});

test("a lost review that is planned again was not posted", () => {
  const posted = nothingPosted();
  resolveLostWrite(review("I1"), plan(review("I1")), posted);
  expect(hasPosted(posted)).toBe(false);
  expect(describePosted(posted)).toBe("nothing");
});

test("a lost summary, edit or closing is done when it is not planned any more", () => {
  const posted = nothingPosted();
  resolveLostWrite({ kind: "summary", comment: 3, body: "b" }, plan(), posted);
  resolveLostWrite({ kind: "edit", comment: 4, of: clusterId("I1"), body: "b" }, plan(), posted);
  resolveLostWrite({ kind: "resolve", thread: "T1", of: "R1.I1", because: "fixed" }, plan(), posted);
  expect(posted).toMatchObject({ summary: "edited", edited: new Set([4]), resolved: new Set(["T1"]) });
  expect(describePosted(posted)).toBe("1 edit, 1 resolved thread, the summary");
});

test("another thread's closing says nothing of the lost one", () => {
  const posted = nothingPosted();
  const resolve = (thread: string): Post => ({ kind: "resolve", thread, of: "R1.I1", because: "fixed" });
  resolveLostWrite(resolve("T1"), plan(resolve("T1"), resolve("T2")), posted);
  expect(hasPosted(posted)).toBe(false);
});
