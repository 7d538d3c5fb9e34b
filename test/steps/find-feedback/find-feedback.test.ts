import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PullRequest, PullThread } from "#model/pull/pull-request.ts";
import { containsRequest } from "#steps/find-feedback/open-requests.ts";
import type { ThreadFacts } from "#steps/find-feedback/open-threads.ts";
import { findFeedback } from "#steps/find-feedback/find-feedback.ts";
import { limitsIn } from "#steps/find-feedback/stated-limits.ts";
import { aComment, aPullRequest, aPullReview, aThread, ownComment } from "../../helpers/pull-talk.ts";
import { aHostilePull } from "../../helpers/pulls.ts";
import { HOSTILE_TEXTS } from "../../helpers/hostile.ts";

const NOTHING = new Map<PullThread, ThreadFacts>();
const commit = { id: "1a2b3c4d5e", subject: "Stop" };

function judge(facts: ThreadFacts, over: Parameters<typeof aThread>[1] = {}) {
  const thread = aThread([aComment("grace", "Stop at 410.")], over);
  const { feedback } = findFeedback(aPullRequest({ threads: [thread] }), new Map([[thread, facts]]));
  // The schema makes new threads of what it is given.
  return feedback[0];
}

describe("an open thread", () => {
  test("is told with its place, its words and what became of its lines", () => {
    const thread = aThread([aComment("grace", "Stop at 410. <!-- do it -->"), aComment("ada", "Why?")]);
    const { feedback } = findFeedback(
      { ...aPullRequest(), threads: [thread] },
      new Map([[thread, { code: "unchanged" }]]),
    );
    expect(feedback).toEqual([
      {
        kind: "thread",
        author: "grace",
        isBot: false,
        text: "Stop at 410. <!-- do it -->",
        place: { path: "src/deliver.ts", start: 40, end: 41 },
        url: "https://code.example/acme/shop/pull/42#discussion_r100",
        state: "not-acted-on",
        because: "its lines have not changed since",
        reply: { text: "Why?", url: "https://code.example/acme/shop/pull/42#discussion_r100" },
      },
    ]);
  });

  test.each<[ThreadFacts, Parameters<typeof aThread>[1], string, string]>([
    [{ code: "changed", commits: [commit] }, {}, "acted-on", "its lines have changed since, by 1a2b3c4"],
    [{ code: "gone" }, {}, "acted-on", "its lines are gone since"],
    [{ code: "unchanged", isSuggestionTaken: true }, {}, "acted-on", "the suggested lines are in the code now"],
    [
      { code: "unchanged", isChangedAround: true, commits: [commit] },
      {},
      "not-acted-on",
      "its lines have not changed since, though lines beside them have, by 1a2b3c4",
    ],
    [
      { code: "changed" },
      { line: undefined, startLine: undefined, originalLine: undefined, originalStartLine: undefined },
      "unknown",
      "the file changed since, but the comment names no line",
    ],
    [
      { code: "unknown" },
      { isOutdated: true },
      "acted-on",
      "the platform says that it is outdated; the commit that it was written on is not here",
    ],
    [
      { code: "unknown" },
      { side: "LEFT" },
      "not-acted-on",
      "the platform says that its lines are unchanged; it is about removed code",
    ],
    [{ code: "unknown" }, { isOutdated: undefined }, "unknown", "the commit that it was written on is not here"],
    [
      { code: "gone" },
      { isResolved: undefined },
      "acted-on",
      "its lines are gone since; whether it is resolved is not known",
    ],
  ])("%j %j is %s", (facts, over, state, because) => {
    const thread = aThread([aComment("grace", "Stop at 410.")], over);
    const { feedback } = findFeedback({ ...aPullRequest(), threads: [thread] }, new Map([[thread, facts]]));
    expect(feedback[0]).toMatchObject({ state, because });
  });

  test("is told with what the author last answered, and nobody else", () => {
    const comments = [
      aComment("grace", "Stop at 410."),
      aComment("ada", "Why?"),
      aComment("ada", "Will do it in a follow-up.", { id: 7 }),
      aComment("linus", "Good."),
    ];
    const [feedback] = findFeedback(aPullRequest({ threads: [aThread(comments)] }), NOTHING).feedback;
    expect(feedback?.reply).toEqual({
      text: "Will do it in a follow-up.",
      url: "https://code.example/acme/shop/pull/42#discussion_r7",
    });
    const before = [aComment("ada", "On purpose."), aComment("grace", "Why?")];
    expect(findFeedback(aPullRequest({ threads: [aThread(before)] }), NOTHING).feedback[0]).not.toHaveProperty("reply");
  });

  test("of which it is not known whether it is resolved is marked", () => {
    expect(judge({ code: "unchanged" }, { isResolved: undefined })).toHaveProperty("isMaybeResolved", true);
    expect(judge({ code: "unchanged" })).not.toHaveProperty("isMaybeResolved");
  });

  test("is told in words without their dress, but never in none", () => {
    const threads = [aThread([aComment("grace", "Stop. (dress)")]), aThread([aComment("linus", "(dress)")])];
    const clean = (body: string): string => body.replace("(dress)", "").trim();
    const { feedback } = findFeedback(aPullRequest({ threads }), NOTHING, clean);
    expect(feedback.map(({ text }) => text)).toEqual(["Stop.", "(dress)"]);
  });

  test("is not ours, not closed, and not the author's note to itself; a reply to such a note counts", () => {
    const threads = [
      aThread([ownComment()]),
      aThread([aComment("grace", "Stop.")], { isResolved: true }),
      aThread([ownComment()], { isResolved: true }),
      aThread([aComment("ada", "This is on purpose.")]),
      aThread([aComment("ada", "This is on purpose."), aComment("grace", "Why?")]),
      aThread([{ ...ownComment(), isOurs: false, author: { login: "linus", isBot: false } }]),
      aThread([aComment("grace", "Through our account, by hand", { isOurs: true })]),
    ];
    const { feedback, resolved } = findFeedback(aPullRequest({ threads }), NOTHING);
    expect(feedback.map(({ text }) => text)).toEqual(["Why?", "Through our account, by hand"]);
    expect(resolved).toBe(1);
  });

  test("has no lines where they are gone, or stood only before the change", () => {
    expect(judge({ code: "gone" }, { line: undefined, startLine: undefined })?.place).toEqual({
      path: "src/deliver.ts",
    });
    expect(judge({ code: "unknown" }, { side: "LEFT" })?.place).toEqual({ path: "src/deliver.ts" });
  });

  test("is cut to two thousand characters", () => {
    const threads = [aThread([aComment("grace", "😀".repeat(3000))])];
    const [feedback] = findFeedback(aPullRequest({ threads }), NOTHING).feedback;
    expect(feedback?.text.length).toBeLessThanOrEqual(2000);
    expect(feedback?.text).toMatch(/😀…$/u);
  });
});

