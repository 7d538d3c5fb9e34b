import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { findingGroundingSchema } from "#model/grounding.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { checkAll } from "../../../bench/merge/check-all.ts";
import { checkReport } from "../../../bench/merge/check-report.ts";
import {
  aClaim,
  aCluster,
  aFailedRun,
  aFinding,
  anObservation,
  aReview,
  aReviewer,
  aRun,
  aStatement,
} from "../../helpers/builders.ts";
import { describeWithCorpus } from "../../helpers/corpus.ts";
import { aPrevious, aThirdRound } from "../../helpers/third-round.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../helpers/hostile.ts";

const rendered = (review: Review): string => renderMarkdown(buildReport(review));

function imported(folder: string, name: string): string {
  const text = readFileSync(new URL(`../../../${folder}/${name}.md`, import.meta.url), "utf8");
  const result = importReport(text, name);
  if (!result.ok) throw new Error(result.why);
  return rendered(result.review);
}

/** A round of our own in which everything happens that a report can count. */
const round = rendered(
  aReview({
    origin: { kind: "round", tool: "deep-review 0" },
    reviewers: ["claude", "codex", "gemini"].map((id) => aReviewer({ id })),
    runs: [aRun(), aRun({ reviewer: "codex" }), aFailedRun({ reviewer: "gemini" })],
    findings: ["claude:C1", "claude:I1", "claude:S1", "claude:S2", "codex:I1", "codex:S1", "codex:S2", "codex:S3"].map(
      (id) => aFinding({ id }),
    ),
    clusters: [
      aCluster({ id: "I1", members: ["claude:C1", "codex:I1"], statement: aStatement() }),
      aCluster({ id: "I2", members: ["claude:I1"], statement: aStatement({ locations: [{ path: "src/server.ts" }] }) }),
      aCluster({
        id: "S1",
        members: [
          "codex:S1",
          { finding: "codex:S2", share: "duplicate" },
          { finding: "claude:I1", share: "secondary" },
        ],
        statement: aStatement(),
      }),
      aCluster({ id: "R1", members: ["claude:S1"] }),
      aCluster({ id: "X1", members: ["claude:S2", "codex:S3"] }),
    ],
    observations: [anObservation(), anObservation({ id: "claude:D2", kind: "strength" })],
    receipt: {
      claims: [aClaim(), aClaim({ reviewer: "codex" }), aClaim({ path: "src/deliver.ts", claim: "findings" })],
      readings: [],
    },
    groundings: ["claude:C1", "codex:S1"].map((finding) =>
      findingGroundingSchema.parse({
        finding,
        commit: "9f2c4e6",
        summary: { status: "grounded", why: "" },
        places: [
          { cited: { path: "src/deliver.ts" }, status: "exists", why: "" },
          { cited: { path: "src/gone.ts" }, status: "missing", why: "" },
        ],
        quotes: [
          { status: "moved", to: { start: 3, end: 4 }, why: "" },
          { status: "unsupported", why: "" },
        ],
        class: { differs: false, why: "" },
        fixes: [],
        claims: [],
      }),
    ),
    sections: [
      {
        key: "summary",
        title: "Executive Summary",
        text: "Reviewed: the change. 2 files read line by line.\n\nThe panel raises 3 findings.",
      },
    ],
    gaps: ["gemini: failed"],
  }),
);

const PANEL = ["claude", "codex", "gemini", "brook"];

/** Three reviewers that agree on much: enough to reckon what nobody has seen. */
function overlapping(): Review {
  const seen = ["abc", "ab", "ac", "b", "c", "a", "abc", "b", "c", "ab", "a"];
  return panelReview(
    seen.map((who, at) => ({
      outcome: "keep",
      severity: at % 2 === 0 ? "important" : "suggestion",
      members: ["a", "b", "c"].map((one) => (who.includes(one) ? "important" : "")),
    })),
  );
}

const REPORTS: Readonly<Record<string, string>> = {
  "a round": round,
  "a later round": rendered(aThirdRound()),
  "a round with much overlap": rendered(overlapping()),
  "the sample": imported("test/fixtures/sample", "20261102-091500-pr-42"),
  "a lettered report": imported("test/fixtures/reports", "lettered"),
  "a numbered report": imported("test/fixtures/reports", "numbered"),
};

