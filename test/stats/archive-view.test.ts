import { describe, expect, test } from "vitest";
import type { ReportDigest, Series } from "#model/archive.ts";
import { buildArchiveView } from "#stats/archive-view.ts";
import { aDigest, aPart, aSilentPart, type DigestOver } from "../helpers/digests.ts";

/** Each series as `key: id, id`. */
function seriesOf(digests: readonly ReportDigest[]): string[] {
  return buildArchiveView(digests).series.map(
    ({ key, rounds }) => `${key}: ${rounds.map(({ digest }) => digest.id).join(", ")}`,
  );
}

const at = (id: string, startedAt: string, over: DigestOver = {}): ReportDigest => aDigest({ id, startedAt, ...over });
const onBranch = (branch: string): DigestOver => ({ pullRequest: undefined, branch });
const onPull = (number: number, branch?: string): DigestOver => ({ pullRequest: { number }, branch });

describe("series", () => {
  test("rounds stand in time order, whatever the order of the files and the printed numbers", () => {
    const digests = [
      at("c", "2026-11-03T08:00:00", { printedRound: 1 }),
      at("a", "2026-11-01T08:00:00", { printedRound: 5 }),
      at("b", "2026-11-02T08:00:00", { printedRound: 2 }),
    ];
    const [series] = buildArchiveView(digests).series;
    expect(series?.rounds.map(({ digest, position, printed }) => [digest.id, position, printed])).toEqual([
      ["a", 1, 5],
      ["b", 2, undefined],
      ["c", 3, 1],
    ]);
  });

  test("the series with the latest review comes first", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", onPull(1)),
      at("b", "2026-11-02T08:00:00", onPull(2)),
      at("c", "2026-11-03T08:00:00", onPull(1)),
    ];
    expect(seriesOf(digests)).toEqual(["pr-1: a, c", "pr-2: b"]);
  });

  test("reviews of a branch belong to the one pull request that names it", () => {
    const digests = [
      at("before", "2026-11-01T08:00:00", { ...onBranch("retry"), repository: undefined }),
      at("pr", "2026-11-02T08:00:00", onPull(7, "someone:retry")),
      at("other", "2026-11-03T08:00:00", onBranch("queue")),
    ];
    expect(seriesOf(digests)).toEqual(["branch-queue: other", "pr-7: before, pr"]);
  });

  test("what goes on with another pull request, branch or review is one series with it", () => {
    const digests = [
      at("old", "2026-11-01T08:00:00", onPull(7, "retry")),
      at("new", "2026-11-02T08:00:00", { ...onPull(9, "retry-again"), continues: "pr-7" }),
      at("newer", "2026-11-03T08:00:00", onPull(9, "retry-again")),
      at("third", "2026-11-04T08:00:00", { ...onBranch("third"), continues: "newer" }),
      at("lost", "2026-11-05T08:00:00", { ...onBranch("queue"), continues: "#404" }),
    ];
    expect(seriesOf(digests)).toEqual(["branch-queue: lost", "pr-9: old, new, newer, third"]);
  });

  test("two that go on with each other end in one series", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", { ...onPull(1), continues: "2" }),
      at("b", "2026-11-02T08:00:00", { ...onPull(2), continues: "1" }),
    ];
    expect(seriesOf(digests)).toEqual(["pr-2: a, b"]);
  });

  test("a branch that two pull requests name joins neither", () => {
    const digests = [
      at("b", "2026-11-01T08:00:00", onBranch("patch-1")),
      at("x", "2026-11-02T08:00:00", onPull(7, "patch-1")),
      at("y", "2026-11-03T08:00:00", onPull(8, "patch-1")),
    ];
    expect(seriesOf(digests)).toEqual(["pr-8: y", "pr-7: x", "branch-patch-1: b"]);
  });

  test("the same number in two repositories is two series with anchors of their own", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", { ...onPull(7), repository: "example/one" }),
      at("b", "2026-11-02T08:00:00", { ...onPull(7), repository: "example/two" }),
    ];
    const keys = buildArchiveView(digests).series.map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set(["pr-7", "pr-7-2"]));
  });

  test("a review of nothing in particular and an architecture review have their place", () => {
    const digests = [
      at("loose", "2026-11-01T08:00:00", { pullRequest: undefined, branch: undefined }),
      at("arch", "2026-11-02T08:00:00", { kind: "architecture", pullRequest: undefined, branch: undefined }),
    ];
    expect(buildArchiveView(digests).series.map(({ kind }: Series) => kind)).toEqual(["architecture", "other"]);
  });

  test("says when a round looks at the commit of the round before", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", { head: "9f2c4e6a8b" }),
      at("b", "2026-11-02T08:00:00", { head: "9f2c4e6" }),
      at("c", "2026-11-03T08:00:00", { head: "1b3d5f7" }),
    ];
    expect(buildArchiveView(digests).series[0]?.rounds.map(({ sameCommits }) => sameCommits)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("without a head the lists of commits tell, in any order", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", { commits: ["9f2c4e6", "1b3d5f7"] }),
      at("b", "2026-11-02T08:00:00", { commits: ["1b3d5f7", "9f2c4e6"] }),
      at("c", "2026-11-03T08:00:00", { commits: ["1b3d5f7"] }),
      at("d", "2026-11-04T08:00:00", { commits: [] }),
      at("e", "2026-11-05T08:00:00", { commits: [] }),
    ];
    const [series] = buildArchiveView(digests).series;
    expect(series?.rounds.map(({ sameCommits }) => sameCommits)).toEqual([false, true, false, false, false]);
  });

  test("a review without a date stands last and its number is still given", () => {
    const digests = [at("z", "2026-11-03T08:00:00"), aDigest({ id: "a", startedAt: undefined })];
    expect(seriesOf(digests)).toEqual(["pr-42: z, a"]);
  });
});

