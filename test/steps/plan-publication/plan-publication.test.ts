import { describe, expect, test } from "vitest";
import { parseMarker } from "#grammar/marker.ts";
import { clusterId, reviewId } from "#model/ids.ts";
import type { Post, Publication } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { aReviewer, aRun, type Over } from "../../helpers/builders.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { ADA, aComment, aPull } from "../../helpers/simulated-pull.ts";
import { anInput, aRound, groundedAs, plan, published } from "./publishable.ts";

const FIRST = "20261102-091500-pr-42";
const SECOND = "20261104-101500-pr-42";

type Of<K extends Post["kind"]> = Extract<Post, { kind: K }>;

function only<K extends Post["kind"]>({ posts }: Publication, kind: K): Of<K> {
  const found = posts.filter((post): post is Of<K> => post.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Of<K>;
}

const kinds = ({ posts }: Publication): string[] => posts.map(({ kind }) => kind);

describe("a first publication", () => {
  const report = aRound([
    { id: "I1", start: 41, end: 48 },
    { id: "S1", start: 80 },
    { id: "S2", path: "README.md" },
  ]);
  const first = plan({ report });

  test("is a review, a summary and a check, in this order", () => {
    expect(kinds(first)).toEqual(["review", "summary", "check"]);
  });
  test("comments on findings in the diff, with marker, words and lines", () => {
    const { comments, commit } = only(first, "review");
    expect(commit).toBe(report.review.scope.head);
    expect(comments).toMatchObject([
      { of: "I1", path: "src/deliver.ts", line: 48, startLine: 41, side: "RIGHT", startSide: "RIGHT" },
    ]);
    const body = comments[0]?.body ?? "";
    expect(parseMarker(body)).toEqual({ kind: "finding", review: FIRST, id: "I1", key: "key-I1" });
    expect(body).toContain("**Important:** Problem I1");
    expect(body).toContain("- Evidence: asserted; raised by Claude Opus 4.7");
    expect(body).toMatch(/<sub>To decide, reply "declined: reason".*<\/sub>$/);
  });
  test("says of the others in the summary why they have no comment, with their text", () => {
    expect(first.withheld).toEqual([
      { of: "S1", why: "its lines are not in the diff" },
      { of: "S2", why: "its lines are not in the diff" },
    ]);
    const { body, comment } = only(first, "summary");
    expect(comment).toBeUndefined();
    expect(parseMarker(body)).toEqual({
      kind: "summary",
      review: FIRST,
      more: { head: report.review.scope.head },
    });
    expect(body).toContain("## Deep Review: Merge with fixes");
    expect(body).toContain(
      "- **Important:** Problem I1, at [`src/deliver.ts:41-48`](https://github.com/example/hookrelay/blob/9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72/src/deliver.ts#L41-L48)\n",
    );
    expect(body).toContain("(only here: its lines are not in the diff)");
    expect(body).toContain("<summary>Findings without a comment of their own (2)</summary>");
    expect(body).toContain("Reviewed by Claude Opus 4.7.");
  });
  test("again, on what it made, is nothing", () => {
    expect(plan({ report, pull: published({ report }) }).posts).toEqual([]);
  });
  test("does only what was asked for", () => {
    const options = { parts: ["summary", "sarif"], maxComments: 25, checkName: "x" } as const;
    const some = plan({ report, options });
    expect(kinds(some)).toEqual(["summary", "sarif"]);
    expect(some.withheld[0]).toEqual({ of: "I1", why: "comments were not asked for" });
    expect(only(some, "sarif")).toMatchObject({ ref: "refs/pull/42/head", category: "deep-review" });
  });
  test("without a finding says what was looked at", () => {
    const clean = plan({ report: aRound([]) });
    expect(kinds(clean)).toEqual(["summary", "check"]);
    expect(only(clean, "summary").body).toMatch(
      /Nothing found at .*3 changed files looked at; 1 of 1 reviewer completed\./,
    );
    expect(only(clean, "check").conclusion).toBe("success");
  });
});

describe("links to code", () => {
  test.each([
    ["a b/ü (1)#.ts", "a%20b/%C3%BC%20%281%29%23.ts"],
    ["x](javascript:alert)/y.ts", "x%5D%28javascript%3Aalert%29/y.ts"],
  ])("hold any path: %s", (path, encoded) => {
    const { body } = only(plan({ report: aRound([{ id: "I1", path, start: 3 }]) }), "summary");
    expect(body).toContain(`/blob/9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72/${encoded}#L3)`);
  });
  test("are left out where the address is not plain", () => {
    const pull = aPull({ address: { host: "github.com", owner: "a)b", repository: "c", number: 42 } });
    const { body } = only(plan({ report: aRound([{ id: "I1", start: 3 }]), pull }), "summary");
    expect(body).not.toContain("](");
  });
});

describe("limits", () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ id: `S${at + 1}`, start: 41 + at }));
  const options = { parts: ["review", "summary"], maxComments: 5, checkName: "x" } as const;

  test("the worst findings have comments, the others are counted", () => {
    const report = aRound([...many, { id: "C1", start: 41 }]);
    const limited = plan({ report, options });
    expect(only(limited, "review").comments.map(({ of }) => of)).toEqual(["C1", "S1", "S2", "S3", "S4"]);
    expect(limited.withheld).toHaveLength(8);
    expect(limited.withheld[0]?.why).toBe("more than 5 findings would have a comment");
  });
  test("comments that are there count", () => {
    const report = aRound(many);
    const pull = published({ report, options });
    expect(plan({ report, pull, options }).posts).toEqual([]);
  });
  test("two hundred findings of thirty thousand characters fit into a summary and a check", () => {
    const long = Array.from({ length: 200 }, (_, at) => ({
      id: `S${at + 1}`,
      path: `lib/${"long/".repeat(60)}${at}.ts`,
      finding: { title: "t".repeat(5000), body: "@ada ".repeat(6000) },
    }));
    const all = plan({ report: aRound(long) });
    expect(only(all, "summary").body.length).toBeLessThan(65_536);
    const { summary, text, annotations } = only(all, "check");
    for (const part of [summary, text]) expect(Buffer.byteLength(part)).toBeLessThan(65_535);
    expect(annotations).toHaveLength(200);
    const json = text.replace(/^`+json\n/, "").replace(/\n`+$/, "");
    expect(JSON.parse(json)).toMatchObject({ format: "deep-review/check/1", counts: { all: 200 } });
  });
});

