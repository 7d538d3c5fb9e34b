import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readReport, type ReadReport } from "#import/read-report/read-report.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/reports/${name}.md`, import.meta.url), "utf8");

function read(text: string): ReadReport {
  const result = readReport(text, "20260601-101500-pr-42");
  if (!result.ok) throw new Error(result.why);
  return result.report;
}

const lettered = read(fixture("lettered"));
const numbered = read(fixture("numbered"));

describe("the header", () => {
  test("fills scope and round", () => {
    expect(lettered.scope).toEqual({
      repository: { name: "example/hookrelay", url: "https://code.example/example/hookrelay" },
      pullRequest: {
        number: 42,
        title: "Retry failed deliveries",
        url: "https://code.example/example/hookrelay/pull/42",
      },
      author: { login: "sample-author", url: "https://code.example/sample-author" },
      branch: "retry-deliveries",
      head: "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
      commits: [
        { id: "1a2b3c4", subject: "Retry failed deliveries" },
        { id: "5d6e7f8", subject: "Split `a | b` queues" },
      ],
      files: [],
      hunks: [],
    });
    expect(lettered.round).toEqual({
      number: 2,
      stated: "2 (of PR #42)",
      date: "2026-06-01 10:15",
      wallClockSeconds: 3723,
    });
  });

  test("gives the verdict in its own words and, where it is one of ours, its kind", () => {
    expect(lettered.statedVerdict).toEqual({
      phrase: "Merge with fixes",
      kind: "merge-with-fixes",
      rationale: "I1 loses deliveries when `a || b` fails",
    });
    expect(numbered.statedVerdict).toEqual({ phrase: "Merge as-is", kind: "merge", rationale: "nothing blocks" });
  });

  test("keeps a field that has no place of its own", () => {
    expect(lettered.header).toEqual([{ key: "Mode", value: "Standard" }]);
  });
});

describe("the panel", () => {
  test("has any reviewers; those of one family get longer names and ids", () => {
    expect(lettered.reviewers.map(({ id, name, model, family }) => ({ id, name, model, family }))).toEqual([
      { id: "ada-pro", name: "Ada Pro", model: "2", family: "ada" },
      { id: "ada-mini", name: "Ada Mini", model: "2", family: "ada" },
      { id: "brook", name: "Brook", model: "7", family: "brook" },
      { id: "cove", name: "Cove", model: "3", family: "cove" },
    ]);
    expect(lettered.reviewers.map(({ effort }) => effort)).toEqual(["high", "low", undefined, undefined]);
  });

  test("has a reviewer that only the retro names", () => {
    const text = fixture("numbered")
      .replace(", Brook 7 |", " |")
      .replaceAll(/ ?\[Brook 7\]|, Brook 7\]/g, "]");
    expect(read(text).reviewers.map(({ id }) => id)).toEqual(["ada", "brook"]);
  });
});

describe("findings with letters", () => {
  test("keep their ids; numbered lists in a body are no findings", () => {
    expect(lettered.clusters.map(({ id, severity }) => `${id} ${severity}`)).toEqual([
      "I1 important",
      "I2 important",
      "S1 suggestion",
    ]);
    expect(lettered.clusters[0]?.statement.body).toContain("1. **Inner loop**");
  });

  test("say what their line says, in any order", () => {
    const [first, second, third] = lettered.clusters;
    expect(first?.statement).toMatchObject({
      title: "Retries never stop — even at `410`",
      locations: [
        { path: "src/deliver.ts", start: 41, end: 48 },
        { path: "src/deliver.ts", start: 60, end: 60 },
        { path: "src/queue.ts" },
      ],
      class: "regression",
      notes: ["Round 1 S2 unaddressed"],
    });
    expect(first?.credits).toEqual([{ reviewer: "ada-pro" }, { reviewer: "brook", note: "as S5" }]);
    expect(second?.carriedOver).toBe(true);
    expect(second?.statement.class).toBe("gap");
    expect(third?.credits.map(({ reviewer }) => reviewer)).toEqual(["ada-mini", "brook"]);
  });

  test("give up the parts of their body", () => {
    const statement = lettered.clusters[0]?.statement;
    expect(statement?.quotes).toEqual([{ language: "ts", code: "while (true) await send(delivery);" }]);
    expect(statement?.fix?.diffs).toEqual(["-while (true)\n+while (tries < 10)"]);
    expect(statement?.repros).toEqual([{ language: "bash", script: "./send --code 410", output: "tried 4000 times" }]);
  });

  test("count twice under one label when the report uses it twice", () => {
    const text = fixture("lettered").replace("I2. **The queue", "I1. **The queue");
    expect(read(text).clusters.map(({ id }) => id)).toEqual(["I1", "I1~2", "S1"]);
  });
});

