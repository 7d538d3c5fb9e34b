import { expect, test } from "vitest";
import { commentMembers } from "#pipeline/pulls/comment-members.ts";
import { pullForReaders } from "#pipeline/pulls/pull-for-readers.ts";
import { aPullComment, aPullRequest, aPullThread } from "../../helpers/pulls.ts";

const kim = { login: "kim", isBot: false };
const pull = aPullRequest({
  threads: [
    aPullThread({ comments: [aPullComment({ body: "`boil` is called twice here, so the kettle runs dry." })] }),
    aPullThread({
      id: "PRRT_2",
      line: 20,
      comments: [aPullComment({ id: 2, author: kim, body: "The timer is never cleared when `stop` is called." })],
    }),
  ],
});

test("who sits on the panel is not read by the others", () => {
  const [ada] = commentMembers(pull).map(({ reviewer }) => reviewer);
  if (ada === undefined) throw new Error("nobody commented");
  expect(ada.name).toContain("ada");
  const { threads } = pullForReaders(pull, [ada]);
  expect(threads.map(({ id }) => id)).toEqual(["PRRT_2"]);
});

test("where no commenter sits on the panel, everything is given", () => {
  expect(pullForReaders(pull, [{ name: "Claude", family: "claude", kind: "agent" }])).toBe(pull);
});
