import { describe, expect, test } from "vitest";
import { formatMarker } from "#grammar/marker.ts";
import { reviewId } from "#model/ids.ts";
import type { PullReview } from "#model/pull/pull-request.ts";
import { unreadableParts, draftsIn, requireSame } from "#pipeline/publish/require-postable.ts";
import { aReview, aScope } from "../../helpers/builders.ts";
import { aConversation } from "../../helpers/conversations.ts";
import { aPullRequest } from "../../helpers/pulls.ts";

const HEAD = "c".repeat(40);
const review = (head: string | undefined = HEAD) => aReview({ scope: aScope({ head }) } as never);

describe("a pull request that is what was reviewed", () => {
  test("is posted to", () => {
    expect(() => requireSame(review(), aPullRequest(), false)).not.toThrow();
  });

  test("is not posted to with another head, unless the user says so", () => {
    const other = review("d".repeat(40));
    expect(() => requireSame(other, aPullRequest(), false)).toThrow(/dddddddddd, and the head of .* is cccccccccc/);
    expect(() => requireSame(other, aPullRequest(), true)).not.toThrow();
  });

  test("is not posted to with another base branch, whose configuration may be another, unless the user says so", () => {
    const into = (branch: string) =>
      aReview({ scope: aScope({ head: HEAD }), conversation: aConversation({ into: branch }) } as never);
    const { branch } = aPullRequest().base;
    expect(() => requireSame(into(branch), aPullRequest(), false)).not.toThrow();
    expect(() => requireSame(into("legacy"), aPullRequest(), false)).toThrow(
      `into legacy, and ${aPullRequest().url} goes into ${branch}`,
    );
    expect(() => requireSame(into("legacy"), aPullRequest(), true)).not.toThrow();
  });

  test.each(["closed", "merged"] as const)("is not posted to when %s, unless the user says so", (state) => {
    expect(() => requireSame(review(), aPullRequest({ state }), false)).toThrow(`the pull request is ${state}`);
    expect(() => requireSame(review(), aPullRequest({ state }), true)).not.toThrow();
  });
});

describe("a pull request of which not everything was read", () => {
  const limits = ["only the first 5000 comments were read"];

  test("gets nothing that may stand there already, and the rest", () => {
    const pull = aPullRequest({ unread: ["comments"], limits });
    expect(unreadableParts(pull, ["review", "summary", "check"])).toEqual(["summary"]);
    expect(unreadableParts(pull, ["review", "check", "sarif"])).toEqual([]);
  });

  test("is not posted to where nothing else was asked for", () => {
    const pull = aPullRequest({ unread: ["comments"], limits });
    expect(() => unreadableParts(pull, ["summary"])).toThrow(/the summary might be posted twice.*5000/);
    expect(() => unreadableParts(aPullRequest({ unread: ["threads"], limits }), ["review"])).toThrow(/posted twice/);
  });

  test("is posted to where nothing of it matters", () => {
    expect(unreadableParts(aPullRequest({ unread: ["checks"], limits }), ["review", "summary"])).toEqual([]);
    expect(unreadableParts(aPullRequest(), ["review", "summary"])).toEqual([]);
  });
});

test("only a draft of this account with our marker is ours; what a person writes is the person's", () => {
  const draft = (id: number, over: Partial<PullReview>): PullReview => ({
    id,
    author: { login: "ada", isBot: false },
    state: "pending",
    body: "",
    url: "",
    isOurs: true,
    ...over,
  });
  const marked = `${formatMarker({ kind: "review", review: reviewId("r1") })}\nSome words`;
  const reviews = [
    draft(1, { body: marked }),
    draft(2, { body: "I am still thinking" }),
    draft(3, { body: marked, isOurs: false }),
    draft(4, { body: marked, state: "commented" }),
    draft(5, { body: `> ${marked}` }),
  ];
  const { ours, users } = draftsIn(aPullRequest({ reviews }));
  expect([ours.map(({ id }) => id), users.map(({ id }) => id)]).toEqual([[1], [2, 5]]);
});
