import { describe, expect, test } from "vitest";
import { judgeReview } from "../../../fuzz/judge-review.ts";

const SUMMARY = "## Executive Summary\n\nIt adds a queue.\n";
const none = (critical = "None.", suggestions = "None."): string =>
  `\n## Findings\n\n### Critical Issues\n\n${critical}\n\n### Important Issues\n\nNone.\n\n### Suggestions\n\n${suggestions}\n`;

/** The verdict on a review that reports nothing and says this, in its summary and in sections behind its findings. */
function verdictsOn(said: string): string[] {
  const behind = ["Assessment", "Verdict", "Recommendation", "Notes"].map(
    (title) => `${SUMMARY}${none()}\n## ${title}\n\n${said}\n`,
  );
  return [
    `## Executive Summary\n\n${said}\n${none()}`,
    `## Executive Summary\n\nIt adds a queue. ${said}\n${none()}`,
    ...behind,
  ].map((text) => judgeReview(text).verdict);
}

const always = (verdict: string): string[] => Array.from({ length: 6 }, () => verdict);

describe("a review without findings is not understood if it says", () => {
  test.each([
    "No lock is held in drain, so this must not be merged.",
    "Nothing guards the queue and the change must not be merged.",
    "Nobody checks any input: this must be fixed.",
    "Please don’t merge this.",
    "This can't be merged.",
    "This can’t be merged.",
    "This must **not** be merged.",
    "This must not\nbe merged.",
    "I recommend against merging.",
    "I would not merge this.",
    "NAK",
    "Verdict: reject",
    "**Verdict:** ❌",
    "| Verdict | Reject |",
    "Recommendation: **Do not merge**",
    "Mergeable: no",
    "**Ready to merge?** No",
    "**Ready to merge?** With fixes",
    "Not safe to ship.",
    "The patch is not ready.",
    "The change should be reverted.",
  ])("that it must not be merged: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("incomplete"));
  });

  test.each([
    "If the queue is empty, drain has a critical bug.",
    "The lock was removed, which is a critical regression.",
    "add does not check the limit, which is a critical bug.",
    "There is a SQL injection in add().",
    "SQL injection in `add`.",
    "The code does not compile.",
    "The queue loses jobs when drain races with clear.",
    "drain crashes when the queue is empty.",
    "When the queue is empty drain crashes.",
    "The lock is gone and drain can lose jobs.",
    "This fixes the race but introduces a leak.",
    "This breaks the build.",
    "The tests fail.",
  ])("that something is wrong: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("incomplete"));
  });

  test.each([
    "I was unable to open the repository, so nothing was reviewed.",
    "I could not read src/queue.ts; my tools failed.",
    "I could not read src/queue.ts or the generated files.",
    "I have not read src/queue.ts.",
    "I stopped after the first file because of the token limit.",
    "I ran out of time and only looked at README.md.",
    "Only half of the files were reviewed.",
    "The diff could not be opened.",
  ])("that it did not read: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("incomplete"));
  });

  test.each([
    ["Verdict", "Reject"],
    ["Verdict", "❌"],
    ["Recommendation", "Block"],
    ["Assessment", "Not approved until the lock is back"],
  ])("%s: %s", (title, said) => {
    expect(judgeReview(`${SUMMARY}${none()}\n## ${title}\n\n${said}\n`).verdict).toBe("incomplete");
  });

  test.each(["None yet.", "None found so far.", "No issues found so far."])("only for now: %s", (said) => {
    const { verdict, read } = judgeReview(`${SUMMARY}${none(said)}`);
    expect([verdict, read.findings]).toEqual(["incomplete", []]);
  });
});

describe("a review without findings is clean if it says", () => {
  test.each([
    "No issues found. The change is ready to merge.",
    "There is no race here.",
    "I could not find any problem.",
    "I found no bugs, regressions, or leaks.",
    "No bug, leak, or a race was found.",
    "Not a single bug was found.",
    "Nothing blocks a merge.",
    "Nothing must be fixed before the merge.",
    "No changes are required.",
    "I see no reason why this should not be merged.",
    "I read every changed file and found nothing that must be fixed.",
    "The suggestions below are improvements, not blockers.",
    "Overall assessment: good. No blockers.",
    "Verdict: Approve",
    "Verdict: no issues",
    "**Verdict:** ✅ Merge",
    "**Ready to merge?** Yes",
    "Merge blockers: no",
  ])("that nothing is wrong: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("merge"));
  });

  test.each([
    "The earlier bug was fixed.",
    "It fixes a crash when the queue is empty.",
    "This change removes the race in drain.",
    "The bug where drain crashes on an empty queue is fixed.",
    "It avoids a data loss when two writers race.",
    "The queue no longer loses jobs.",
    "Without the guard, drain would crash.",
    "If the process crashes, the next run resumes.",
    "It recovers when the process crashes.",
    "It handles the case where the connection crashes.",
    "It adds crash recovery and a race detector.",
    "There is a regression test for the crash.",
    "The test reproduces the crash and passes now.",
    "Error handling is correct and does not leak.",
    "The parser must not be called twice, and it is not.",
    "It returns 503 while the service is not ready.",
    "The webhook rejects an empty version.",
    "It blocks until the lock is free.",
    "The change is safe: no data can be lost.",
  ])("what the change does: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("merge"));
  });

  test.each([
    "I could not run the tests here.",
    "I did not review the generated files.",
    "I only reviewed the change itself.",
    "Callers cannot read the secret.",
    "The retry is limited to three attempts.",
  ])("how it was read: %s", (said) => {
    expect(verdictsOn(said)).toEqual(always("merge"));
  });
});

describe("a review with suggestions only", () => {
  const withSuggestion = (said: string): string =>
    judgeReview(
      `## Executive Summary\n\n${said}\n${none("None.", "S1. **Stream leaks a goroutine** — `src/stream.ts:3` (suggestion, gap)\n\nIt ends with the process.")}`,
    ).verdict;

  test.each([
    "One small leak, see S1.",
    "Stream leaks a goroutine until the process ends.",
    "I found a minor problem.",
    "No blocking issues.",
  ])("may speak of them: %s", (said) => {
    expect(withSuggestion(said)).toBe("merge-with-optional-fixes");
  });

  test.each([
    "The code does not compile.",
    "There is a SQL injection in add().",
    "Do not merge this.",
    "I could not open src/queue.ts.",
  ])("may not hide behind them: %s", (said) => {
    expect(withSuggestion(said)).toBe("incomplete");
  });

  test("an assessment may name what a suggestion could say, but nothing grave", () => {
    const assessed = (said: string): string =>
      judgeReview(`${SUMMARY}${none("None.", "- Rename it.")}\n## Testing Assessment\n\n${said}\n`).verdict;
    expect(assessed("`open` returning an error: the code panics, and no test covers it.")).toBe(
      "merge-with-optional-fixes",
    );
    expect(assessed("There is a SQL injection in add().")).toBe("incomplete");
  });
});

test("findings that must be addressed explain every such sentence", () => {
  const { verdict } = judgeReview(
    `## Executive Summary\n\nThis must not be merged: drain crashes.\n${none("C1. **drain crashes** — `src/queue.ts:3` (critical, regression)\n\nIt is empty.")}`,
  );
  expect(verdict).toBe("rework");
});

test("'None.' is not the title of what follows it", () => {
  const { read } = judgeReview(`${SUMMARY}${none("None. Except that drain posts undefined.")}`);
  expect(read.findings.map(({ severity, title }) => [severity, title])).toEqual([
    ["critical", "Except that drain posts undefined."],
  ]);
});
