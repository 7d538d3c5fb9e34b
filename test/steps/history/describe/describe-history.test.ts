import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { aReview } from "../../../helpers/builders.ts";
import { aPrevious, aThirdRound } from "../../../helpers/third-round.ts";

const historyOf = (review: Review) => buildReport(review).history;

describe("the history of a series", () => {
  const report = buildReport(aThirdRound());
  const originOf = (id: string) => [...report.kept, ...report.dropped].find((finding) => finding.id === id)?.comesFrom;

  test("opens with what became of the earlier findings: what is not settled by weight, then what was decided, then what is done", () => {
    expect(report.history?.sentence).toBe(
      "Round 3. Of 6 earlier findings 1 is fixed, 1 partly fixed, 1 open, 1 declined, 1 accepted as a risk, 1 gone with its code.",
    );
    expect(report.history?.earlier.map(({ finding, status }) => `${finding.ref} ${status}`)).toEqual([
      "R1.I1 partly fixed",
      "R2.S3 open",
      "R2.S1 declined",
      "R2.S2 accepted as a risk",
      "R1.C1 fixed",
      "R1.I2 gone with its code",
    ]);
  });

  test("says of one finding, of two and of none what there is to say", () => {
    const of = (previous: readonly unknown[]) =>
      historyOf(aThirdRound({ previous: previous as Review["previous"] }))?.sentence;
    const fixed = aPrevious(1, "I1", { title: "x", status: "fixed", text: "y" });
    expect(of([])).toBe("Round 3. The earlier rounds left no finding.");
    const incomplete = { kind: "incomplete" as const, because: "a record cannot be read", decidedBy: [] };
    expect(historyOf(aThirdRound({ previous: [], verdict: incomplete }))?.sentence).toBe(
      "Round 3. No finding of the earlier rounds is known.",
    );
    expect(of([fixed])).toBe("Round 3. The one earlier finding is fixed.");
    expect(of([fixed, fixed])).toBe("Round 3. Of 2 earlier findings 2 are fixed.");
  });

  test("is not told where no earlier round is known: an import keeps its own table", () => {
    expect(historyOf(aReview())).toBeUndefined();
    expect(historyOf(aThirdRound({ series: { entries: [], notes: [] } }))).toBeUndefined();
  });

  test("tells what each reviewer says of a fix, and what it rests on", () => {
    const said = report.history?.earlier.flatMap(({ verdicts }) =>
      verdicts.map(({ reviewer, text }) => `${reviewer} ${text}`),
    );
    expect(said).toEqual([
      "claude closes it partly (quote found); introduces I1",
      "gemini does not close it (quote not found)",
      "claude closes it (quote found)",
      "codex closes it (nothing quoted)",
    ]);
  });

  test("counts the rounds: latent against introduced by fixes; what is not known is not zero", () => {
    expect(report.history?.trendLine).toBe(
      "Round 1: 3 findings; Round 2: 2 latent, 1 by fixes, 1 known from before; Round 3: 1 latent, 1 by fixes, 1 in new code, 4 known from before",
    );
    expect(report.history?.trend[0]).toEqual({ round: 1, review: "20261102-091500-pr-42", kept: 3 });
  });

  test("the trend line tells the last four rounds and never loses the newest", () => {
    const entries = [1, 2, 3, 4, 5].map((round) => ({ review: `2026110${round}-091500-pr-42`, round, kept: round }));
    const line = historyOf(aThirdRound({ series: { entries, notes: [] } as unknown as Review["series"] }))?.trendLine;
    expect(line).toBe(
      "Round 3: 3 findings; Round 4: 4 findings; Round 5: 5 findings; Round 6: 1 latent, 1 by fixes, 1 in new code, 4 known from before",
    );
    const idle = { ...aThirdRound(), clusters: [], findings: [] };
    expect(historyOf(idle)?.trendLine).toContain("Round 3: nothing");
  });

  test("a word on the fix of a finding that does not exist is not lost", () => {
    const stray = { reviewer: "codex", pass: 1, of: "R9.I2", closes: "yes", locations: [], quotes: [], text: "x" };
    const known = { ...stray, of: "R1.C1" };
    const review = aThirdRound({ fixVerdicts: [known, stray] as unknown as NonNullable<Review["fixVerdicts"]> });
    expect(historyOf(review)?.notes).toEqual([
      "The history was rewritten after round 1.",
      "Codex GPT 5.5 mentions a fix of R9.I2, which is not an earlier finding (closes it).",
    ]);
  });

  test("says whether another round is worth it, also of a first round; not of an import", () => {
    expect(report.worth?.because).toBe(
      "Another round is worth it after the fixes: I1, I3 are new and important or worse; I2, I4 still stand.",
    );
    const first = aThirdRound({ series: { entries: [], notes: [] }, previous: [], clusters: [], findings: [] });
    expect(buildReport(first).worth).toMatchObject({
      isWorth: false,
      because: "Another round is not worth it: this one found nothing that is important or worse.",
    });
    expect(buildReport(aReview()).worth).toBeUndefined();
  });

  test.each([
    ["I1", "introduced by the fix of R1.I1, in 2b3c4d5 (Keep the queue in a file)"],
    ["I2", "carried over from R1.I1, raised in rounds 1, 2, 3"],
    ["I3", "new; its lines are as they were in round 1"],
    ["I4", "same as R2.S2, which was accepted as a risk"],
    ["S1", "new; its lines came after round 1, with 2b3c4d5 (Keep the queue in a file)"],
    ["S2", "carried over from R2.S3, raised in rounds 2, 3; its code moved"],
    ["S3", "contradicts the advice of R2.S2"],
  ])("says where %s comes from", (id, text) => {
    expect(originOf(id)?.text).toBe(text);
  });

  test("gives both sides of a finding that a person had decided against, and of a dropped one the decision", () => {
    expect(originOf("I4")?.sides).toEqual([
      {
        who: "Decision D-abcdef0123",
        says: "accepted as a risk on 2026-11-05: the log is read by nobody; until 2027-01-31",
      },
      { who: "Shown because", says: "the code it was about changed in 2b3c4d5 (Keep the queue in a file)." },
    ]);
    const silent = aThirdRound();
    const clusters = silent.clusters.map((cluster) =>
      cluster.id === "X1" ? { ...cluster, ruling: { ...cluster.ruling, because: "declined" } } : cluster,
    );
    const dropped = buildReport({ ...silent, clusters }).dropped[0];
    expect(dropped?.comesFrom?.sides).toEqual([
      {
        who: "Decision D-0123456789",
        says: "declined on 2026-11-05 by Ada Berg: The schedule is fixed by contract",
      },
    ]);
    // A ruling that names the decision tells all of it.
    expect(originOf("X1")?.sides).toEqual([]);
  });
});
