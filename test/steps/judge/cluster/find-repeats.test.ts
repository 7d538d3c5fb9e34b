import { describe, expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import { buildLedger } from "#model/ledger.ts";
import { reviewerId } from "#model/ids.ts";
import type { Severity } from "#model/severity.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { aFinding } from "../../../helpers/builders.ts";
import { judged } from "../../../helpers/judged.ts";

interface Draft {
  readonly title?: string;
  readonly body: string;
  readonly severity?: Severity;
  readonly line?: number;
  readonly pass?: number;
}

const draft = (id: string, { title = "Tokens never expire", severity, line = 12, ...over }: Draft): Finding =>
  aFinding({
    id,
    title,
    severity: severity ?? "important",
    quotes: [],
    fix: undefined,
    locations: [{ path: "src/session.ts", start: line, end: line }],
    ...over,
  });

const first = draft("ada:I1", {
  body: "The comparison uses the wrong unit, so a session of last year is still valid.",
});
const second = draft("ada:C1", {
  title: "`Tokens` never expire.",
  severity: "critical",
  body: "Seconds against milliseconds. Anybody with an old cookie gets in; logging out changes nothing about that.",
  pass: 2,
});

const groupsOf = (findings: readonly Finding[]): string[][] =>
  judged(findings)
    .map(({ members }) => members.map(({ finding }) => finding as string).sort())
    .sort();

describe("a reviewer that answers with two drafts", () => {
  test("is one voice for one problem; the worse rating counts, and both drafts are in the ledger", () => {
    const findings = [first, second];
    const clusters = judged(findings);
    expect(clusters).toHaveLength(1);
    const { members, credits, ruling, speaker } = clusters[0]!;
    expect(members.map(({ finding, share }) => [finding, share])).toEqual([
      ["ada:C1", "primary"],
      ["ada:I1", "duplicate"],
    ]);
    expect(credits).toEqual([{ reviewer: "ada" }]);
    expect(ruling).toMatchObject({ kind: "keep", severity: "critical" });
    expect(speaker).toBe("ada:C1");
    expect(buildLedger({ findings, clusters }).entries).toMatchObject([
      { finding: "ada:I1", fate: "dropped", reason: "duplicate-within-reviewer" },
      { finding: "ada:C1", fate: "kept", severity: "critical" },
    ]);
  });

  test("a milder second draft in the same answer does not replace the first: both are read, and are one problem", () => {
    const place = "`src/session.ts:12`";
    const text = [
      `## Critical Issues\n\nC1. **Tokens never expire** — ${place} (critical, regression)\n\n${second.body}`,
      `## Executive Summary\n\nOn a second look it is less.\n\n## Critical Issues\n\nNone.`,
      `## Important Issues\n\nI1. **Tokens never expire** — ${place} (important, regression)\n\n${first.body}`,
    ].join("\n\n");
    const { findings } = readReview(`## Executive Summary\n\nOne problem.\n\n${text}\n`, {
      reviewer: reviewerId("ada"),
      pass: 1,
    });
    expect(findings.map(({ severity }) => severity).sort()).toEqual(["critical", "important"]);
    expect(judged(findings)).toMatchObject([{ ruling: { severity: "critical" }, credits: [{ reviewer: "ada" }] }]);
  });

  test("five drafts are one problem, in any order", () => {
    const drafts = ["Units differ.", "Old cookies work.", "Nobody signs out.", "See the clock.", "Wrong factor."].map(
      (body, at) => draft(`ada:I${at + 1}`, { body }),
    );
    expect(groupsOf(drafts)).toHaveLength(1);
    expect(groupsOf(drafts.toReversed())).toEqual(groupsOf(drafts));
  });

  test("another title, another line or another reviewer is not a draft", () => {
    const other = { body: "Old cookies work." };
    expect(groupsOf([first, draft("ada:I2", { ...other, title: "Cookies lack a flag" })])).toHaveLength(2);
    expect(groupsOf([first, draft("ada:I2", { ...other, line: 80 })])).toHaveLength(2);
    const [cluster] = judged([first, second, aFinding({ ...first, id: "bo:I1", reviewer: "bo" })]);
    expect(cluster?.credits.map(({ reviewer }) => reviewer).sort()).toEqual(["ada", "bo"]);
  });

  test("findings without a place are drafts of one only if they name the same files", () => {
    const unplaced = (id: string, body: string): Finding => aFinding({ ...draft(id, { body }), locations: [] });
    const findings = [
      unplaced("ada:S1", "The parser in `parse.ts` has no test."),
      unplaced("ada:S2", "Nobody would notice if `parse.ts` lost a branch."),
      unplaced("ada:S3", "Rounding of amounts, `money.ts`, is never asserted anywhere."),
    ];
    expect(groupsOf(findings)).toEqual([["ada:S1", "ada:S2"], ["ada:S3"]]);
  });
});