describe("findings with numbers", () => {
  test("are labelled by severity; sub-lists and struck items are not counted", () => {
    expect(numbered.clusters.map(({ id, statement }) => `${id} ${statement.title}`)).toEqual([
      "I1 First problem",
      "I2 Third problem",
      "I3 Fourth problem",
      "S1 Rename it",
    ]);
  });

  test("keep one that the report marks invalid, and say so", () => {
    expect(numbered.clusters.map(({ invalid }) => invalid ?? false)).toEqual([false, true, false, false]);
  });

  test("have ranges with an en dash, and the place before the title", () => {
    expect(numbered.clusters[0]?.statement.locations).toEqual([{ path: "src/a.ts", start: 3, end: 5 }]);
    expect(numbered.clusters[3]?.statement.locations).toEqual([{ path: "src/c.ts", start: 12, end: 12 }]);
  });

  test("end at a known heading although a fence before it is open", () => {
    expect(numbered.clusters[3]?.statement.body).toBe("```\nlet x = 1;\n```");
    expect(numbered.retro?.paragraphs).toEqual([
      { reviewer: "ada", text: "Fine." },
      { reviewer: "brook", text: "Fine, too." },
    ]);
  });

  test("leave what stands among them, and the struck items, as prose of the section", () => {
    const among = numbered.sections.filter(({ title }) => title.endsWith("Findings"));
    expect(among).toEqual([
      { title: "Critical Findings", text: "None confirmed. Brook raised one; it was looked into and taken back." },
      { title: "Important Findings", text: "~~2. **Second problem** -- FIXED: now closed.~~" },
    ]);
  });
});

describe("raw reviews", () => {
  const run = (report: ReadReport, id: string) => report.runs.find(({ reviewer }) => reviewer === id);

  test("end at the next reviewer's heading, not at headings of their own", () => {
    expect(run(lettered, "ada-pro")?.text).toBe(
      "## Executive Summary\n\nEndless loop.\n\n## Resolution\n\nI would stop at 410.",
    );
  });

  test("come out of their container", () => {
    expect(run(lettered, "ada-mini")?.text).toBe("## Suggestions\n\nS1. **Name the limit** — `src/deliver.ts:9`");
    expect(run(numbered, "ada")?.text).toMatch(/^Everything read\.[^]*```ts\nopen\(\);\n```\n\nDone\.$/);
    expect(run(numbered, "brook")?.text).toBe("No findings.");
  });

  test("that are only a note say so and leave a gap", () => {
    expect(run(lettered, "brook")).toMatchObject({ outcome: "completed", textStatus: "pointer" });
    expect(run(lettered, "cove")).toMatchObject({ outcome: "failed", textStatus: "absent", message: "429 capacity" });
    expect(lettered.gaps).toEqual(["brook: raw review is only a pointer to a temporary file", "cove: failed"]);
  });

  test("take duration and tool calls from the retro", () => {
    expect(lettered.runs.map(({ durationSeconds }) => durationSeconds)).toEqual([573, 447, 510, undefined]);
    expect(run(lettered, "ada-pro")?.toolCalls).toEqual({
      total: 88,
      kinds: [
        { name: "Bash", count: 39 },
        { name: "Read", count: 28 },
      ],
    });
  });
});

