import { describe, expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { type FindingGrounding, findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { buildLedger } from "#model/ledger.ts";
import { type Verification, verificationSchema } from "#model/panel/verification.ts";
import { findRefutation } from "#steps/judge/ruling/find-refutation.ts";
import { aCluster, aFinding, aReviewer } from "../../../helpers/builders.ts";
import { judged } from "../../../helpers/judged.ts";

const GROUNDED: Grounding = { status: "grounded", why: "it stands there" };
const UNSUPPORTED: Grounding = { status: "unsupported", why: "it stands nowhere" };

function aVerification(claim: string, over: object = {}): Verification {
  const defaults = {
    claim,
    findings: [claim],
    verifier: aReviewer({ id: "gemini" }),
    answer: "refuted",
    proofs: [{ kind: "quote", code: "if (status === 410) return;", grounding: GROUNDED }],
    because: "410 ends the loop",
  };
  return verificationSchema.parse({ ...defaults, ...over });
}

function grounded(finding: string, summary: Grounding): FindingGrounding {
  const rest = { commit: "9f2c4e6", places: [], quotes: [], class: { differs: false, why: "" }, fixes: [], claims: [] };
  return findingGroundingSchema.parse({ finding, summary, ...rest });
}

interface Case {
  readonly clusters?: readonly RuledCluster[];
  readonly verifications?: readonly Verification[];
  readonly groundings?: readonly FindingGrounding[];
  readonly quotes?: readonly { readonly code: string }[];
}

const FINDINGS = ["claude:I1", "claude:I2", "claude:C1", "codex:I1"];

/** Which finding of each problem falls, and why. */
function refuted({ clusters, verifications = [aVerification("claude:I1")], groundings, quotes = [] }: Case) {
  const status: Grounding = quotes.length === 0 ? { status: "unchecked", why: "" } : UNSUPPORTED;
  const checks = groundings ?? FINDINGS.map((id) => grounded(id, status));
  const raised = FINDINGS.map((id) => ({
    finding: aFinding({ id, quotes }),
    grounding: checks.find(({ finding }) => finding === id),
  }));
  const given =
    clusters ?? FINDINGS.map((id, at) => aCluster({ id: id.includes("C") ? "C1" : `I${at + 1}`, members: [id] }));
  const problems = given.map((cluster) => ({ ...cluster, speaker: cluster.members[0]!.finding }));
  return problems.flatMap((problem) => {
    const because = findRefutation(problem, { problems, raised, verifications });
    return because === undefined ? [] : [[problem.speaker, because]];
  });
}

describe("a refutation with code that stands", () => {
  test("drops what one reviewer says without showing anything", () => {
    expect(refuted({})).toEqual([
      ["claude:I1", expect.stringContaining("Gemini 3.1 Pro refutes it with code that stands at the commit")],
    ]);
  });

  test("drops what quotes code that stands nowhere", () => {
    expect(refuted({ quotes: [{ code: "invented();" }] })).toEqual([["claude:I1", expect.any(String)]]);
  });

  test.each<[string, Case]>([
    ["its own code stands", { quotes: [{ code: "x();" }], groundings: [grounded("claude:I1", GROUNDED)] }],
    [
      "half of its code stands",
      {
        quotes: [{ code: "x();" }],
        groundings: [grounded("claude:I1", { status: "partial", found: 1, of: 2, why: "" })],
      },
    ],
    ["nothing is known of its code", { quotes: [{ code: "x();" }], groundings: [] }],
    ["two reviewers say it", { clusters: [aCluster({ members: ["claude:I1", "codex:I1"] })] }],
    [
      "it is critical",
      { clusters: [aCluster({ id: "C1", members: ["claude:C1"] })], verifications: [aVerification("claude:C1")] },
    ],
    [
      "its finder called it critical",
      { clusters: [aCluster({ id: "I1", members: ["claude:C1"] })], verifications: [aVerification("claude:C1")] },
    ],
    [
      "another verifier confirms it",
      { verifications: [aVerification("claude:I1"), aVerification("claude:I1", { answer: "confirmed" })] },
    ],
    [
      "some of what the verifier quotes stands nowhere",
      {
        verifications: [
          aVerification("claude:I1", {
            proofs: [
              { kind: "quote", code: "if (status === 410) return;", grounding: GROUNDED },
              { kind: "quote", code: "if (status === 411) return;", grounding: UNSUPPORTED },
            ],
          }),
        ],
      },
    ],
    [
      "the verifier only tells of a command",
      {
        verifications: [
          aVerification("claude:I1", { proofs: [{ kind: "command", command: "node x", output: "fine" }] }),
        ],
      },
    ],
    [
      "it feeds another problem too",
      {
        clusters: [
          aCluster({ id: "I1", members: ["claude:I1"] }),
          aCluster({
            id: "I2",
            members: ["codex:I1", { finding: "claude:I1", share: "secondary", because: "speaks of this too" }],
          }),
        ],
      },
    ],
  ])("keeps it when %s", (_, given) => {
    expect(refuted(given)).toEqual([]);
  });
});

test("a problem that falls has its number among the dropped ones, and the others close the gap", () => {
  const titles = ["`send` never stops", "`open` leaks a handle", "`sign` uses md5"];
  const findings = titles.map((title, at) =>
    aFinding({ id: `claude:I${at + 1}`, title, body: title, locations: [{ path: `src/${at}.ts`, start: 1, end: 1 }] }),
  );
  const groundings = findings.map(({ id }) => grounded(id, { status: "unchecked", why: "" }));
  const clusters = judged(findings, { groundings, verifications: [aVerification("claude:I1")] });
  expect(clusters.map(({ id, speaker, ruling }) => [id, speaker, ruling.kind])).toEqual([
    ["I1", expect.any(String), "keep"],
    ["I2", expect.any(String), "keep"],
    ["X1", "claude:I1", "drop"],
  ]);
  expect(clusters.at(-1)?.ruling).toMatchObject({ reason: "refuted", author: { kind: "program" } });
  buildLedger({ findings, clusters });
});