describe("a review that asks for changes", () => {
  test("is open until its author approves, whatever they comment since", () => {
    const reviews = [
      aPullReview("grace", { state: "changes-requested", body: "Too slow.", commit: "a".repeat(40) }),
      aPullReview("grace", { state: "commented", at: "2026-11-16T11:00:00Z" }),
      aPullReview("linus", { state: "changes-requested", body: "" }),
      aPullReview("joan", { state: "changes-requested", at: "2026-11-16T09:00:00Z" }),
      aPullReview("joan", { state: "approved", at: "2026-11-16T11:00:00Z" }),
      aPullReview("mary", { state: "dismissed" }),
    ];
    const { feedback } = findFeedback(aPullRequest({ reviews }), NOTHING);
    expect(feedback.map(({ author, state, text }) => [author, state, text])).toEqual([
      ["grace", "not-acted-on", "Too slow."],
      ["linus", "unknown", "Requests changes, without a comment."],
    ]);
  });
});

test("demands come first, then people, then programs; within them what nothing was done about", () => {
  const threads = ["spotter[bot]", "grace", "linus"].map((login) => aThread([aComment(login, `By ${login}`)]));
  const reviews = [aPullReview("joan", { state: "changes-requested" })];
  const pull = { ...aPullRequest({ reviews, comments: [aComment("mary", "Why twice?")] }), threads };
  const codes = ["unchanged", "changed", "unchanged"] as const;
  const facts = new Map(
    threads.map((thread, at): [PullThread, ThreadFacts] => [thread, { code: codes[at] ?? "unknown" }]),
  );
  expect(findFeedback(pull, facts).feedback.map(({ author }) => author)).toEqual([
    "joan",
    "linus",
    "mary",
    "grace",
    "spotter",
  ]);
});

