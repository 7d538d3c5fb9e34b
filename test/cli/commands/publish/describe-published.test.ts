import { expect, test } from "vitest";
import { describePublished } from "#cli/commands/publish/describe-published.ts";
import { clusterId } from "#model/ids.ts";
import { nothingPosted } from "#pipeline/publish/posted.ts";
import type { Published } from "#pipeline/publish/publish-to-github.ts";

const published = (calls: number): Published => {
  const posted = nothingPosted();
  posted.unedited.set(1055, "403 Forbidden");
  const pull = { url: "https://github.com/ada/kettle/pull/1" } as Published["pull"];
  const posts = [{ kind: "edit", comment: 1055, of: clusterId("I2"), body: "Close it." } as const];
  const plan = { posts, withheld: [], left: [] };
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
