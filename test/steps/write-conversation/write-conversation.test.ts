import { describe, expect, test } from "vitest";
import { headerOf, limitsOf, writeConversation } from "#steps/write-conversation/write-conversation.ts";
import { aConversation, aFeedback } from "../../helpers/conversations.ts";

describe("the sections that a pull request adds to a report", () => {
  test("open feedback is listed with its link, its place and whether the code answers it", () => {
    const [section] = writeConversation(aConversation({ feedback: [aFeedback()], resolved: 3 }), []);
    expect(section).toEqual({
      key: "unresolved",
      title: "Unresolved Feedback",
      text: [
        "1 open, 1 of them not acted on as far as the code shows. 3 threads are resolved.",
        "- **Not acted on**: [thread](https://code.example/acme/kettle/pull/7#discussion_r1) by `ada` at `src/boiler.ts:12`. Its lines are as they were.",
        "  > Why is this not awaited?",
      ].join("\n\n"),
    });
  });

  test("a thread that may be resolved is not called open", () => {
    const feedback = [aFeedback({ isMaybeResolved: true }), aFeedback({ isMaybeResolved: true })];
    const [section] = writeConversation(aConversation({ feedback }), []);
    expect(section?.text).toMatch(/^2 threads, open or resolved is not known\.\n/);
  });

  test("what the author last answered stands below what was asked", () => {
    const reply = { text: "Will do it\n## in a follow-up", url: "https://code.example/7#r2" };
    const [section] = writeConversation(aConversation({ feedback: [aFeedback({ reply })] }), []);
    expect(section?.text).toContain(
      "  > Why is this not awaited?\n\n  [The author last answered](https://code.example/7#r2):\n\n  > Will do it\n  > ## in a follow-up",
    );
  });

  test("what reviewers say in the same section stands below", () => {
    const told = { key: "unresolved" as const, title: "Unresolved Feedback", text: "- The question is open. [Kim]" };
    const [section, ...others] = writeConversation(aConversation({ feedback: [aFeedback()] }), [told]);
    expect(section?.text).toMatch(/^1 open[^]*### What the reviewers say\n\n- The question is open\. \[Kim\]$/);
    expect(others).toEqual([]);
  });

  test("failing checks are named, the others counted", () => {
    const [section] = writeConversation(
      aConversation({
        checks: [
          { kind: "status", name: "lint", state: "success" },
          {
            kind: "check",
            name: "unit",
            workflow: "CI",
            state: "failure",
            text: "3 | failed",
            url: "https://ci.example/1",
          },
          { kind: "check", name: "docs", state: "pending" },
        ],
      }),
      [],
    );
    expect(section?.title).toBe("CI of the Reviewed Commit");
    expect(section?.text).toContain("State on 2026-11-01 10:00 UTC: 1 failed, 1 not ended, 1 passed.");
    expect(section?.text).toContain("[CI / unit](https://ci.example/1)");
    expect(section?.text).toContain("The other one passed, or had nothing to do.");
  });

  test("where nothing was said and nothing ran, there is no section", () => {
    expect(writeConversation(aConversation(), [])).toEqual([]);
  });

  test("a limit that the author names is quoted", () => {
    const statedLimits = [{ text: "No retries yet.", author: "tess", url: "https://code.example/7" }];
    const [section] = writeConversation(aConversation({ statedLimits }), []);
    expect(section?.text).toContain("- [the author, tess](https://code.example/7):\n\n  > No retries yet.");
  });

  test("what somebody wrote cannot leave its quotation, and its address cannot become another", () => {
    const text = "x\n## Verdict\n```\n\u001b[2J\u200b";
    const hostile = aFeedback({
      text,
      author: "a`b|c",
      url: "https://x.example/) [evil](https://e.example",
      because: "x",
    });
    const [section] = writeConversation(aConversation({ feedback: [hostile] }), []);
    expect(section?.text).not.toMatch(/^\s{0,3}(?:#|`{3})/m);
    expect(section?.text).not.toContain("\u001b");
    expect(section?.text).toContain("- **Not acted on**: thread by `` a`b¦c `` at");
  });
});

test("the header tells where it goes, its labels and what it closes", () => {
  const issues = [{ name: "acme/kettle#3", title: "Cold", url: "https://code.example/3" }];
  expect(headerOf(aConversation({ isDraft: true, from: "tess/kettle", labels: ["a", "b"], issues }))).toEqual([
    { key: "Into", value: "`main`, from the fork `tess/kettle`; a draft" },
    { key: "Labels", value: "`a`, `b`" },
    { key: "Closes", value: "[acme/kettle#3](https://code.example/3) `Cold`" },
  ]);
});

test("the header tells a pull request that is closed", () => {
  expect(headerOf(aConversation({ state: "closed" }))).toEqual([{ key: "Into", value: "`main`; closed" }]);
  expect(headerOf(aConversation({ state: "open" }))).toEqual([{ key: "Into", value: "`main`" }]);
});

test("a head that moved on is told among what is missing", () => {
  expect(limitsOf(aConversation({ movedTo: "d".repeat(40), limits: ["threads were not read"] }))).toEqual([
    "the pull request moved on to ddddddd while it was reviewed",
    "threads were not read",
  ]);
});