describe("what the platform refuses", () => {
  const report = aRound([{ id: "I1" }, { id: "I2", start: 45 }]);
  const refusals = { comments: new Map([[clusterId("I1"), "line must be part of the diff"]]), resolves: new Map() };

  test("goes to the summary, and is not tried again on this commit", () => {
    const after = plan({ report, refusals });
    expect(only(after, "review").comments.map(({ of }) => of)).toEqual(["I2"]);
    expect(only(after, "summary").body).toContain("(only here: GitHub did not accept a comment at its lines)");
    expect(parseMarker(only(after, "summary").body)?.more).toMatchObject({ refused: "I1" });
    const pull = published({ report, refusals });
    expect(plan({ report, pull }).posts).toEqual([]);
  });
  test("is tried again by another review", () => {
    const pull = published({ report, refusals });
    const next = aRound([{ id: "I1" }, { id: "I2", start: 45 }], { id: SECOND });
    expect(only(plan({ report: next, pull }), "review").comments.map(({ of }) => of)).toEqual(["I1"]);
  });
});

describe("what others said in the pull request", () => {
  const body = "It leaks.\n\n[Comment on the pull request](https://github.com/example/hookrelay/pull/42#discussion_r1)";
  const said = (kind: "person" | "import" | "agent", text = body) =>
    plan({ report: aRound([{ id: "I1", finding: { body: text } }], { reviewers: [aReviewer({ kind })] }) });

  test.each(["person", "import"] as const)("is not said again by us (%s)", (kind) => {
    expect(said(kind).withheld).toEqual([{ of: "I1", why: "it was already raised in this pull request" }]);
  });
  test("is said where a reviewer of ours raises it too, or it comes from elsewhere", () => {
    expect(said("agent").withheld).toEqual([]);
    expect(said("import", "It leaks.").withheld).toEqual([]);
  });
});