describe("totals", () => {
  test("add up the reviews of changes and leave an architecture review out", () => {
    const digests = [
      at("a", "2026-11-01T08:00:00", { findings: ["C1 claude", "S1 codex"], dropped: 3, gaps: ["no appendix"] }),
      at("b", "2026-11-20T08:00:00", { findings: ["I1 claude"] }),
      at("arch", "2026-11-05T08:00:00", { kind: "architecture", findings: ["I1"] }),
    ];
    expect(buildArchiveView(digests).totals).toEqual({
      reviews: 3,
      changes: 2,
      architecture: 1,
      series: 2,
      raised: 6,
      merged: 0,
      unlinked: 0,
      kept: { critical: 1, important: 1, suggestion: 1, all: 3 },
      moved: 0,
      dropped: 3,
      withGaps: 1,
      repositories: ["example/hookrelay"],
      from: "2026-11-01T08:00:00",
      to: "2026-11-20T08:00:00",
    });
  });

  test("activity is by week without gaps, and by month when weeks are too many", () => {
    const weeks = buildArchiveView([at("a", "2026-11-02T08:00:00"), at("b", "2026-11-17T08:00:00")]).activity;
    expect(weeks.unit).toBe("week");
    expect(weeks.buckets.map(({ start, reviews, kept }) => [start, reviews, kept.important])).toEqual([
      ["2026-11-02", 1, 1],
      ["2026-11-09", 0, 0],
      ["2026-11-16", 1, 1],
    ]);
    const months = buildArchiveView([at("a", "2025-11-02T08:00:00"), at("b", "2026-11-17T08:00:00")]).activity;
    expect(months.unit).toBe("month");
    expect(months.buckets).toHaveLength(13);
  });

  test("an empty archive is a view too", () => {
    const view = buildArchiveView([]);
    expect(view.totals.reviews).toBe(0);
    expect([view.series, view.reviewers, view.activity.buckets, view.months]).toEqual([[], [], [], []]);
  });
});

describe("track records", () => {
  const digests = [
    at("a", "2026-10-05T08:00:00", {
      findings: ["C1 claude", "I1 claude codex"],
      reviewers: [
        aPart({
          model: "One",
          endings: ["C>C", "C>I", "I>-", "S>R"],
          refuted: 1,
          alone: { critical: 1, important: 0, suggestion: 0 },
        }),
        aPart({
          reviewer: "codex",
          endings: ["S>I"],
          durationSeconds: undefined,
        }),
      ],
    }),
    at("b", "2026-11-05T08:00:00", {
      findings: ["S1 claude"],
      reviewers: [
        aPart({
          model: "Two",
          durationSeconds: 100,
          endings: ["S>S"],
          alone: { critical: 0, important: 0, suggestion: 1 },
        }),
        aSilentPart({ reviewer: "codex", outcome: "failed", durationSeconds: undefined }),
      ],
    }),
  ];
  const [claude, codex] = buildArchiveView(digests).reviewers;

  test("add up what was raised and what became of it", () => {
    expect(claude?.overall).toMatchObject({
      reviews: 2,
      withRaw: 2,
      raised: { critical: 2, important: 1, suggestion: 2, all: 5 },
      kept: 3,
      routed: 1,
      dropped: 1,
      downgraded: 1,
      promoted: 0,
      refuted: 1,
      durations: [300, 100],
    });
  });

  test("a missing raw review stays out of the base", () => {
    expect(codex?.overall).toMatchObject({
      reviews: 2,
      failed: 1,
      withRaw: 1,
      raised: { all: 1 },
      kept: 1,
      promoted: 1,
    });
  });

  test("what is found alone counts only where somebody else was at work", () => {
    expect(claude?.overall).toMatchObject({ keptBesideOthers: 2, alone: { critical: 1, all: 1 } });
  });

  test("are split by model", () => {
    expect(claude?.byModel.map(({ model, tally }) => [model, tally.kept])).toEqual([
      ["One", 2],
      ["Two", 1],
    ]);
  });

  test("leave architecture reviews out", () => {
    expect(buildArchiveView([aDigest({ kind: "architecture" })]).reviewers).toEqual([]);
  });
});
