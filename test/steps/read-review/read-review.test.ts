import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import { formatLocation } from "#model/location.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";

const read = (text: string, pass?: number): ReadReview =>
  readReview(text, { reviewer: reviewerId("ada"), ...(pass !== undefined && { pass }) });

/** The findings as `id severity title @place`. */
const found = (text: string): string[] =>
  read(text).findings.map(({ id, severity, title, locations }) =>
    [id, severity, title, ...locations.slice(0, 1).map((location) => `@${formatLocation(location)}`)].join(" "),
  );

const LETTERED = `I have read everything now.

# Review of hookrelay

## Executive Summary

Retries are added.

## Findings

### Critical Issues

None.

### Important Issues

**I1. Retries never stop** — \`relay.go:4-9\` (important, regression)

\`\`\`go
for {
\`\`\`

The loop has no end.

Fix: count.

\`\`\`diff
-for {
+for range 5 {
\`\`\`

---

### Suggestions

S1. **Name the constant** — \`relay.go:2\`

It is 5.

(suggestion, enhancement)

## Design Observations

### Concerns

- **(future)** The queue is in memory.

### Strengths

- Clear names.

## Testing Assessment

1. A subscriber that answers 410.

## Coverage Summary

| File | Status |
|---|---|
| \`relay.go\` | **I1, S1** |
| \`docs/relay.md\` | Reviewed, no issues |
| \`go.sum\` | Trivial |

All files were read.
`;

describe("a review in the usual form", () => {
  const review = read(LETTERED);

  test("findings carry their label, severity, class, places and parts", () => {
    expect(review.findings).toEqual([
      {
        id: "ada:I1",
        reviewer: "ada",
        pass: 1,
        label: "I1",
        severity: "important",
        title: "Retries never stop",
        locations: [{ path: "relay.go", start: 4, end: 9 }],
        places: [],
        class: "regression",
        body: "```go\nfor {\n```\n\nThe loop has no end.\n\nFix: count.\n\n```diff\n-for {\n+for range 5 {\n```",
        quotes: [{ language: "go", code: "for {" }],
        fix: { text: "count.", diffs: ["-for {\n+for range 5 {"] },
        repros: [],
        lines: { start: 17, end: 30 },
      },
      expect.objectContaining({
        id: "ada:S1",
        severity: "suggestion",
        class: "enhancement",
        lines: { start: 36, end: 40 },
      }),
    ]);
  });

  test("summary, observations, assessments and coverage have their places", () => {
    expect(review.summary).toBe("Retries are added.");
    expect(review.observations.map(({ id, kind, scope, text }) => [id, kind, scope, text])).toEqual([
      ["ada:D1", "concern", "future", "**(future)** The queue is in memory."],
      ["ada:D2", "strength", undefined, "Clear names."],
    ]);
    expect(review.assessments.map(({ section }) => section)).toEqual(["design", "testing"]);
    expect(review.claims.map(({ path, claim, labels }) => [path, claim, labels])).toEqual([
      ["relay.go", "findings", ["I1", "S1"]],
      ["docs/relay.md", "clean", []],
      ["go.sum", "trivial", []],
    ]);
  });

  test("what has no place is kept with the reason", () => {
    expect(review.unplaced.map(({ line, why }) => [line, why])).toEqual([
      [1, "precedes the review"],
      [64, "in the coverage summary, but names no file"],
    ]);
  });

  test("the second pass is named in the ids", () => {
    const { findings, observations } = read(LETTERED, 2);
    expect(findings[0]?.id).toBe("ada:p2.I1");
    expect(observations[0]?.id).toBe("ada:p2.D1");
  });
});

