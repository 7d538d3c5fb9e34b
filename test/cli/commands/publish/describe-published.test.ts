import { expect, test } from "vitest";
import { describePublished } from "#cli/commands/publish/describe-published.ts";
import { clusterId } from "#model/ids.ts";
import { nothingPosted } from "#pipeline/publish/posted.ts";
import type { Published } from "#pipeline/publish/publish-to-github.ts";

const published = (calls: number, some: Partial<Published["plan"]> = {}): Published => {
  const posted = nothingPosted();
  posted.unedited.set(1055, "403 Forbidden");
  const pull = { url: "https://github.com/ada/kettle/pull/1" } as Published["pull"];
  const posts = [{ kind: "edit", comment: 1055, of: clusterId("I2"), body: "Close it." } as const];
  const plan = { posts, withheld: [], left: [], ...some };
  return { pull, parts: ["review"], plan, posted, isStopped: false, hasMoved: false, isKnown: true, calls };
};
const said = (calls: number): string => describePublished(published(calls), (_, text) => text);

test("a comment that could not be edited is named by its finding", () => {
  expect(said(3)).toContain("the comment on I2 could not be edited: 403 Forbidden");
  expect(said(3)).not.toContain("1055");
});

test("one call is a call", () => {
  expect(said(1)).toContain("\n1 API call\n");
  expect(said(2)).toContain("\n2 API calls\n");
});

test("what has the same reason is told in one line", () => {
  const why = "its lines are not in the diff";
  const withheld = Array.from({ length: 12 }, (_, at) => ({ of: clusterId(`S${at + 1}`), why }));
  const left = [
    { thread: "T1", of: "I3", why: "ada replied" },
    { thread: "T2", of: "R1.I4", why: "still open" },
  ];
  const other = { of: clusterId("I9"), why: "people decided against it" };
  const text = describePublished(published(3, { withheld: [...withheld, other], left }), (_, words) => words);
  const lines = text.split("\n").map((line) => line.trim());
  expect(lines).toContain(`no comment of their own: S1, S2, S3, S4, S5, S6, S7, S8, S9, S10 and 2 more (${why})`);
  expect(lines).toContain("no comment of its own: I9 (people decided against it)");
  expect(lines.filter((line) => line.startsWith("left as"))).toEqual([
    "left as it is: I3 (ada replied)",
    "left as it is: R1.I4 (still open)",
  ]);
});