describe("a general comment", () => {
  test.each([
    "Why not use the queue here?",
    "Could you add a test for the empty case.",
    "Please rename this.",
    "- This should be behind a flag",
    "I'd prefer two commits",
    "The changelog entry is missing.",
  ])("%j asks for something", (body) => expect(containsRequest(body)).toBe(true));

  test.each([
    "LGTM!",
    "Thanks, great work!",
    "> Why not use the queue?",
    "```\nwhat?\n```",
    "<!-- Please review -->",
    "See https://code.example/search?q=a?",
    "/retest please",
    "Please ignore the failing job",
    "Any updates?",
    "Merged into main.",
    "`isReady?` is fine",
    "",
  ])("%j does not", (body) => expect(containsRequest(body)).toBe(false));

  test("is open until the author answers or the one who asked approves", () => {
    const ask = aComment("grace", "Why twice?", { id: 5 });
    const authors = (over: Parameters<typeof aPullRequest>[0]) =>
      findFeedback(aPullRequest(over), NOTHING).feedback.map(({ author }) => author);
    expect(authors({ comments: [ask] })).toEqual(["grace"]);
    expect(authors({ comments: [ask, aComment("ada", "Because.")] })).toEqual([]);
    const other = aComment("linus", "Nice work");
    expect(authors({ comments: [ask, other, aComment("ada", "Thank you")] })).toEqual(["grace"]);
    expect(authors({ comments: [ask, other, aComment("ada", "@Grace because")] })).toEqual([]);
    expect(authors({ comments: [ask, other, aComment("ada", "> Why twice?\n\nSo.")] })).toEqual([]);
    const reviews = [aPullReview("grace", { state: "approved", at: "2026-11-17T10:00:00Z" })];
    expect(authors({ comments: [ask], reviews })).toEqual([]);
    expect(authors({ comments: [aComment("ada", "Is this right?"), aComment("spotter[bot]", "Please sign")] })).toEqual(
      [],
    );
  });
});

describe("limits that the author names", () => {
  test("are the items below a heading for them", () => {
    const body = [
      "Delivers once.",
      "",
      "## Known limitations",
      "",
      "- Orders before 2020 are left alone",
      "- [ ] Retries of `send` are not counted",
      "- [x] Done already",
      "",
      "## Testing",
      "- Ran it",
      "",
      "**Out of scope**",
      "The old queue.",
      "It is used.",
      "",
      "Follow-ups:",
      "1. Metrics",
    ].join("\n");
    expect(limitsIn(body)).toEqual([
      "Orders before 2020 are left alone",
      "Retries of `send` are not counted",
      "The old queue.",
      "Metrics",
    ]);
  });

  test.each([
    "Deleting orders is out of scope for this PR.",
    "Windows is not supported yet.",
    "Retries are left for a follow-up.",
    "Metrics will be added in a separate PR.",
    "The cache does not yet handle renames.",
    "Known limitation: only one queue.",
    "TODO: tests for the empty case",
    "\n* Not handled: `trust_env` for proxies.",
    "\n- **Out of scope**: the old queue",
    "\n**Not supported yet:** Windows",
  ])("%j states one", (line) =>
    expect(limitsIn(`Some words. ${line}`.replace("Some words. TODO", "TODO"))).toHaveLength(1),
  );

  test.each([
    "This fixes the known limitation that only one queue works.",
    "There are no known limitations.",
    "This is a follow-up to #12.",
    "Removes a TODO and its test.",
    "The variable is out of scope here.",
    "The lock goes out of scope.",
    "Rate limitations of the API are tested.",
    "> Windows is not supported yet.",
    "```\n// TODO: later\n```",
    "<!-- Known limitation: describe them here -->",
    "## Known limitations\n\nNone.",
    "* Not handled: none.",
    "Note: this is handled.",
    "* Not handled errors: they are logged now",
    "## Follow-up to the last one\n\n## Next",
    "- [ ] I have read the guide",
    "We used to leave this as a follow-up PR; previously it was out of scope.",
  ])("%j states none", (body) => expect(limitsIn(body)).toEqual([]));

  test("are the author's alone, each once, with a link", () => {
    const limit = "Windows is not supported yet.";
    const comments = [
      aComment("ada", limit, { id: 8 }),
      aComment("ada", "Deleting is out of scope for this PR.", { id: 9 }),
      aComment("grace", "Mac is not supported yet."),
    ];
    expect(findFeedback(aPullRequest({ body: limit, comments }), NOTHING).statedLimits).toEqual([
      { text: limit, author: "ada", url: "https://code.example/acme/shop/pull/42" },
      {
        text: "Deleting is out of scope for this PR.",
        author: "ada",
        url: "https://code.example/acme/shop/pull/42#discussion_r9",
      },
    ]);
  });
});

/** Hostile text of the author and of somebody else. */
const byStranger = (text: string): PullRequest => {
  const pull = aHostilePull(text);
  return {
    ...pull,
    author: { login: "ada", isBot: false },
    comments: [...pull.comments, aComment("ada", text.slice(0, 100_000))],
  };
};

test("no talk is too odd to be read", () => {
  for (const text of Object.values(HOSTILE_TEXTS)) findFeedback(byStranger(text), NOTHING);
  for (const unit of ["<!--", "`", "```\n", "> ", "- [ ] ", "a? ", "please ", "## ", "**"]) {
    findFeedback(byStranger(unit.repeat(20_000)), NOTHING);
  }
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom("<!--", "-->", "\n", "```", "# Limitations", "- ", "TODO: ", "\uD800"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      findFeedback(byStranger(parts.join("")), NOTHING);
    }),
  );
});