describe("markers", () => {
  const report = aRound([{ id: "I1" }]);
  test("in other people's comments mean nothing", () => {
    const posted = published({ report });
    const pull: PullRequest = {
      ...posted,
      threads: posted.threads.map((thread) => ({
        ...thread,
        comments: thread.comments.map((comment) => ({ ...comment, author: ADA, isOurs: false })),
      })),
      comments: posted.comments.map((comment) => ({ ...comment, author: ADA, isOurs: false })),
    };
    expect(kinds(plan({ report, pull }))).toEqual(["review", "summary"]);
  });
});

/** The second round, in which R1.I1 is I2 and what became of the rest is given. */
function later(previous: readonly Over<PreviousFinding>[], problems = [{ id: "I2" }]) {
  const of = { review: FIRST, round: 1, cluster: "I1" };
  const clusters = problems.map((problem) =>
    problem.id === "I2"
      ? {
          ...problem,
          cluster: {
            lineage: {
              kind: "carried-over",
              because: "It is R1.I1.",
              recognised: { of, tier: "exact", confidence: 1, because: "the same code" },
            },
          },
        }
      : problem,
  ) as Parameters<typeof aRound>[0];
  return aRound(clusters, {
    id: SECOND,
    series: { entries: [{ review: FIRST, round: 1, kept: 2 }], notes: [] },
    previous: previous as PreviousFinding[],
  });
}

const gone = (cluster: string, status: PreviousFinding["status"]): Over<PreviousFinding> => ({
  ref: `R1.${cluster}`,
  title: `Problem ${cluster}`,
  status,
  text: "why",
  severity: "suggestion",
  of: { review: FIRST, round: 1, cluster },
});

