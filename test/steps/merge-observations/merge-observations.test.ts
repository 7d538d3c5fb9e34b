import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Assessment, assessmentSchema, type Observation, sectionSchema } from "#model/assessment.ts";
import { readObservationList } from "#import/read-report/read-observations.ts";
import { mergeObservations, type PanelRemarks } from "#steps/merge-observations/merge-observations.ts";
import { aFinding, anObservation, aReviewer } from "../../helpers/builders.ts";

const reviewers = ["claude", "codex", "gemini"].map((id) => aReviewer({ id }));
const said = (over: Partial<PanelRemarks>): PanelRemarks => ({
  reviewers,
  observations: [],
  assessments: [],
  findings: [],
  ...over,
});
const testing = (reviewer: string, text: string): Assessment =>
  assessmentSchema.parse({ reviewer, pass: 1, section: "testing", text });
const remark = (id: string, text: string, kind: Observation["kind"] = "concern"): Observation =>
  anObservation({ id, reviewer: id.split(":")[0], kind, scope: undefined, text });

describe("observations", () => {
  const memory = "Deliveries live in memory, so a restart loses every queued delivery.";
  const queue = "A restart loses queued deliveries, since the queue of deliveries lives in memory only.";
  const other = "The `Router` table is read again for each request.";

  test("the same remark of two reviewers is one, in the fuller words, with both credits and both sources", () => {
    const { observations } = mergeObservations(
      said({ observations: [remark("claude:D1", memory), remark("codex:D1", queue), remark("codex:D2", other)] }),
    );
    expect(observations).toEqual([
      { id: "D1", kind: "concern", text: queue, credits: ["claude", "codex"], sources: ["codex:D1", "claude:D1"] },
      { id: "D2", kind: "concern", text: other, credits: ["codex"], sources: ["codex:D2"] },
    ]);
  });

  test("a strength and a concern are never one", () => {
    const both = [remark("claude:D1", memory), remark("codex:D1", memory, "strength")];
    const { observations } = mergeObservations(said({ observations: both }));
    expect(observations.map(({ kind, credits }) => [kind, credits])).toEqual([
      ["concern", ["claude"]],
      ["strength", ["codex"]],
    ]);
  });

  test("one reviewer may say alike things twice; only the very same words are one", () => {
    const twice = [remark("claude:D1", memory), remark("claude:D2", queue), remark("claude:D3", ` ${memory} `)];
    const { observations } = mergeObservations(said({ observations: twice }));
    expect(observations.map(({ sources }) => sources?.length).sort()).toEqual([1, 2]);
  });

  test("what belongs to this change stands before the future", () => {
    const future = anObservation({ id: "claude:D1", text: memory, scope: "future" });
    const { observations } = mergeObservations(said({ observations: [future, remark("codex:D1", other)] }));
    expect(observations.map(({ text }) => text)).toEqual([other, memory]);
  });

  test("the section is written in the form that reports are read in", () => {
    const list = [remark("claude:D1", memory), remark("codex:D1", queue), remark("codex:D2", other, "strength")];
    const [section] = mergeObservations(said({ observations: list })).sections;
    expect(readObservationList(section?.text ?? "").map(({ kind, names }) => [kind, names])).toEqual([
      ["concern", ["Claude Opus 4.7", "Codex GPT 5.5"]],
      ["strength", ["Codex GPT 5.5"]],
    ]);
  });

  test("the report's own list is not merged again", () => {
    const own = anObservation({ id: "D1", reviewer: undefined, pass: undefined, credits: ["claude"] });
    expect(mergeObservations(said({ observations: [own] }))).toEqual({ observations: [], sections: [] });
  });
});

