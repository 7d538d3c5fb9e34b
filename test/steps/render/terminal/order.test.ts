import { describe, expect, test } from "vitest";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aCluster, aFailedRun, aFinding, aReview, aReviewer, aRun } from "../../../helpers/builders.ts";
import { aThirdRound } from "../../../helpers/third-round.ts";

const render = (review: Review, isContinued = false, width = 100): string =>
  renderTerminal(buildReport(review), { width, color: false, isContinued });

const NOTHING = { findings: [], clusters: [] };
const analyzer = aReviewer({ id: "hazard-lint", name: "Hazard Lint", kind: "analyzer", model: undefined });

describe("the order of a terminal summary", () => {
  const failed = aReview({
    reviewers: [aReviewer(), aReviewer({ id: "gemini" })],
    runs: [aRun(), aFailedRun({ reviewer: "gemini" })],
    findings: [aFinding({ id: "claude:C1" })],
    clusters: [aCluster({ id: "C1", members: ["claude:C1"] })],
    gaps: ["gemini: failed", "not given to Claude: a.bin (binary)"],
  });

  test.each([60, 80, 120])("verdict, findings, who failed, what is missing, in %d columns", (width) => {
    const text = render(failed, false, width);
    const places = ["\n  Rework: ", "\n  C1  ", "\n  Failed: Gemini", "\n  Gaps\n"].map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test("that a reviewer failed is said with its reason, and not once more as missing", () => {
    const text = render(failed);
    expect(text).toContain("  Failed: Gemini 3.1 Pro after 24m 00s: stream ended");
    expect(text).not.toContain("gemini: failed");
    expect(text).toContain("not given to Claude: a.bin");
  });

  test("after a live display those that completed are not listed again, and the one that failed is", () => {
    expect(render(failed)).toContain("  Completed: Claude Opus 4.7\n");
    const continued = render(failed, true);
    expect(continued).not.toContain("Completed: ");
    expect(continued).toContain("Failed: Gemini");
    expect(continued).toMatch(/^ {2}Rework: /);
  });
});

describe("what a terminal summary leaves out", () => {
  test("counts of zero", () => {
    const text = render(aReview({ ...NOTHING, reviewers: [aReviewer()], runs: [aRun()] }));
    expect(text).not.toMatch(/\b0 (?:kept|raw|routed|dropped)/);
    expect(text).toContain("\n  nothing raised; 1 of 1 reviewer completed\n");
  });

  test("what nobody knows about a reviewer, as after a merge", () => {
    const text = render(aReview({ runs: [aRun({ durationSeconds: undefined }), aRun({ reviewer: "codex" })] }));
    expect(text).not.toMatch(/unknown/);
  });

  test("an agent's usage where it is unknown, and not where it is known", () => {
    const program = { name: "Claude Code", version: "2.1.325" };
    const isolation = { level: "bubblewrap" as const };
    const unknown = aReview({ runs: [aRun({ program, isolation }), aRun({ reviewer: "codex" })] });
    expect(render(unknown)).not.toMatch(/tokens|cost|bubblewrap/);
    const usage = { inputTokens: 1400, outputTokens: 34, costUsd: 0.25 };
    const known = aReview({ runs: [aRun({ program, isolation, usage }), aRun({ reviewer: "codex" })] });
    expect(render(known)).toContain("  Claude Opus 4.7: 1,400 tokens in, 34 out · $0.25\n");
  });

  test("that there was no sandbox is not left out", () => {
    const isolation = { level: "process" as const, note: "no sandbox: bubblewrap is not installed" };
    const text = render(aReview({ runs: [aRun({ isolation }), aRun({ reviewer: "codex", isolation })] }));
    expect(text).toContain("  No system sandbox: Claude Opus 4.7, Codex GPT 5.5\n");
    expect(text.match(/sandbox/g)).toHaveLength(1);
  });

  test("whether another round is worth it, where a first round or a panel of checks cannot tell", () => {
    const series = { entries: [], notes: [] };
    expect(render(aReview({ series }))).not.toContain("Another round");
    const checks = aReview({ ...NOTHING, series, reviewers: [analyzer], runs: [aRun({ reviewer: "hazard-lint" })] });
    expect(render(checks)).not.toContain("Another round");
    const clean = aReview({ ...NOTHING, series, reviewers: [aReviewer()], runs: [aRun()] });
    expect(render(clean)).toContain("Another round is not worth it");
    expect(render(aThirdRound())).toContain("Another round is worth it");
  });

  test("an earlier finding that is raised again, because it is among the findings", () => {
    const previous = aThirdRound().previous.map((one) =>
      one.ref === "R2.S3" ? { ...one, raisedAgain: ["S1" as never] } : one,
    );
    expect(render(aThirdRound())).toContain("  R2.S3  open ");
    expect(render({ ...aThirdRound(), previous })).not.toContain("  R2.S3  open ");
  });
});

test("a fix that applies is a mark behind the title, not a line", () => {
  const review = aReview();
  const [first] = review.findings;
  const groundings = [
    {
      finding: first?.id,
      commit: "9f2c4e6",
      summary: { status: "grounded" as const, why: "" },
      places: [],
      quotes: [],
      class: { differs: false, why: "" },
      fixes: [{ status: "applies" as const, why: "it applies" }],
      claims: [],
    },
  ] as unknown as NonNullable<Review["groundings"]>;
  expect(render({ ...review, groundings })).toMatch(/^ {2}I1 {2}.* \(unproven, fix applies\)/m);
});
