import { describe, expect, test } from "vitest";
import { parseReview } from "#adapters/store/parse-review.ts";
import type { Review } from "#model/review.ts";
import { upgradeReview } from "#adapters/store/upgrade-review.ts";
import { aCluster, aFinding, aReview } from "../../helpers/builders.ts";

/** A record as version 1 wrote it: the speaker is copied, and nobody is named who ruled. */
function asVersion1({ clusters, ...review }: Review): object {
  const old = clusters.map((cluster) => {
    const { speaker, ...rest } = cluster;
    const { author, evidence, overrules, ...ruling } = cluster.ruling;
    const said = review.findings.find(({ id }) => id === speaker);
    if (said === undefined) return cluster;
    const { title, locations, places, body, quotes, repros, fix, class: origin } = said;
    const statement = { title, locations, places, body, quotes, repros, notes: [], fix, class: origin };
    const standing = { probability: 0.6, level: "medium", because: "two say it" };
    expect([author === undefined, evidence, overrules]).toEqual([false, undefined, undefined]);
    return { ...rest, statement, standing, ruling };
  });
  return { ...review, schemaVersion: 1, clusters: old };
}

const read = (value: object): Review => parseReview(JSON.stringify(value), "review.json");

const PROGRAM = { author: { kind: "program" as const } };
const DECISION = "D-0123456789";
const findings = [
  aFinding({ id: "claude:I1" }),
  aFinding({ id: "codex:I1", title: "410 is retried for ever", fix: { text: "stop at 410", diffs: [] } }),
  aFinding({ id: "claude:S1", title: "Typo" }),
];
const round = aReview({
  origin: { kind: "round", tool: "deep-review 0" },
  findings,
  clusters: [
    aCluster({
      id: "I1",
      members: ["claude:I1", "codex:I1"],
      speaker: "codex:I1",
      ruling: { kind: "keep", severity: "important", because: "all claim important", ...PROGRAM },
    }),
    aCluster({
      id: "X1",
      members: ["claude:S1"],
      speaker: "claude:S1",
      ruling: {
        kind: "drop",
        reason: "declined-earlier",
        because: `Declined by Ann (${DECISION}): by design.`,
        author: { kind: "person", name: "Ann", decision: DECISION },
      },
    }),
  ],
  series: {
    entries: [],
    notes: [],
    decisions: [
      {
        id: DECISION,
        kind: "declined",
        author: "Ann <ann@example.com>",
        date: "2026-11-02T10:00:00Z",
        source: "person",
      },
    ],
  },
});

describe("a record of version 1", () => {
  test("of a round names the member that speaks, and who ruled", () => {
    expect(asVersion1(round)).not.toEqual(round);
    expect(read(asVersion1(round))).toEqual(round);
  });

  test("with words that are nobody's keeps them", () => {
    const old = asVersion1(round) as { clusters: { statement?: { title: string } }[] };
    old.clusters[0]!.statement!.title = "In words of its own";
    const { clusters } = read(old);
    expect(clusters[0]?.statement?.title).toBe("In words of its own");
    expect(clusters[0]?.speaker).toBeUndefined();
  });

  test("of an import is as it was: its words and rulings are the report's", () => {
    const imported = aReview();
    expect(read({ ...imported, schemaVersion: 1 })).toEqual(imported);
  });
});

test("what is no record of version 1 is left alone, whatever it is", () => {
  for (const value of [null, 3, "x", [], {}, { schemaVersion: 2, clusters: [] }, { schemaVersion: 7 }]) {
    expect(upgradeReview(value)).toBe(value);
  }
  const broken = { schemaVersion: 1, origin: { kind: "round" }, clusters: [null, {}, { ruling: 3, members: [1] }] };
  expect(() => upgradeReview(broken)).not.toThrow();
});