describe("labels", () => {
  test("numbers that restart in each section are counted per severity", () => {
    expect(
      found("## Important Issues\n\n1. **A** — `a.go:1`\n2. **B** — `b.go`\n\n## Suggestions\n\n1. **C** — `c.go`"),
    ).toEqual(["ada:I1 important A @a.go:1", "ada:I2 important B @b.go", "ada:S1 suggestion C @c.go"]);
  });

  test("numbers that run through all sections are counted per severity too", () => {
    expect(found("**Critical Issues**\n\n1. **A** — `a.go`\n\n**Suggestions**\n\n2. **B** — `b.go`")).toEqual([
      "ada:C1 critical A @a.go",
      "ada:S1 suggestion B @b.go",
    ]);
  });

  test("a list inside a finding is not taken for findings", () => {
    const text =
      "## Suggestions\n\n1. **A** — `a.go`\n\nWays:\n\n1. **One** — `b.go`\n2. **Two way** only words\n\n2. **B** — `c.go`";
    expect(found(text)).toEqual(["ada:S1 suggestion A @a.go", "ada:S2 suggestion B @c.go"]);
  });

  test("where letters are used, numbers are lists", () => {
    expect(found("## Important Issues\n\nI1. **A** — `a.go`\n\n2. **B** — `b.go`")).toEqual([
      "ada:I1 important A @a.go",
    ]);
  });

  test("findings without sections are rated by their marker", () => {
    expect(
      found("## Findings\n\n**[CRITICAL] a.go:1 — A**\n\nx\n\n**IMPORTANT** b.go:2 — B\n\n**[CRITICAL] c.go:3 — C**"),
    ).toEqual(["ada:C1 critical A @a.go:1", "ada:I1 important B @b.go:2", "ada:C2 critical C @c.go:3"]);
    expect(found("I1. **A** — `a.go`\n\nBecause.")).toEqual(["ada:I1 important A @a.go"]);
  });

  test("a label used twice: the one that stands keeps it, the withdrawn one is counted", () => {
    const { findings } = read(
      "## Important Issues\n\nI1. **A** — `a.go`\n\n*(Withdrawn — it heals itself.)*\n\nI1. **B** — `b.go`\n\nI1. **C** — `c.go`",
    );
    expect(findings.map(({ label, title, withdrawn }) => [label, title, withdrawn])).toEqual([
      ["I1~2", "A", true],
      ["I1", "B", undefined],
      ["I1~3", "C", undefined],
    ]);
  });

  test("the section decides the severity; a tag that says otherwise is kept beside it", () => {
    expect(read("## Suggestions\n\nS1. **A** — `a.go` (important, gap)").findings[0]).toMatchObject({
      severity: "suggestion",
      taggedSeverity: "important",
    });
  });
});

const withdrawn = (words: string): boolean | undefined =>
  read(`## Important Issues\n\nI1. **A** — \`a.go\`\n\nProse.\n\n${words}`).findings[0]?.withdrawn;

describe("withdrawn findings", () => {
  test.each([
    "*(Withdrawn — self-healing.)*",
    "I withdraw it.",
    "I withdraw this finding, because the caller checks it.",
    "It heals itself. Downgrading to no finding.",
    "**This finding is withdrawn.**",
    "Not a finding after all.",
    "Retracted: on a second look the guard is in `b.go`.",
    "Retracted.",
    "**Withdrawn.** The guard is in `b.go`.",
    "On a second look the guard is in `b.go`. Withdrawing this finding.",
    "(Acknowledged by TODO — moving to Acknowledged Limitations.)",
  ])("the author takes it back: %s", (words) => {
    expect(withdrawn(words)).toBe(true);
  });

  test.each([
    "Removed the check, so the loop never ends.",
    "(Withdrawing this as Important — moved to S2.)",
    "The offer is withdrawn by the server.",
    "```\n(Withdrawn.)\n```",
    "*Removing a subscriber* is slow.",
    "**Removed session check**",
    "*(Removed — self-healing.)*",
    "(Dropped the lock before the write)",
    "**Moved to the handler**",
    "When I withdraw it twice, the balance is negative.",
    "I withdraw this amount twice and the balance is negative.",
    "If this finding is withdrawn, the test must go.",
    "**Withdrawn funds are counted twice**",
    "**Retracted votes still count**",
    "**No finding aid for the caller**",
    "I do not withdraw this finding.",
    "Retracted: the state in which votes still count.",
    "**Retracted:**\n\nvotes still count.",
    "**Withdrawn:** orders in this state are shipped.**",
    "_Withdrawn as in state; orders are shipped._",
    "[Withdrawn] appears in the log and the order is shipped [sic]",
    "(Withdraw this amount twice and the balance is negative)",
    "(No finding, no result, only a crash.)",
    "*Not a real issue: only in tests. In production it is one.*",
    "The author says: I withdraw this. But it still crashes.",
    "If the user says: I withdraw it, the money is booked twice.",
    "The comment says (this finding is withdrawn) but the bug is there.",
    "It would be wrong to say: not a finding after all.",
    "> I withdraw this finding.",
    "(Resolved)",
  ])("ordinary words: %s", (words) => {
    expect(withdrawn(words)).toBeUndefined();
  });
});