describe("a report that we render", () => {
  test.each(Object.keys(REPORTS))("adds up: %s", (name) => {
    expect(checkReport(REPORTS[name] ?? "")).toEqual([]);
  });

  test.each(Object.keys(HOSTILE_TEXTS))("adds up with hostile text in it: %s", (name) => {
    const text = HOSTILE_TEXTS[name as keyof typeof HOSTILE_TEXTS];
    expect(checkReport(rendered(aHostileReview(text)))).toEqual([]);
  });

  test("adds up whatever the reviewers rated, the panel joined and the rulings were", () => {
    const outcome = fc.constantFrom("keep", "route", "drop");
    const severity = fc.constantFrom("critical", "important", "suggestion");
    const cluster = fc.record({ outcome, severity, members: fc.array(severity, { minLength: 1, maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(cluster, { maxLength: 8 }), (clusters) => {
        expect(checkReport(rendered(panelReview(clusters)))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

interface Draft {
  readonly outcome: string;
  readonly severity: string;
  /** What each reviewer of the panel claims, in panel order. */
  readonly members: readonly string[];
}

function panelReview(drafts: readonly Draft[]): Review {
  const counters = new Map<string, number>();
  const next = (key: string): number => {
    counters.set(key, (counters.get(key) ?? 0) + 1);
    return counters.get(key) ?? 0;
  };
  const findings: Review["findings"][number][] = [];
  const clusters = drafts.map(({ outcome, severity, members }) => {
    const letter = outcome === "keep" ? severity.charAt(0).toUpperCase() : outcome === "route" ? "R" : "X";
    const ids = members.flatMap((claimed, at) => {
      if (claimed === "") return [];
      const reviewer = PANEL[at] ?? "claude";
      const mark = claimed.charAt(0).toUpperCase();
      const finding = aFinding({ id: `${reviewer}:${mark}${next(`${reviewer}${mark}`)}` });
      findings.push(finding);
      return finding.id;
    });
    return aCluster({ id: `${letter}${next(letter)}`, members: ids });
  });
  return aReview({ reviewers: PANEL.map((id) => aReviewer({ id })), findings, clusters });
}

describe("the checker", () => {
  /** Every number in a place that is counted again: where it stands and what it is. */
  const spots = Object.entries(REPORTS).flatMap(([name, text]) =>
    countedNumbers(text).map((spot) => ({ name, text, ...spot })),
  );

  test("knows enough places to be worth something", () => {
    expect(spots.length).toBeGreaterThan(400);
  });

  test("catches any number that is changed in a place it counts", () => {
    fc.assert(
      fc.property(fc.constantFrom(...spots), fc.nat(40), ({ text, at, length }, number) => {
        const before = text.slice(at, at + length);
        fc.pre(String(number) !== before);
        const changed = `${text.slice(0, at)}${number}${text.slice(at + length)}`;
        const line = changed.slice(changed.lastIndexOf("\n", at) + 1, changed.indexOf("\n", at));
        expect(checkReport(changed), `${before} became ${number}: ${line}`).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a finding is left out of the list", /^I1\. \*\*.*$/m, "", "findings: listed"],
    ["a finding is lost from the ledger", /^\| codex:I1 .*\n/m, "", "rulings, I1: members"],
    ["a finding is accounted for twice", /^(\| codex:I1 .*\n)/m, "$1$1", "accounted for twice"],
    ["a reviewer is not named on its finding", / \[Codex GPT 5\.5\]$/m, "", "Codex GPT 5.5 is not named"],
    ["a severity is another one in the ledger", /keep as suggestion/, "keep as important", "keep as important"],
    ["a sentence is missing", / Of \d+ files? that it called[^.]*\./, "", "says nothing of the files"],
    ["a row is missing", /^\| Alone .*\n/m, "", "the row Alone is missing"],
    ["a merged finding hides a member", /^ {2}- codex:I1.*\n/m, "", "merged: I1 lists 1 of 2 members"],
    ["a place is said to exist", /exists, missing/, "exists, exists", "cited places"],
  ])("says it when %s", (_, from, to, difference) => {
    expect(round).toMatch(from);
    expect(checkReport(round.replace(from, to)).join("\n")).toContain(difference);
  });

  test("reads anything without a fault", () => {
    expect(checkReport("")).toEqual([]);
    expect(checkReport("# Deep Review: x\n\n## Ledger\n\n| Finding |\n|---|\n| a |")).not.toEqual([]);
  });
});

describeWithCorpus("the usable reports of the corpus", () => {
  test("contradict themselves nowhere", () => {
    const { reports, contradictions } = checkAll();
    expect(reports).toBe(55);
    expect(contradictions).toEqual([]);
  });
});

/** The numbers of the computed retro, the ledger's first columns, the lines of findings and what else is recomputed. */
function countedNumbers(text: string): { at: number; length: number }[] {
  const spots: { at: number; length: number }[] = [];
  let part = "";
  let start = 0;
  for (const line of text.split("\n")) {
    part = /^#{2,3} (.*)$/.exec(line)?.[1] ?? part;
    if (part.startsWith("Appendix")) break;
    for (const [, from, to] of counted(part, line)) {
      for (const { 0: number, index } of line.slice(from, to).matchAll(/\d+/g)) {
        spots.push({ at: start + from + index, length: number.length });
      }
    }
    start += line.length + 1;
  }
  return spots;
}

/** A round number and the numbers behind the review's id; the total of a round that tells no more stands alone. */
function trendCells(line: string): [string, number, number][] {
  const [start = 0, from = 0] = [...line.matchAll(/\|/g)].slice(1).map(({ index }) => index);
  const numbers: [string, number, number][] = line.includes("—") ? [] : [["numbers", from, line.length]];
  return [["round", 0, start], ...numbers];
}

/** The table, and the sentence but for its 95 % and for the reason why there is no estimate. */
function unseenNumbers(line: string): [string, number, number][] {
  if (/^\| (?:all|critical|suggestions) /.test(line)) return [["row", 0, line.length]];
  if (!/^\d+ independent/.test(line)) return [];
  const end = line.includes("cannot be estimated") ? line.indexOf("How many") : line.length;
  const stretches: [string, number, number][] = [];
  for (const { 0: text, index } of line.slice(0, end).matchAll(/95 %|(?:(?!95 %).)+/g))
    if (text !== "95 %") stretches.push(["sentence", index, index + text.length]);
  return stretches;
}

/** Which stretches of a line are counted again. */
function counted(part: string, line: string): [string, number, number][] {
  const whole: [string, number, number][] = [["whole", 0, line.length]];
  const upTo = (pattern: RegExp): [string, number, number][] => [["start", 0, pattern.exec(line)?.[0].length ?? 0]];
  if (part === "Computed summary") return /^\| (?:Duration|Tool calls) /.test(line) ? [] : whole;
  if (part === "Earlier Findings") return line.startsWith("Round ") ? whole : [];
  if (part === "Where Findings Come From") return upTo(/^- [CISFRX]\d+(?= \()/);
  if (part === "Trend over Rounds")
    return /^\| \d/.test(line) ? trendCells(line) : line.startsWith("Another") ? whole : [];
  if (part === "Probably Unseen") return unseenNumbers(line);
  if (part.startsWith("Where the written") || part === "Verdict by Rule") return line.startsWith("#") ? [] : whole;
  // Finding, claimed, became, cluster; or cluster, ruling, members.
  if (part === "Ledger") return upTo(/^\|(?: [a-z-]+:\S+ \|[^|]*\|[^|]*\|[^|]*\|| [CISFRX]\d+ \|[^|]*\|[^|]*\|)/);
  if (part === "Moved and Dropped Findings") return upTo(/^- [RX]\d+/);
  if (part === "Observations Raised") return upTo(/^\| \S+:D\d+/);
  if (part === "File Coverage" && line.startsWith("| `")) {
    const from = line.split("|").slice(0, -3).join("|").length;
    return [["ids", from, line.length]];
  }
  if (/Issues$|^Suggestions$/.test(part)) return upTo(/^[CIS]\d+(?=\. \*\*)/);
  return [];
}

describe("a verdict that counts earlier findings", () => {
  const previous = [
    aPrevious(1, "C1", { title: "Queue", severity: "critical", status: "unknown", text: "Said." }),
    aPrevious(1, "C2", { title: "Port", severity: "critical", status: "open", text: "Said.", raisedAgain: ["S1"] }),
    aPrevious(2, "C1", { title: "Log", severity: "critical", status: "fixed", text: "Said." }),
  ] as Review["previous"];
  const { clusters, runs } = aThirdRound();
  const verdict = decideVerdict(clusters, runs, { previous });
  const text = rendered(aThirdRound({ previous, verdict }));

  test("agrees with the table of earlier findings", () => {
    expect(verdict.because).toBe("R1.C2 is critical and still open; R1.C1 is critical and may still be open");
    expect(text).toContain(verdict.because);
    expect(checkReport(text)).toEqual([]);
  });

  test("is told when it names another one, or leaves one out", () => {
    for (const because of [
      verdict.because.replace("R1.C2", "R2.C1"),
      verdict.because.replace(/;.*/, ""),
      verdict.because.replace("may still be", "still"),
    ])
      expect(checkReport(text.replaceAll(verdict.because, because))).not.toEqual([]);
  });
});