describe("gaps in the tests", () => {
  const order = (texts: readonly string[], over: Partial<PanelRemarks> = {}): string[] => {
    const { sections } = mergeObservations(
      said({ assessments: [testing("claude", texts.map((text) => `- ${text}`).join("\n"))], ...over }),
    );
    return sections[0]?.remarks?.map(({ text }) => text) ?? [];
  };

  test("loss and concurrency stand before error paths, those before ordinary use, cosmetics last", () => {
    const cosmetic = "No test for the help text.";
    const happy = "No test posts two hooks one after the other.";
    const error = "The 500 answer is never made to fail in a test.";
    const race = "Two workers in parallel are untested.";
    expect(order([cosmetic, happy, error, race])).toEqual([race, error, happy, cosmetic]);
  });

  test("a finding in the file that a gap names lifts it", () => {
    const [one, two] = ["No test covers `route.ts`.", "No test covers `deliver.ts`."];
    expect(order([one, two])).toEqual([one, two]);
    expect(order([one, two], { findings: [aFinding({ id: "claude:C1" })] })).toEqual([two, one]);
  });

  test("two voices lift a gap, two reviewers of one family do not", () => {
    const first = "No test accepts a hook with a body of zero bytes.";
    const second = "No test covers the listing of subscribers by page.";
    const family = (codex: string): string[] =>
      order([], {
        reviewers: [aReviewer(), aReviewer({ id: "codex", family: codex })],
        assessments: [testing("claude", `- ${first}\n- ${second}`), testing("codex", `- ${second}`)],
      });
    expect(family("codex")).toEqual([second, first]);
    expect(family("claude")).toEqual([first, second]);
  });

  test("what is covered well is said too, after the gaps; a lead says what a list is", () => {
    const text = "Retries are covered well.\n\nStill open:\n\n1. The 410 answer\n2. Paging\n\n---";
    const { sections } = mergeObservations(said({ assessments: [testing("claude", text)] }));
    expect(sections[0]?.remarks?.map(({ group, text: words }) => [group, words])).toEqual([
      ["", "Retries are covered well."],
      ["", "The 410 answer"],
      ["", "Paging"],
    ]);
    const gaps = mergeObservations(
      said({ assessments: [testing("claude", text.replace("Still open", "Not covered"))] }),
    );
    expect(gaps.sections[0]?.remarks?.map(({ group }) => group)).toEqual(["Gaps", "Gaps", "Also said"]);
  });
});

test("a flood of remarks loses none, and takes no memory for each pair", () => {
  const flood = Array.from({ length: 20_000 }, (_, at) => remark(`claude:D${at + 1}`, `Remark number ${at}`));
  const { observations } = mergeObservations(said({ observations: [...flood, remark("codex:D1", "Remark number 7")] }));
  expect(observations).toHaveLength(20_000);
  expect(observations[0]?.credits).toEqual(["claude", "codex"]);
});

describe("whatever is said", () => {
  const word = fc.constantFrom("retry", "queue", "lost", "`Router`", "no", "test", "error", "restart", "memory", "410");
  const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
  const line = fc.tuple(fc.constantFrom("- ", "  - ", "", "1. ", "### ", "```"), sentence).map((two) => two.join(""));
  const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n"));
  const id = fc.constantFrom("claude", "codex", "gemini");
  const sections = fc.constantFrom("testing", "documentation", "commits", "limitations", "unresolved" as const);
  const kinds = fc.constantFrom("concern", "strength" as const);
  const panel = fc.record({
    observations: fc
      .array(fc.tuple(id, kinds, sentence), { maxLength: 12 })
      .map((all) => all.map(([reviewer, kind, words], at) => remark(`${reviewer}:D${at + 1}`, words, kind))),
    assessments: fc
      .uniqueArray(fc.tuple(id, sections, text), { maxLength: 8, selector: ([one, two]) => `${one} ${two}` })
      .map((all) => all.map(([reviewer, section, words]) => ({ ...testing(reviewer, words), section }))),
  });

  test("each raw observation is the source of exactly one, and each word of a list stands in the section", () => {
    fc.assert(
      fc.property(panel, (sayings) => {
        const merged = mergeObservations(said(sayings));
        const sources = merged.observations.flatMap((one) => one.sources ?? []);
        expect(sources.toSorted()).toEqual(sayings.observations.map((one) => one.id).sort());
        for (const section of merged.sections) {
          expect(sectionSchema.safeParse(section).success).toBe(true);
          const all = section.remarks?.flatMap((one) => one.sources) ?? [];
          expect(new Set(all).size).toBe(all.length);
          for (const { credits, sources: own } of section.remarks ?? []) {
            expect([...new Set(own.map((source) => source.split(":")[0]))].sort()).toEqual(credits);
          }
        }
      }),
    );
  });

  test("the order of the reviewers does not matter", () => {
    fc.assert(
      fc.property(panel, fc.shuffledSubarray(["claude", "codex", "gemini"], { minLength: 3 }), (sayings, order) => {
        const sorted = <T extends { readonly reviewer?: string | undefined }>(all: readonly T[]): T[] =>
          order.flatMap((reviewer) => all.filter((one) => one.reviewer === reviewer));
        const moved = {
          reviewers: order.map((one) => aReviewer({ id: one })),
          observations: sorted(sayings.observations),
          assessments: sorted(sayings.assessments),
        };
        expect(mergeObservations(said(moved))).toEqual(mergeObservations(said(sayings)));
      }),
    );
  });
});
