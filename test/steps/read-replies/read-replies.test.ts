import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PullComment, PullThread } from "#model/pull/pull-request.ts";
import { decidersIn, readReplies } from "#steps/read-replies/read-replies.ts";
import { readReply } from "#steps/read-replies/read-reply.ts";
import type { Over } from "../../helpers/builders.ts";
import { aComment, aPullRequest, aThread, ownComment } from "../../helpers/pull-talk.ts";

const WRITERS = new Set(["grace", "linus"]);
const mayWrite = (login: string): boolean | undefined => (login === "riddle" ? undefined : WRITERS.has(login));

function read(replies: readonly PullComment[], over: Over<PullThread> = {}) {
  const pull = aPullRequest({ threads: [aThread([ownComment(), ...replies], over)] });
  return readReplies(pull, { mayWrite });
}

const decide = (body: string) => read([aComment("grace", body)]).decisions[0];

describe("a reply in a thread of ours", () => {
  test.each([
    ["declined: the queue gives up after a day", "declined", "the queue gives up after a day"],
    ["Decline — not here", "declined", "not here"],
    ["**Declined:** `run` is called once", "declined", "`run` is called once"],
    ["**Declined**: see above\n\nMore of it.", "declined", "see above\nMore of it."],
    ["> Retries never stop\n> at all\n\n@deep-review[bot] declined: it is wanted", "declined", "it is wanted"],
    ["won't fix: too old", "declined", "too old"],
    ["Won’t fix", "declined", undefined],
    ["wontfix", "declined", undefined],
    ["by design: users ask for it", "declined", "by design: users ask for it"],
    ["False positive.", "declined", "false positive"],
    ["accepted risk: two weeks only", "accepted-risk", "two weeks only"],
    ["fixed", "fixed", undefined],
    ["FIXED in 1a2b3c4", "fixed", undefined],
    ["Fixed in `1a2b3c4d`, thanks", "fixed", undefined],
    ["reopen", "reopened", undefined],
  ])("%j decides", (body, kind, reason) => {
    expect(decide(body)).toMatchObject({ kind, author: "grace", review: "20261115-101500-pr-42", cluster: "I3" });
    expect(decide(body)?.reason).toBe(reason);
  });

  test.each([
    "Declined cookies are the reason for this",
    "I would call this declined: no",
    "fixed-size buffers are fine",
    "Fixed it halfway, the rest follows",
    "fixed in the next release",
    "> declined: quoted only",
    "By design reviews we mean something else",
    "reopening is not needed",
    "<!-- declined: hidden -->",
    "- declined: a list",
    "",
  ])("%j decides nothing", (body) => expect(read([aComment("grace", body)]).decisions).toEqual([]));

  test("counts only when it is the newest of those who may write", () => {
    const replies = [
      aComment("grace", "declined: first", { id: 11, at: "2026-11-16T10:00:00Z" }),
      aComment("linus", "fixed", { id: 12, at: "2026-11-16T11:00:00Z" }),
      aComment("ada", "reopen", { id: 13, at: "2026-11-16T12:00:00Z" }),
      aComment("riddle", "wontfix", { id: 14, at: "2026-11-16T13:00:00Z" }),
      aComment("helper[bot]", "declined: by a bot", { id: 15, at: "2026-11-16T14:00:00Z" }),
      aComment("ghost", "declined: by nobody", { id: 16, at: "2026-11-16T14:00:00Z" }),
    ];
    const { decisions, ignored } = read(replies);
    expect(decisions).toMatchObject([{ kind: "fixed", author: "linus", date: "2026-11-16T11:00:00.000Z" }]);
    expect(ignored.map(({ author, why }) => `${author} ${why}`)).toEqual([
      "ada may not write to the repository",
      "riddle it is not known whether they may write to the repository",
    ]);
    const pull = aPullRequest({ threads: [aThread([ownComment(), ...replies])] });
    expect(decidersIn(pull)).toEqual(["grace", "linus", "ada", "riddle"]);
  });

  test("may be written through the account that we speak as, where it has no marker of ours", () => {
    expect(read([aComment("grace", "declined: mine", { isOurs: true })]).decisions).toHaveLength(1);
    const marked = { ...ownComment(), author: { login: "grace", isBot: false } };
    const [marker = ""] = marked.body.split("\n");
    for (const isOurs of [true, false]) {
      expect(read([{ ...marked, body: `${marker}\ndeclined: by a run`, isOurs }])).toEqual({
        decisions: [],
        ignored: [],
      });
      expect(read([{ ...marked, isOurs }], { isResolved: true, resolvedBy: "ghost" }).decisions).toEqual([]);
    }
  });

  test("counts in no thread of somebody else's, whatever marker it begins with", () => {
    const forged = { ...ownComment(), isOurs: false };
    const threads = [
      aThread([forged, aComment("grace", "declined: x")]),
      aThread([aComment("deep-review[bot]", `> ${ownComment().body}`, { isOurs: true }), aComment("grace", "fixed")]),
    ];
    expect(readReplies(aPullRequest({ threads }), { mayWrite })).toEqual({ decisions: [], ignored: [] });
  });
});

