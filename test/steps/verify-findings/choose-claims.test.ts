import { describe, expect, test } from "vitest";
import type { FindingId } from "#model/ids.ts";
import { severityOfLetter } from "#model/severity.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { type ClaimSettings, chooseClaims } from "#steps/verify-findings/choose-claims.ts";
import { chooseVerifier } from "#steps/verify-findings/choose-verifier.ts";
import { aFinding, aReviewer } from "../../helpers/builders.ts";

const REVIEWERS = [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })];

/** Problems by how they are called: `I1` is important, and said by these. */
function problems(members: Readonly<Record<string, readonly string[]>>): OpenProblem[] {
  return Object.entries(members).map(([id, own]) => ({
    finding: aFinding({ id: own[0]! }),
    findings: own as unknown as OpenProblem["findings"],
    severity: severityOfLetter(id[0]!)!,
    families: [...new Set(own.map((each) => each.split(":")[0]!))],
  }));
}

function choose(known: readonly OpenProblem[], over: Partial<ClaimSettings> = {}) {
  const { chosen, leftOut } = chooseClaims(known, { most: 12, asked: new Set(), ...over });
  return { chosen: chosen.map(({ finding }) => finding.id), leftOut: leftOut.map(({ finding }) => finding.id) };
}

describe("what needs a verifier", () => {
  test("is what is critical or important, never a plain suggestion", () => {
    const known = problems({ S1: ["claude:S1"], I1: ["claude:I1"], C1: ["codex:C1"] });
    expect(choose(known).chosen).toEqual(["codex:C1", "claude:I1"]);
  });

  test("comes worst first, and what one vendor alone says before what is agreed", () => {
    const known = problems({
      I1: ["claude:I1", "codex:I1"],
      I2: ["claude:I2"],
      C1: ["claude:C1", "codex:C1"],
      C2: ["gemini:C1"],
    });
    expect(choose(known).chosen).toEqual(["gemini:C1", "claude:C1", "claude:I2", "claude:I1"]);
  });

  test("is a suggestion that is contested, or whose code was not found", () => {
    const [first, second, third] = problems({ S1: ["claude:S1"], S2: ["claude:S2"], S3: ["gemini:S1"] });
    const known = [{ ...first!, contest: "Codex praises it" }, { ...second!, doubt: "1 of 3 lines" }, third!];
    expect(choose(known).chosen).toEqual(["claude:S1", "claude:S2"]);
  });

  test("is put in the words of the finding that speaks for it", () => {
    const [known] = problems({ I1: ["claude:I1", "codex:I1"] });
    const finding = aFinding({ id: "codex:I1", title: "410 is retried for ever" });
    const { chosen } = chooseClaims([{ ...known!, finding }], { most: 1, asked: new Set() });
    expect(chosen).toMatchObject([
      { finding: { id: "codex:I1" }, findings: ["claude:I1", "codex:I1"], families: ["claude", "codex"] },
    ]);
  });
});

describe("the limit", () => {
  const known = problems({ C1: ["claude:C1"], I1: ["claude:I1"], I2: ["claude:I2"], I3: ["claude:I3"] });
  const asked = (...ids: string[]) => new Set(ids as FindingId[]);

  test("leaves out the mildest, and says which", () => {
    expect(choose(known, { most: 2 })).toEqual({
      chosen: ["claude:C1", "claude:I1"],
      leftOut: ["claude:I2", "claude:I3"],
    });
  });

  test("counts what was asked before, which is not asked again", () => {
    const now = choose(known, { most: 3, asked: asked("claude:C1", "claude:I2") });
    expect(now).toEqual({ chosen: ["claude:I1"], leftOut: ["claude:I3"] });
  });

  test("holds for a problem that has since been joined with one that was asked", () => {
    const joined = problems({ I1: ["claude:I1", "codex:I4"] });
    expect(choose(joined, { asked: asked("codex:I4") })).toEqual({ chosen: [], leftOut: [] });
  });

  test("leaves nothing out while reviewers still speak, and suggestions wait", () => {
    const early = problems({ I1: ["claude:I1"], I2: ["claude:I2"], S1: ["gemini:S1"] }).map((each) => ({
      ...each,
      contest: "rated apart",
    }));
    expect(choose(early, { most: 1, early: true })).toEqual({ chosen: ["claude:I1"], leftOut: [] });
    expect(choose(early, { early: true }).chosen).toEqual(["claude:I1", "claude:I2"]);
  });
});

test("what nobody may verify takes no room from others", () => {
  const known = problems({ C1: ["claude:C1"], I1: ["codex:I1"] });
  const hasVerifier = (families: readonly string[]) => !families.includes("claude");
  const { chosen, nobody } = chooseClaims(known, { most: 1, asked: new Set(), hasVerifier });
  expect([chosen, nobody].map((claims) => claims.map(({ finding }) => finding.id))).toEqual([
    ["codex:I1"],
    ["claude:C1"],
  ]);
  expect(chooseClaims(known, { most: 1, asked: new Set(), hasVerifier, early: true }).nobody).toEqual([]);
});

describe("the verifier", () => {
  const candidates = REVIEWERS.map((reviewer) => ({ reviewer }));

  test("is of another family than every finder", () => {
    expect(chooseVerifier({ families: ["claude"] }, candidates)).toMatchObject({
      verifier: { reviewer: { id: "codex" } },
    });
    expect(chooseVerifier({ families: ["claude", "codex"] }, candidates)).toMatchObject({
      verifier: { reviewer: { id: "gemini" } },
    });
  });

  test("is nobody when all are finders, or none is configured", () => {
    const families = ["claude", "codex", "gemini"];
    expect(chooseVerifier({ families }, candidates)).toEqual({ ok: false, why: "no verifier of another vendor" });
    expect(chooseVerifier({ families: [] }, [])).toEqual({ ok: false, why: "no verifier is configured" });
  });
});
