import { describe, expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { type FindingGrounding, findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { buildLedger } from "#model/ledger.ts";
import { type Verification, verificationSchema } from "#model/panel/verification.ts";
import { applyVerifications } from "#steps/verify-findings/apply-verifications.ts";
import { aCluster, aFinding, aReviewer } from "../../helpers/builders.ts";

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

function apply({ clusters, verifications, groundings, quotes = [] }: Case) {
  const findings = FINDINGS.map((id) => aFinding({ id, quotes }));
  const before =
    clusters ?? FINDINGS.map((id, at) => aCluster({ id: id.includes("C") ? "C1" : `I${at + 1}`, members: [id] }));
  const applied = applyVerifications(before, {
    verifications: verifications ?? [aVerification("claude:I1")],
    findings,
    reviewers: [],
    groundings:
      groundings ??
      FINDINGS.map((id) => grounded(id, quotes.length === 0 ? { status: "unchecked", why: "" } : UNSUPPORTED)),
  });
  // Whatever happens, the account still adds up.
  const inside = findings.filter(({ id }) =>
    applied.some(({ members }) => members.some(({ finding }) => finding === id)),
  );
  buildLedger({ findings: inside, clusters: applied, imported: false });
  return applied;
}

const fates = (clusters: readonly RuledCluster[]) =>
  clusters.map(({ id, members, ruling }) => [id, members[0]?.finding, ruling.kind]);

describe("a refutation with code that stands", () => {
  test("drops what one reviewer says without showing anything, and closes the gap in the ids", () => {
    const applied = apply({});
    expect(fates(applied)).toEqual([
      ["C1", "claude:C1", "keep"],
      ["I1", "claude:I2", "keep"],
      ["I2", "codex:I1", "keep"],
      ["X1", "claude:I1", "drop"],
    ]);
    expect(applied.at(-1)?.ruling).toMatchObject({
      reason: "refuted",
      because: expect.stringContaining("Gemini 3.1 Pro refutes it with code that stands at the commit"),
    });
  });

  test("drops what quotes code that stands nowhere", () => {
    expect(fates(apply({ quotes: [{ code: "invented();" }] })).at(-1)).toEqual(["X1", "claude:I1", "drop"]);
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
    expect(apply(given).every(({ ruling }) => ruling.kind === "keep")).toBe(true);
  });
});

describe("a confirmation with code that stands", () => {
  const order = (verifications: readonly Verification[]) =>
    apply({
      clusters: [aCluster({ id: "I1", members: ["claude:I1"] }), aCluster({ id: "I2", members: ["claude:I2"] })],
      verifications,
    }).map(({ members }) => members[0]?.finding);

  test("moves a problem up", () => {
    expect(order([])).toEqual(["claude:I1", "claude:I2"]);
    expect(order([aVerification("claude:I2", { answer: "confirmed" })])).toEqual(["claude:I2", "claude:I1"]);
  });

  test("moves nothing when the answer tells nothing", () => {
    const verifications = [
      aVerification("claude:I2", { answer: "cannot-tell" }),
      aVerification("claude:I2", { answer: "none", silence: "timeout", proofs: [] }),
    ];
    expect(order(verifications)).toEqual(["claude:I1", "claude:I2"]);
  });
});

test("a verification belongs to the cluster where its finding ended, whatever joined it since", () => {
  const verifications = [aVerification("claude:I1", { answer: "confirmed", findings: ["claude:I1"] })];
  const clusters = [
    aCluster({ id: "I1", members: ["claude:I2"] }),
    aCluster({ id: "I2", members: ["codex:I1", "claude:I1"] }),
  ];
  expect(apply({ clusters, verifications })[0]?.members[0]?.finding).toBe("codex:I1");
});
