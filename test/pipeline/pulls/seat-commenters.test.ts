import { expect, test } from "vitest";
import type { PanelMember } from "#pipeline/panel.ts";
import { recallWith, seatCommenters } from "#pipeline/pulls/seat-commenters.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { aComment, aPullRequest, aThread } from "../../helpers/pull-talk.ts";

const claude: PanelMember = { reviewer: aReviewer(), review: () => Promise.reject(new Error()) };
const pull = aPullRequest({ threads: [aThread([aComment("grace", "This is read twice.")])] });
const idsOf = (members: readonly PanelMember[]): string[] => members.map(({ reviewer }) => reviewer.id);

test("who commented sits on the panel only where that is wanted, and there is a pull request", () => {
  expect(idsOf(seatCommenters({ panel: [claude], pull }))).toEqual(["claude"]);
  expect(idsOf(seatCommenters({ panel: [claude], pull, withComments: true }))).toEqual(["claude", "grace"]);
  expect(() => seatCommenters({ panel: [claude], withComments: true })).toThrow("no comments to take onto the panel");
});

test("a resumed round takes commenters from what was read then, and calls the others", async () => {
  const [, grace] = seatCommenters({ panel: [claude], pull, withComments: true });
  const recall = recallWith(pull, ({ id }) => Promise.resolve(id === "claude" ? claude : undefined));
  expect((await recall(grace?.reviewer ?? aReviewer()))?.reviewer).toEqual(grace?.reviewer);
  expect(await recall(claude.reviewer)).toBe(claude);
  expect(await recall(aReviewer({ id: "lint", kind: "import" }))).toBeUndefined();
  expect(await recallWith(undefined, undefined)(claude.reviewer)).toBeUndefined();
});
