import { describe, expect, test } from "vitest";
import { type FindingGrounding, findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { weighEvidence } from "#steps/build-report/weigh-evidence.ts";

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
      "«`retry` is unused»: contradicted, code uses retry once",
    ]);
  });
});