describe("a later round", () => {
  const first = aRound([{ id: "I1" }, { id: "S1", start: 45 }]);
  const posted = published({ report: first });
  const withReply = (pull: PullRequest, at: number): PullRequest => ({
    ...pull,
    threads: pull.threads.map((thread, index) =>
      index === at ? { ...thread, comments: [...thread.comments, aComment("No.", { id: 900, author: ADA })] } : thread,
    ),
  });

  test("edits the comment of a problem that is still there, and no new one is made", () => {
    const report = later([gone("S1", "fixed")]);
    const next = plan({ report, pull: posted });
    expect(kinds(next)).toEqual(["edit", "resolve", "summary", "check"]);
    const { body, comment } = only(next, "edit");
    expect(comment).toBe(posted.threads[0]?.comments[0]?.id);
    expect(parseMarker(body)).toEqual({
      kind: "finding",
      review: FIRST,
      id: "I1",
      key: "key-I2",
      more: { latest: `${SECOND}/I2` },
    });
    expect(only(next, "resolve")).toMatchObject({ thread: posted.threads[1]?.id, of: "R1.S1", because: "fixed" });
    expect(only(next, "summary").comment).toBe(posted.comments[0]?.id);
    expect(only(next, "check").id).toBe(posted.checks[0]?.id);
    expect(plan({ report, pull: published({ report, pull: posted }) }).posts).toEqual([]);
  });
  test("knows a problem by its key where the archive is lost", () => {
    const report = aRound([{ id: "S1", cluster: { identity: { version: 1, exact: "key-I1" } } }], { id: SECOND });
    const next = plan({ report, pull: posted });
    expect(only(next, "edit").comment).toBe(posted.threads[0]?.comments[0]?.id);
    expect(next.left).toEqual([
      { thread: posted.threads[1]?.id, of: `${FIRST}.S1`, why: "this review does not know its problem" },
    ]);
  });
  test("leaves alone a thread in which somebody replied", () => {
    const report = later([gone("S1", "fixed")]);
    const pull = withReply(withReply(posted, 0), 1);
    const next = plan({ report, pull });
    expect(kinds(next)).toEqual(["summary", "check"]);
    expect(next.left.map(({ of, why }) => `${of}: ${why}`)).toEqual([
      "I2: ada replied",
      "R1.S1: fixed, but ada replied",
    ]);
    expect(only(next, "summary").body).toContain(
      "### Threads left as they are\n\n- Problem I2: ada replied ([thread](https://github.com/example/hookrelay/pull/42#discussion_r101))\n- Problem S1: fixed, but ada replied ([thread](",
    );
  });
  test("leaves alone a thread in which a person replied through our account", () => {
    const pull = {
      ...posted,
      threads: posted.threads.map((thread) => ({
        ...thread,
        comments: [...thread.comments, aComment("I am still looking at this by hand.", { id: 900 })],
      })),
    };
    const next = plan({ report: later([gone("S1", "fixed")]), pull });
    expect(kinds(next)).toEqual(["summary", "check"]);
    expect(next.left.map(({ of, why }) => `${of}: ${why}`)).toEqual([
      "I2: deep-review replied",
      "R1.S1: fixed, but deep-review replied",
    ]);
  });
  test("posts nothing where a person resolved the thread", () => {
    const pull = {
      ...posted,
      threads: posted.threads.map((thread) => ({ ...thread, isResolved: true, resolvedBy: "ada" })),
    };
    const next = plan({ report: later([gone("S1", "fixed")]), pull });
    expect(kinds(next)).toEqual(["summary", "check"]);
    expect(next.left.map(({ why }) => why)).toEqual(["resolved by ada"]);
  });
  test("comments anew on a problem that came back after we had closed it", () => {
    const threads = posted.threads.map((thread) => ({ ...thread, isResolved: true, resolvedBy: "deep-review" }));
    const report = later([]);
    const next = plan({ report, pull: { ...posted, threads } });
    expect(only(next, "review").comments.map(({ of }) => of)).toEqual(["I2"]);
    expect(plan({ report, pull: published({ report, pull: { ...posted, threads } }) }).posts).toEqual([]);
  });
  test.each(["declined", "accepted-risk", "open", "partly-fixed", "unknown"] as const)(
    "leaves the thread of a problem that is %s",
    (status) => {
      const next = plan({ report: later([gone("S1", status)]), pull: posted });
      expect(kinds(next)).not.toContain("resolve");
      expect(next.left).toHaveLength(1);
    },
  );
  test("does not claim to resolve what it may not, and remembers a refusal", () => {
    const report = later([gone("S1", "fixed")]);
    const closed = { ...posted, threads: posted.threads.map((thread) => ({ ...thread, canResolve: false })) };
    expect(kinds(plan({ report, pull: closed }))).toEqual(["edit", "summary", "check"]);
    const refusals = {
      comments: new Map(),
      resolves: new Map([[posted.threads[1]?.id ?? "", "Resource not accessible"]]),
    };
    const after = plan({ report, pull: posted, refusals });
    expect(after.left[0]?.why).toBe("fixed, but GitHub did not let us resolve it");
    expect(plan({ report, pull: published({ report, pull: posted, refusals }) }).posts).toEqual([]);
  });
  test("follows a problem through rounds by its ancestors", () => {
    const report = aRound([{ id: "I2", cluster: { identity: undefined } }], { id: "20261106-111500-pr-42" });
    const ancestors = () => [
      { review: reviewId(SECOND), cluster: clusterId("I7") },
      { review: reviewId(FIRST), cluster: clusterId("I1") },
    ];
    expect(kinds(plan({ report, pull: posted, ancestors }))).toEqual(["edit", "summary", "check"]);
  });
  test("never posts again what people decided against", () => {
    const reRaised = { kind: "re-raised", because: "declined before" } as const;
    const report = aRound([{ id: "I1", cluster: { lineage: reRaised } }, { id: "I2" }], { id: SECOND });
    const decided = new Map([[clusterId("I2"), "declined by ada: by design"]]);
    const next = plan({ report, decided });
    expect(kinds(next)).toEqual(["summary", "check"]);
    expect(next.withheld.map(({ why }) => why)).toEqual([
      "people decided against it in an earlier round",
      "declined by ada: by design",
    ]);
  });
});

