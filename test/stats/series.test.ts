import { describe, expect, test } from "vitest";
import { groupSeries } from "#stats/series.ts";
import { aDigest, type DigestOver } from "../helpers/digests.ts";

const onMain = (minute: number, over: DigestOver = {}) =>
  aDigest({
    id: `2026110${minute}-090000-main`,
    startedAt: `2026-11-0${minute}T09:00:00`,
    title: `HEAD~${minute}`,
    pullRequest: undefined,
    branch: "main",
    ...over,
  });
const rounds = (...digests: Parameters<typeof groupSeries>[0]) =>
  groupSeries(digests).map((series) => series.rounds.map(({ digest }) => digest.id));

describe("the series of a branch", () => {
  test("different changes are not rounds of one series, and have titles of their own", () => {
    const digests = [1, 2, 3].map((day) => onMain(day, { earlier: [] }));
    expect(rounds(...digests)).toEqual([["20261103-090000-main"], ["20261102-090000-main"], ["20261101-090000-main"]]);
    expect(groupSeries(digests).map(({ title }) => title)).toEqual(["HEAD~3", "HEAD~2", "HEAD~1"]);
  });

  test("rounds of one change are one series", () => {
    const first = onMain(1, { earlier: [] });
    const second = onMain(2, { earlier: [first.id] });
    const third = onMain(3, { earlier: [first.id, second.id] });
    const another = onMain(4, { earlier: [] });
    expect(rounds(first, second, third, another)).toEqual([[another.id], [first.id, second.id, third.id]]);
  });

  test("a first round that is not there leaves the others together", () => {
    const second = onMain(2, { earlier: ["20261101-090000-main"] });
    const third = onMain(3, { earlier: ["20261101-090000-main", second.id] });
    expect(rounds(second, third)).toEqual([[second.id, third.id]]);
  });

  test("reports that do not know their rounds go by the name of the branch", () => {
    expect(rounds(onMain(1), onMain(2))).toEqual([["20261101-090000-main", "20261102-090000-main"]]);
  });

  test("records that name each other do not hang", () => {
    const one = onMain(1, { earlier: ["20261102-090000-main"] });
    const other = onMain(2, { earlier: [one.id] });
    expect(rounds(one, other)).toEqual([[one.id, other.id]]);
  });
});