describe("the rest", () => {
  test("keeps prose by section, in the report's order", () => {
    expect(lettered.sections.map(({ key, title }) => key ?? title)).toEqual([
      "summary",
      "design",
      "testing",
      "limitations",
    ]);
    expect(lettered.processNotes).toContain("at-least-once");
  });

  test("reads design observations with kind, scope and credits", () => {
    expect(lettered.observations.map(({ id, kind, scope, credits }) => ({ id, kind, scope, credits }))).toEqual([
      { id: "D1", kind: "concern", scope: "future", credits: ["ada-pro", "brook"] },
      { id: "D2", kind: "strength", scope: undefined, credits: ["brook"] },
    ]);
  });

  test("reads earlier findings and what became of them", () => {
    expect(lettered.previous.map(({ ref, status }) => `${ref} ${status}`)).toEqual(["I1 fixed", "S2 open"]);
  });

  test("reads decisions of the resolution and of earlier rounds", () => {
    expect(lettered.decisions).toEqual([
      {
        kind: "fixed",
        action: "Fixed",
        about: { kind: "finding", cluster: "I1", text: "Important #1: Retries never stop" },
        source: "resolution",
      },
      {
        kind: "declined",
        action: "Skipped (by design)",
        about: { kind: "finding", cluster: "S1", text: "Suggestion #1: Name the limit" },
        reason: "by design",
        source: "resolution",
      },
      {
        kind: "fixed",
        action: "Test written",
        about: { kind: "testing", text: "Testing Gap #1: limit" },
        reason: "Covers 410 and 500",
        source: "resolution",
      },
      {
        kind: "declined",
        action: "declined Round 1",
        about: { kind: "finding", text: "Backoff has no jitter" },
        reason: "one sender only.",
        source: "earlier-rounds",
      },
    ]);
    expect(lettered.resolution).toEqual({
      fields: [
        { key: "Addressed", value: "2026-06-02" },
        { key: "Commit", value: "`9f8e7d6 Stop at 410`" },
      ],
      notes: "Notes: the queue comes next.",
    });
  });

  test("tells what the reconciliation says of each raw finding", () => {
    expect(
      lettered.reconciliation?.notes.map(({ reviewer, label, what, targets }) => ({ reviewer, label, what, targets })),
    ).toEqual([
      { reviewer: "brook", label: "C1", what: "rerated", targets: ["I1"] },
      { reviewer: "brook", label: "I2", what: "dropped", targets: [] },
    ]);
  });

  test("keeps the retro as written, and what else is said there", () => {
    expect(lettered.retro?.columns).toEqual(["ada-pro", "ada-mini", "brook", "cove"]);
    expect(lettered.retro?.rows.map(({ label }) => label)).toEqual(["Duration", "Findings", "Tool calls", "Totals"]);
    expect(lettered.retro?.overall).toBe("Ada Pro 2 gave most.");
  });

  test("keeps text before the first section as unplaced", () => {
    const text = fixture("lettered").replace("---\n\n## Executive", "Written in haste.\n\n## Executive");
    expect(read(text).unplaced).toEqual([
      { line: 18, text: "Written in haste.", why: "stands before the first section" },
    ]);
  });
});

describe("an architecture review", () => {
  const text = [
    "# Architecture Review: hookrelay",
    "Date: 2026-03-21",
    "## Scope",
    "The whole tree.",
    "## Findings",
    "### 1. Global state",
    "Severity: High",
    "Evidence:",
    "- `src/state.ts:4-9` holds it",
    "Recommendation:",
    "Pass it in, as `src/main.ts` does.",
    "### 2. Hidden order",
    "Severity: Medium",
    "Modules must load in order.",
  ].join("\n\n");

  test("has problems on its own scale", () => {
    const report = read(text);
    expect(report.kind).toBe("architecture");
    expect(report.clusters.map(({ id, severity, statement }) => [id, severity, statement.writtenSeverity])).toEqual([
      ["F1", "important", "High"],
      ["F2", "suggestion", "Medium"],
    ]);
    expect(report.clusters[0]?.statement.locations).toEqual([{ path: "src/state.ts", start: 4, end: 9 }]);
  });
});

describe("a text that is no report", () => {
  test.each([
    ["", "it has no headings"],
    ["Just words.", "it has no headings"],
    ["# Notes\n\nWords.", "it has no sections"],
    ["# Notes\n\n## Ideas\n\nWords.", 'its heading does not say "Deep Review", and it has no list of reviewers'],
    [
      "## Important Issues\n\nI1. **x** — `a.ts`\n\n## Suggestions\n\nNone.",
      'its heading does not say "Deep Review", and it has no list of reviewers',
    ],
  ])("comes back with the reason: %j", (text, why) => {
    expect(readReport(text, "x")).toEqual({ ok: false, why });
  });
});