describe("the check", () => {
  const conclusionOf = (report: ReturnType<typeof aRound>, failOn?: "important" | "suggestion") =>
    only(plan({ report, options: { ...anInput({ report }).options, ...(failOn && { failOn }) } }), "check").conclusion;

  test("fails at or above the wanted severity, and is neutral below", () => {
    const report = aRound([{ id: "S1" }]);
    expect(conclusionOf(report)).toBe("neutral");
    expect(conclusionOf(report, "important")).toBe("neutral");
    expect(conclusionOf(report, "suggestion")).toBe("failure");
  });
  test("fails for an earlier problem that is still open", () => {
    expect(conclusionOf(later([{ ...gone("C1", "open"), severity: "critical" }], []), "important")).toBe("failure");
  });
  test("of an incomplete review wants somebody to act", () => {
    const verdict = { kind: "incomplete", because: "none of 1 reviewer ended", decidedBy: [] } as const;
    expect(conclusionOf(aRound([], { verdict }))).toBe("action_required");
  });
  const lint = aReviewer({ id: "hazard-lint", kind: "analyzer" });
  const ends = aReviewer({ id: "loose-ends", kind: "analyzer" });
  const ada = aReviewer({ id: "ada", kind: "person", optional: true });
  const codex = aReviewer({ id: "codex", optional: true });
  const failed = (reviewer: string) => aRun({ reviewer, outcome: "failed", textStatus: "absent" });
  const merge = { kind: "merge", because: "nothing stands", decidedBy: [] } as const;
  test.each([
    ["one of two analyzers failed", [lint, ends], [failed("hazard-lint"), aRun({ reviewer: "loose-ends" })], "neutral"],
    ["one of two passes failed", [lint], [aRun({ reviewer: "hazard-lint" }), failed("hazard-lint")], "neutral"],
    ["one never ran", [lint, ends], [aRun({ reviewer: "loose-ends" })], "neutral"],
    ["only a commenter ended", [codex, ada], [failed("codex"), aRun({ reviewer: "ada" })], "neutral"],
    ["one that is optional failed", [lint, codex], [aRun({ reviewer: "hazard-lint" }), failed("codex")], "success"],
  ])("is green only where all who were to look have looked: %s", (_, reviewers, runs, expected) => {
    expect(conclusionOf(aRound([], { reviewers, runs, verdict: merge }))).toBe(expected);
  });
  test("is not written for a commit that is no longer the head", () => {
    const report = aRound([]);
    const pull = aPull({ head: { branch: "retry", commit: "1".repeat(40), repository: "example/hookrelay" } });
    const moved = plan({ report, pull });
    expect(kinds(moved)).toEqual(["summary"]);
    expect(only(moved, "summary").body).toContain("The pull request has moved on to");
  });
  test("annotates the head, not what the change removed", () => {
    const groundings = [groundedAs("I2", { status: "grounded", why: "the change removed the quoted code" })];
    const report = aRound([{ id: "C1", start: 200 }, { id: "I1", path: "src/old.ts", start: 3 }, { id: "I2" }], {
      groundings,
    });
    expect(only(plan({ report }), "check").annotations).toMatchObject([
      { path: "src/deliver.ts", startLine: 200, endLine: 200, level: "failure", title: "C1: Problem C1" },
    ]);
  });
});
