import { expect, test } from "vitest";
import type { PanelMember } from "#pipeline/panel.ts";
import { recallWith, describeLeftOutCommenters, addCommenters } from "#pipeline/pulls/add-commenters.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { aComment, aPullRequest, aPullReview, aThread } from "../../helpers/pull-talk.ts";

const claude: PanelMember = { reviewer: aReviewer(), review: () => Promise.reject(new Error()) };
const pull = aPullRequest({ threads: [aThread([aComment("grace", "This is read twice.")])] });
const idsOf = (members: readonly PanelMember[]): string[] => members.map(({ reviewer }) => reviewer.id);

test("who commented sits on the panel only where that is wanted, and there is a pull request", () => {
  expect(idsOf(addCommenters({ panel: [claude], pull }))).toEqual(["claude"]);
  expect(idsOf(addCommenters({ panel: [claude], pull, withComments: true }))).toEqual(["claude", "grace"]);
  expect(() => addCommenters({ panel: [claude], withComments: true })).toThrow("no comments to add to the panel");
});

test("who was heard but not taken onto the panel is named where such were to sit there", () => {
  const reviews = [aPullReview("linus", { body: "The names could be better in all of it." })];
  const told = aPullRequest({ reviews });
  expect(describeLeftOutCommenters({ panel: [], pull: told, withComments: true })).toEqual([
    "commented on the pull request, but nothing they wrote became a finding: @linus (1 about no line)",
  ]);
  expect(describeLeftOutCommenters({ panel: [{ kind: "person" }], pull: told })).toHaveLength(1);
  expect(describeLeftOutCommenters({ panel: [{ kind: "agent" }], pull: told })).toEqual([]);
  expect(describeLeftOutCommenters({ panel: [], pull, withComments: true })).toEqual([]);
});

test("a resumed round takes commenters from what was read then, and calls the others", async () => {
  const [, grace] = addCommenters({ panel: [claude], pull, withComments: true });
  const recall = recallWith(pull, ({ id }) => Promise.resolve(id === "claude" ? claude : undefined));
  expect((await recall(grace?.reviewer ?? aReviewer()))?.reviewer).toEqual(grace?.reviewer);
  expect(await recall(claude.reviewer)).toBe(claude);
  expect(await recall(aReviewer({ id: "lint", kind: "import" }))).toBeUndefined();
  expect(await recallWith(undefined, undefined)(claude.reviewer)).toBeUndefined();
});
