import { expect, test } from "vitest";
import { formatLocation } from "#model/location.ts";
import { mapReadings } from "#steps/build-report/map-readings.ts";
import { aHunk, anAgentReview } from "../../helpers/agent-review.ts";
import { aReview, aReviewer, aRun, aScope } from "../../helpers/builders.ts";

const rowsOf = (map: ReturnType<typeof mapReadings>) =>
  map?.files.flatMap(({ rows }) =>
    rows.map(
      ({ place, hunks, states, isUnread }) =>
        `${formatLocation(place)} ${hunks} ${states.join(" ")}${isUnread ? " !" : ""}`,
    ),
  );

test("without agents there is no map", () => {
  expect(mapReadings(aReview())).toBeUndefined();
});

test("says of every hunk and agent whether it was read, lost, not given or unproven", () => {
  expect(rowsOf(mapReadings(anAgentReview()))).toEqual([
    "src/deliver.ts:10-13 1 read lost read unproven",
    "src/deliver.ts:30-33 1 read lost unread unproven",
    "src/deliver.ts:50-53 1 unread lost unread unproven !",
    "src/sign.ts:5-8 1 read unread read unproven",
    "src/sign.ts:25-28 1 read unread unread unproven",
    "src/queue.ts:1-43 2 read lost read unproven",
    "README.md:1-4 1 read lost read unproven",
    "src/schema.ts:100-103 1 unread unread not-given unproven !",
  ]);
});

test("counts what was read and names what was not", () => {
  const map = mapReadings(anAgentReview());
  expect(map).toMatchObject({ hunks: 9, read: 7, readers: 1 });
  expect(map?.unread.map(formatLocation)).toEqual(["src/deliver.ts:50-53", "src/schema.ts:100-103"]);
  expect(map?.agents.map(({ id }) => id)).toEqual(["claude", "codex", "gemini", "acp"]);
});

test("files that everybody read whole are one row, and who cannot be watched does not hinder it", () => {
  const hunks = [aHunk("a.ts"), aHunk("a.ts", 20), aHunk("b.ts"), aHunk("c.ts")];
  const map = mapReadings(
    aReview({
      scope: aScope({ files: ["a.ts", "b.ts", "c.ts"].map((path) => ({ path, change: "modified" })), hunks }),
      reviewers: [aReviewer(), aReviewer({ id: "acp" })],
      receipt: {
        claims: [],
        readings: hunks.slice(0, 3).map((hunk) => ({ reviewer: "claude", hunk })),
        unobserved: ["acp"],
        gate: { readers: 1, unread: hunks.slice(3) },
      },
    }),
  );
  expect(map?.whole).toEqual({ files: 2, hunks: 3, states: ["read", "unproven"] });
  expect(map?.files.map(({ path }) => path)).toEqual(["c.ts"]);
});

test("who read everything needs no list of hunks; files that are only listed do not count", () => {
  const hunks = [aHunk("a.ts"), aHunk("lock.json")];
  const files = [
    { path: "a.ts", change: "modified" as const },
    { path: "lock.json", change: "modified" as const, listed: "lock file" },
  ];
  const receipt = { claims: [], readings: [], readAll: ["claude"], gate: { readers: 1, unread: [] } };
  const review = aReview({
    scope: aScope({ files, hunks }),
    reviewers: [aReviewer()],
    runs: [aRun()],
    findings: [],
    receipt,
  });
  expect(mapReadings(review)).toMatchObject({ hunks: 1, read: 1, files: [], whole: { files: 1, hunks: 1 } });
});

test("of a hunk that only removes the line before it is named", () => {
  const hunk = { path: "a.ts", oldStart: 5, oldLines: 2, newStart: 0, newLines: 0 };
  const review = aReview({
    scope: aScope({ files: [{ path: "a.ts", change: "modified" }], hunks: [hunk] }),
    receipt: { claims: [], readings: [], gate: { readers: 1, unread: [hunk] } },
  });
  expect(mapReadings(review)?.unread).toEqual([{ path: "a.ts", start: 1, end: 1 }]);
});
