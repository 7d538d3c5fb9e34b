import { describe, expect, test } from "vitest";
import { type FindingGrounding, findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { type Demonstration, type Verification, verificationSchema } from "#model/panel/verification.ts";
import { weighEvidence } from "#steps/build-report/build-finding.ts";
import { aReport, aReviewer } from "../../helpers/builders.ts";

function aGrounding(finding: string, summary: Grounding, over: object = {}): FindingGrounding {
  const defaults = {
    finding,
    commit: "9f2c4e6",
    summary,
    places: [],
    quotes: [],
    class: { differs: false, why: "" },
    fixes: [],
    claims: [],
  };
  return findingGroundingSchema.parse({ ...defaults, ...over });
}

const GROUNDED: Grounding = { status: "grounded", why: "it stands there" };
const UNSUPPORTED: Grounding = { status: "unsupported", why: "it stands nowhere" };

function weigh(...groundings: readonly FindingGrounding[]) {
  const members = groundings.map(({ finding }) => finding);
  const quotes = [{ code: "retry();" }];
  return weighEvidence({ review: { groundings }, problem: { quotes, repros: [] }, members, excerpts: [] });
}

describe("the evidence of a cluster", () => {
  test("is the best grounding of its findings", () => {
    const evidence = weigh(aGrounding("claude:I1", UNSUPPORTED), aGrounding("codex:S1", GROUNDED));
    expect(evidence).toMatchObject({ level: "checked", text: "it stands there", remarks: [] });
    expect(weigh(aGrounding("claude:I1", UNSUPPORTED)).level).toBe("unsupported");
  });

  test("is no more than quoted when the quote stands in several places or only in part", () => {
    const ambiguous: Grounding = { status: "ambiguous", candidates: [], why: "it stands 3 times" };
    expect(weigh(aGrounding("claude:I1", ambiguous))).toMatchObject({ level: "quoted", text: "it stands 3 times" });
    const partial: Grounding = { status: "partial", found: 3, of: 5, why: "3 of 5 lines" };
    expect(weigh(aGrounding("claude:I1", partial)).level).toBe("quoted");
  });

  test("does not count findings of other clusters", () => {
    const groundings = [aGrounding("claude:I1", GROUNDED)];
    const problem = { quotes: [], repros: [] };
    expect(weighEvidence({ review: { groundings }, problem, members: [], excerpts: [] }).level).toBe("asserted");
  });

  test("says where class, fix or claim are not as said", () => {
    const { remarks } = weigh(
      aGrounding("claude:I1", GROUNDED, {
        class: { computed: "gap", claimed: "regression", differs: true, why: "called a regression, but untouched" },
        fixes: [
          { status: "fails", why: "it does not apply to a.ts" },
          { status: "unchecked", why: "no place" },
        ],
        claims: [
          {
            claim: "unused",
            subject: "retry",
            words: "`retry` is unused",
            answer: "contradicted",
            mentions: [],
            why: "code uses retry once",
          },
        ],
      }),
    );
    expect(remarks.map(({ text }) => text)).toEqual([
      "called a regression, but untouched",
      "the proposed fix: it does not apply to a.ts",
      '"`retry` is unused": contradicted, code uses retry once',
    ]);
  });
});

const QUOTE = { kind: "quote", code: "while (true) retry();", grounding: GROUNDED };
const COMMAND = { kind: "command", command: "node retry.js", output: "tried 9 times" };

function aVerification(over: object = {}): Verification {
  const verifier = aReviewer({ id: "gemini" });
  const defaults = { claim: "claude:I1", findings: ["claude:I1"], verifier, answer: "confirmed", proofs: [QUOTE] };
  return verificationSchema.parse({ ...defaults, because: "it never stops", ...over });
}

const RUN: Demonstration = {
  finding: aVerification().claim,
  script: "node retry.js",
  command: ["bash"],
  runs: [],
  outcome: "shown",
  why: "it prints what the finding says",
};

function rung(over: {
  readonly verifications?: readonly Verification[];
  readonly demonstrations?: readonly Demonstration[];
  readonly grounding?: FindingGrounding;
  readonly output?: string;
}) {
  const { grounding = aGrounding("claude:I1", GROUNDED), output, ...trials } = over;
  return weighEvidence({
    review: { groundings: [grounding] },
    problem: {
      quotes: [{ code: "retry();" }],
      repros: output === undefined ? [] : [{ script: "node retry.js", output }],
    },
    members: [grounding.finding],
    excerpts: [],
    ...trials,
  });
}

describe("the ladder of a round of our own", () => {
  test("ends at checked without verifier and repro; nothing is said of verification", () => {
    expect(rung({})).toMatchObject({ level: "checked", verified: undefined, brief: [] });
  });

  test("is not climbed by a claim that the code contradicts", () => {
    const claims = [
      { claim: "unused", subject: "retry", words: "unused", answer: "contradicted", mentions: [], why: "used once" },
    ];
    const evidence = rung({ grounding: aGrounding("claude:I1", GROUNDED, { claims }) });
    expect(evidence).toMatchObject({
      level: "quoted",
      text: 'it stands there, but the code contradicts "unused": used once',
    });
  });

  test("is not climbed by a script's output, which is its author's word", () => {
    expect(rung({ output: "tried 9 times" })).toMatchObject({
      level: "checked",
      text: "it stands there; the output of its script is its author's word",
    });
  });

  test("reaches confirmed when another vendor's agent gives code that stands", () => {
    expect(rung({ verifications: [aVerification()] })).toMatchObject({
      level: "confirmed",
      text: "Gemini 3.1 Pro, of another vendor, confirms it with code that stands at the commit",
      verified: { state: "confirmed" },
      brief: ["confirmed by Gemini 3.1 Pro"],
    });
  });

  test("stays where it is when the confirmation rests on the verifier's word", () => {
    expect(rung({ verifications: [aVerification({ proofs: [COMMAND] })] })).toMatchObject({
      level: "checked",
      verified: { state: "confirmed", text: "confirmed by Gemini 3.1 Pro by a command whose output is its own word" },
    });
  });

  test("stays where it is when another verifier refutes it", () => {
    const verifications = [aVerification(), aVerification({ answer: "refuted", verifier: aReviewer({ id: "codex" }) })];
    expect(rung({ verifications })).toMatchObject({
      level: "checked",
      verified: { state: "refuted", text: "refuted by Codex GPT 5.5, confirmed by Gemini 3.1 Pro" },
    });
  });

  test.each([
    ["failed", "unverified: the verifier failed"],
    ["timeout", "unverified: the verifier ran out of time"],
    ["unreadable", "unverified: the verifier gave no clear answer"],
    ["no-verifier", "unverified: no verifier of another vendor"],
    ["limit", "unverified: the limit of verifications was reached"],
  ])("says unverified where there is no answer: %s", (silence, text) => {
    const verifications = [aVerification({ answer: "none", silence, proofs: [] })];
    expect(rung({ verifications })).toMatchObject({
      level: "checked",
      verified: { state: "unverified", text },
      brief: [text],
    });
  });

  test("reaches demonstrated when a repro that we ran shows it", () => {
    expect(rung({ demonstrations: [RUN] })).toMatchObject({
      level: "shown",
      text: "we ran its repro: it prints what the finding says",
      remarks: [],
    });
    const failed = rung({ demonstrations: [{ ...RUN, outcome: "not-shown", why: "it prints nothing" }] });
    expect(failed).toMatchObject({ level: "checked", brief: ["repro run by us: not shown"] });
    expect(failed.remarks.map(({ text }) => text)).toEqual(["its repro: it prints nothing"]);
  });
});

test("a refuted finding that is kept is contested, with both sides, and still decides the verdict", () => {
  const report = aReport({ verifications: [aVerification({ answer: "refuted", because: "410 ends the loop" })] });
  expect(report.kept[0]?.contested).toEqual({
    why: "a verifier of another vendor refutes it",
    sides: [
      { says: "reports: Retries never stop for a subscriber that is gone", reviewers: ["claude", "codex"] },
      { says: "refutes: 410 ends the loop", reviewers: ["gemini"] },
    ],
  });
  expect(report.verdict.kind).toBe("merge-with-fixes");
});