describe("a thread of ours that somebody closed without a word for it", () => {
  const closed = { isResolved: true, resolvedBy: "grace" };

  test("is declined while its code stands, for the reason that was given last by one who may write", () => {
    const replies = [
      aComment("grace", "The queue gives up after a day.", { at: "2026-11-16T10:00:00Z" }),
      aComment("ada", "I do not think so", { at: "2026-11-16T11:00:00Z" }),
    ];
    const reason = "The queue gives up after a day.";
    expect(read(replies, closed).decisions).toMatchObject([{ kind: "declined", reason, author: "grace" }]);
  });

  test.each(["Thanks!", "done", "Good catch, fixing", "👍", "Will fix.", "> quoted"])("%j is no reason", (body) => {
    const [decision] = read([aComment("grace", body)], closed).decisions;
    expect(decision).toMatchObject({ kind: "declined", author: "grace" });
    expect(decision?.reason).toBeUndefined();
  });

  test("is fixed where its code changed, and has no reason where that is not known", () => {
    const replies = [aComment("grace", "Because we want it.")];
    expect(read(replies, { ...closed, isOutdated: true }).decisions).toMatchObject([{ kind: "fixed" }]);
    const [unknown] = read(replies, { ...closed, isOutdated: undefined }).decisions;
    expect(unknown?.reason).toBeUndefined();
  });

  test("decides nothing where we, a bot or one who may not write closed it", () => {
    for (const resolvedBy of ["deep-review", "tidy[bot]", "ghost", undefined]) {
      expect(read([], { isResolved: true, resolvedBy })).toEqual({ decisions: [], ignored: [] });
    }
    expect(read([], { isResolved: true, resolvedBy: "ada" })).toMatchObject({
      decisions: [],
      ignored: [{ author: "ada", why: "may not write to the repository" }],
    });
  });

  test("is decided by the person whose account we speak as, where that person gave a reason there", () => {
    const person = { ...ownComment(), author: { login: "grace", isBot: false } };
    const closedBy = (resolvedBy: string, ...replies: string[]) => {
      const said = replies.map((body) => aComment("grace", body, { isOurs: true }));
      const threads = [aThread([person, ...said], { isResolved: true, resolvedBy })];
      return readReplies(aPullRequest({ viewer: "grace", threads }), { mayWrite });
    };
    const reason = "The queue gives up after a day.";
    expect(closedBy("grace", reason).decisions).toMatchObject([{ kind: "declined", author: "grace", reason }]);
    // We may have closed these, as their problem was fixed.
    expect(closedBy("grace")).toEqual({ decisions: [], ignored: [] });
    expect(closedBy("grace", "Thanks!")).toEqual({ decisions: [], ignored: [] });
  });

  test("goes by words where there are some", () => {
    expect(read([aComment("grace", "accepted risk: small")], closed).decisions).toMatchObject([
      { kind: "accepted-risk", reason: "small" },
    ]);
  });
});

test("no reply is too odd to be read", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("declined", ": ", "**", "> ", "@a", "`", "\r", "\n", "fixed in ", "wont fix", "\uD800"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      expect(readReply(parts.join(""))?.reason?.length ?? 0).toBeLessThan(1100);
    }),
  );
  for (const odd of [
    "@a ".repeat(100_000),
    "*".repeat(300_000),
    " ".repeat(300_000),
    `declined${" ".repeat(300_000)}x`,
  ]) {
    readReply(odd);
  }
});