describe("odd containers and headings", () => {
  const inner = "## Executive Summary\n\nGood.\n\n## Suggestions\n\nS1. **A** — `a.go:1`\n\n```go\nx\n```\n\nMore.";

  test.each([
    ["one fence around everything", `\`\`\`\n${inner}\n\`\`\``],
    ["details", `<details>\n<summary>Full review</summary>\n\n${inner}\n</details>`],
    ["four spaces before every line", inner.replace(/^(?=.)/gm, "    ")],
    ["a block quote", inner.replace(/^/gm, "> ")],
    ["headings of nine signs", inner.replace(/^##/gm, "#########")],
    ["bold lines for headings", inner.replace(/^## (.*)$/gm, "**$1**")],
    ["list items for headings", inner.replace(/^## (.*)$/gm, "- **$1**")],
    ["Windows line ends", inner.replaceAll("\n", "\r\n")],
  ])("%s", (_, text) => {
    const review = read(text);
    expect(review.summary).toBe("Good.");
    expect(review.findings.map(({ id, body }) => [id, body])).toEqual([["ada:S1", "```go\nx\n```\n\nMore."]]);
    expect(review.unplaced).toEqual([]);
  });

  test("a fence that is never closed ends at the next section", () => {
    const review = read("## Suggestions\n\nS1. **A** — `a.go`\n\n```go\nx\n\n## Testing Assessment\n\nThin.");
    expect(review.findings[0]?.body).toBe("```go\nx\n```");
    expect(review.assessments[0]).toMatchObject({ section: "testing", text: "Thin." });
  });

  test("a heading in quoted Markdown is no section", () => {
    const review = read(
      "## Suggestions\n\nS1. **A** — `a.md`\n\n```markdown\n## Testing Assessment\n```\n\nIt is wrong.",
    );
    expect(review.assessments).toEqual([]);
    expect(review.findings[0]?.quotes).toEqual([{ language: "markdown", code: "## Testing Assessment" }]);
  });

  test("what a draft says twice and the review leaves out is kept twice, each under a name of its own", () => {
    const draft = inner.replace(
      "More.",
      "More.\n\nS1. **Another thing here** — `b.go:2`\n\nS1. **Some other matter** — `c.go:3`",
    );
    const review = read(`${draft}\n\nLet me write it again.\n\n${inner}`);
    expect(review.findings.map(({ label, title }) => [label, title])).toEqual([
      ["S1", "A"],
      ["S1~2", "Another thing here"],
      ["S1~3", "Some other matter"],
    ]);
  });

  test("a review written twice counts once; the draft is kept aside", () => {
    const review = read(`${inner}\n\nLet me write it again.\n\n${inner}`);
    expect(review.findings.map(({ id, lines }) => [id, lines.start])).toEqual([["ada:S1", 23]]);
    expect(review.unplaced.length).toBeGreaterThan(0);
    expect(review.unplaced.every(({ why }) => why.startsWith("a draft"))).toBe(true);
  });

  test("an unknown section is kept", () => {
    const { unplaced } = read("## Critical Issues\n\nNone.\n\n## Horoscope\n\nRetries rise.");
    const why = "a section that is not known: Horoscope";
    expect(unplaced).toEqual([{ reviewer: "ada", pass: 1, line: 7, text: "Retries rise.", why, mayHoldFinding: true }]);
  });

  test("a place on the line below the title counts", () => {
    expect(found("## Suggestions\n\n**S1 — Two clocks**\n`clock.go:3` vs `relay.go:8`\n\nThey differ.")).toEqual([
      "ada:S1 suggestion Two clocks @clock.go:3",
    ]);
  });

  test("the later form: a script that proves it, and its output", () => {
    const text =
      "## Important Issues\n\n### I1. Port is taken — `port.go:7` (important, regression)\n\n*(reasoned)* It races.\n\n```bash repro\ngo test ./port\n```\n\n```text repro-output\nFAIL\n```";
    expect(read(text).findings[0]).toMatchObject({
      id: "ada:I1",
      repros: [{ language: "bash", script: "go test ./port", output: "FAIL" }],
    });
  });

  test("nothing at all is an empty review", () => {
    expect(read("")).toEqual({ findings: [], observations: [], assessments: [], claims: [], unplaced: [] });
  });
});
