import { describe, expect, test } from "vitest";
import {
  formatCommits,
  formatPullRequest,
  readBranch,
  readCommits,
  readPullRequestField,
  readRound,
  readVerdict,
  repositoryOfPullRequest,
} from "#grammar/report/header-values.ts";
import { readCredit, readReviewerList } from "#grammar/report/reviewer-names.ts";

describe("values of the header", () => {
  test.each([
    [
      "[#7](https://code.example/a/b/pull/7) — Title",
      { number: 7, title: "Title", url: "https://code.example/a/b/pull/7" },
    ],
    ["#7 — Title — more", { number: 7, title: "Title — more" }],
    ["#7: Title", { number: 7, title: "Title" }],
    ["#7", { number: 7 }],
    ["none", undefined],
  ])("a pull request: %j", (text, value) => {
    expect(readPullRequestField(text)).toEqual(value);
    if (value !== undefined) expect(readPullRequestField(formatPullRequest(value))).toEqual(value);
  });

  test.each([
    [
      "`1a2b3c4` One<br>`5d6e7f8` Two",
      {
        commits: [
          { id: "1a2b3c4", subject: "One" },
          { id: "5d6e7f8", subject: "Two" },
        ],
      },
    ],
    ["`1a2b3c4` (serial logs)", { commits: [{ id: "1a2b3c4", subject: "serial logs" }] }],
    [
      "1a2b3c4, 5d6e7f8",
      {
        commits: [
          { id: "1a2b3c4", subject: "" },
          { id: "5d6e7f8", subject: "" },
        ],
      },
    ],
    [
      "`1a2b3c4` One<br>…plus 14 earlier commits",
      { commits: [{ id: "1a2b3c4", subject: "One" }], note: "…plus 14 earlier commits" },
    ],
  ])("commits: %j", (text, value) => {
    expect(readCommits(text)).toEqual(value);
    const { commits, note } = readCommits(text);
    expect(readCommits(formatCommits({ commits, commitsNote: note }))).toEqual(value);
  });

  test("a branch is what stands in backticks, or all", () => {
    expect(readBranch("`owner:name` (one commit)")).toBe("owner:name");
    expect(readBranch("plain/name")).toBe("plain/name");
  });

  test("a round that says more than its number is kept as written", () => {
    expect(readRound("3")).toEqual({ number: 3 });
    expect(readRound("3 (of target)")).toEqual({ number: 3, stated: "3 (of target)" });
  });

  test("a verdict with a word of its own has no kind", () => {
    expect(readVerdict("Approve with required changes")).toEqual({ phrase: "Approve with required changes" });
    expect(readVerdict("**Rework** -- it hangs")).toEqual({ phrase: "Rework", kind: "rework", rationale: "it hangs" });
  });

  test("a pull request's address names its repository", () => {
    expect(repositoryOfPullRequest("https://code.example/a/b/pull/7")).toEqual({
      name: "a/b",
      url: "https://code.example/a/b",
    });
    expect(repositoryOfPullRequest("https://code.example/a/b")).toBeUndefined();
  });

  test("a reviewer may carry an effort, or be struck out with a reason", () => {
    expect(readReviewerList("Ada Pro 2 (effort: high), ~~Cove 3~~ (429, gave up)")).toEqual([
      { title: "Ada Pro 2", effort: "high", struck: false },
      { title: "Cove 3", struck: true, note: "429, gave up" },
    ]);
  });

  test("a credit may carry a note", () => {
    expect(readCredit("Ada Pro 2 (as S5)")).toEqual({ title: "Ada Pro 2", note: "as S5" });
    expect(readCredit("Ada Pro 2, verified")).toEqual({ title: "Ada Pro 2", note: "verified" });
    expect(readCredit("Ada Pro 2")).toEqual({ title: "Ada Pro 2" });
  });
});
