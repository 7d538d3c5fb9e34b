import { describe, expect, test } from "vitest";
import type { FixGrounding } from "#model/grounding.ts";
import type { Post } from "#model/pull/publication.ts";
import { findingIdSchema } from "#model/ids.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aReviewer } from "../../helpers/builders.ts";
import { aRound, plan, type Problem, published } from "./publishable.ts";

const DIFF = "@@ -44,1 +44,1 @@\n-  retry();\n+\tstop();  ";
const HEAD = "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72";
const APPLIES: FixGrounding = {
  status: "applies",
  path: "src/deliver.ts",
  replaces: { start: 44, end: 45, by: ["\tstop();  "] },
  why: "it applies",
};

const ASKED = aReviewer();

function round(fix: FixGrounding, problem: Partial<Problem> = {}, { diffs = [DIFF], reviewer = ASKED } = {}) {
  const grounding = { status: "unchecked", why: "-" } as const;
  const body = `It never stops.\n\nFix: stop.\n\n\`\`\`diff\n${diffs.join("\n```\n\n```diff\n")}\n\`\`\`\n\nThen test it.`;
  return aRound([{ id: "I1", start: 41, end: 43, ...problem, finding: { body, fix: { diffs }, ...problem.finding } }], {
    reviewers: [reviewer],
    groundings: [
      {
        finding: "claude:I1",
        commit: HEAD,
        summary: grounding,
        places: [],
        quotes: [],
        class: { differs: false, why: "-" },
        fixes: diffs.map(() => fix),
        claims: [],
      },
    ],
  });
}

function commentOf(report: ReturnType<typeof aRound>) {
  const review = plan({ report }).posts.find(
    (post): post is Extract<Post, { kind: "review" }> => post.kind === "review",
  );
  const comment = review?.comments[0];
  if (comment === undefined) throw new Error("no comment");
  return comment;
}

describe("a fix that applies as it says", () => {
  test("is a suggestion at exactly the lines that it replaces, instead of the diff", () => {
    const { body, line, startLine } = commentOf(round(APPLIES));
    expect([startLine, line]).toEqual([44, 45]);
    expect(body).toContain("\n\n```suggestion\n\tstop();  \n```\n\n");
    expect(body).not.toContain("```diff");
    expect(body).toContain("Then test it.");
  });
  test("that only deletes is an empty one", () => {
    const { body } = commentOf(round({ ...APPLIES, replaces: { start: 44, end: 45, by: [] } }));
    expect(body).toContain("```suggestion\n```");
  });
  test("stays there when it is published again", () => {
    const report = round(APPLIES);
    expect(plan({ report, pull: published({ report }) }).posts).toEqual([]);
  });
  test("is a diff again once its lines are no longer those of the thread", () => {
    const report = round(APPLIES);
    const pull = published({ report });
    const threads = pull.threads.map((thread) => ({ ...thread, line: 49, startLine: 48 }));
    const [edit] = plan({ report, pull: { ...pull, threads } }).posts;
    expect(edit).toMatchObject({ kind: "edit", body: expect.stringContaining("```diff") });
    expect(edit).toMatchObject({ body: expect.not.stringContaining("suggestion") });
  });
});

describe("a patch that was tried", () => {
  const trial = (state: "tested" | "applies" | "does-not-fix" | "breaks-gates" | "does-not-apply", why: string) => {
    const report = round(APPLIES);
    const patches = [{ finding: findingIdSchema.parse("claude:I1"), patch: DIFF, paths: [], commit: HEAD, state, why }];
    return buildReport({ ...report.review, patches });
  };

  test("and tested is a suggestion, and says what was tested", () => {
    const { body } = commentOf(trial("tested", "with it the repro no longer shows the problem"));
    expect(body).toContain("```suggestion\n");
    expect(body).toContain("Patch: tested patch: with it the repro no longer shows the problem");
  });

  test("and applies is one too, and says that it is untested", () => {
    const { body } = commentOf(trial("applies", "it is not tested: nothing is run"));
    expect(body).toContain("```suggestion\n");
    expect(body).toContain("Patch: patch applies, untested: it is not tested");
  });

  test.each(["does-not-fix", "breaks-gates", "does-not-apply"] as const)("and %s is none, with the reason", (state) => {
    const { body } = commentOf(trial(state, "the repro still shows it"));
    expect(body).not.toContain("```suggestion");
    expect(body).toContain("the repro still shows it");
  });
});

describe("no suggestion is made", () => {
  const unsupported = { quotes: [{ code: "invented();" }] };
  test.each<[string, ReturnType<typeof aRound>]>([
    ["with drift", round({ ...APPLIES, status: "drifts", moved: 2 })],
    ["with fuzz", round({ ...APPLIES, fuzzy: 1 })],
    ["where the record does not say what is replaced", round({ status: "applies", path: "src/deliver.ts", why: "-" })],
    ["in another file", round({ ...APPLIES, path: "src/other.ts" })],
    ["in another part of the diff", round({ ...APPLIES, replaces: { start: 107, end: 107, by: ["x"] } })],
    ["partly outside of the diff", round({ ...APPLIES, replaces: { start: 30, end: 45, by: ["x"] } })],
    ["of two diffs", round(APPLIES, {}, { diffs: [DIFF, "-a\n+b"] })],
    ["by a person whom nobody asked", round(APPLIES, {}, { reviewer: aReviewer({ kind: "person" }) })],
    ["with signs that nobody sees", round({ ...APPLIES, replaces: { start: 44, end: 44, by: ["a\u202E"] } })],
  ])("%s", (_, report) => {
    const { body, line } = commentOf(report);
    expect(body).not.toContain("suggestion");
    expect(body).toContain("```diff\n@@ -44,1 +44,1 @@\n-  retry();\n+\tstop();  \n```");
    expect(line).toBe(43);
  });
  test("where the quoted code was not found", () => {
    const report = round(APPLIES, { finding: unsupported });
    const [grounding] = report.review.groundings ?? [];
    const groundings = [{ ...grounding!, summary: { status: "unsupported", why: "it stands nowhere" } as const }];
    const { body } = commentOf(
      aRound([{ id: "I1", start: 41, finding: { ...unsupported, body: "x", fix: { diffs: [DIFF] } } }], { groundings }),
    );
    expect(body).toContain("code not found");
    expect(body).not.toContain("suggestion");
  });
});
