import { describe, expect, test } from "vitest";
import type { FindingGrounding } from "#model/grounding.ts";
import { findContest } from "#evidence/find-contest.ts";
import { aFinding, anObservation } from "../helpers/builders.ts";

const TITLE = "`retryDelivery` loses the queue when the subscriber answers late";
const PRAISE = "`retryDelivery()` in `deliver.ts` correctly keeps the queue for a subscriber that answers late.";
const reported = aFinding({ title: TITLE });
const strength = (text: string, reviewer = "codex") =>
  anObservation({ id: `${reviewer}:D1`, reviewer, kind: "strength", scope: undefined, text });

function contested(text: string, finding = reported): boolean {
  return findContest({ members: [{ finding }], observations: [strength(text)] }) !== undefined;
}

function claiming(answer: "confirmed" | "contradicted" | "open"): FindingGrounding {
  return {
    finding: reported.id,
    commit: "9f2c4e6",
    summary: { status: "unchecked", why: "" },
    places: [],
    quotes: [],
    class: { differs: false, why: "" },
    fixes: [],
    claims: [
      {
        claim: "unused",
        subject: "retryDelivery",
        words: "nothing calls `retryDelivery`",
        answer,
        mentions: [{ path: "src/server.ts", line: 9, text: "retryDelivery(hook)" }],
        why: "src/server.ts:9 calls it",
      },
    ],
  };
}

test("nobody disagrees", () =>
  expect(findContest({ members: [{ finding: reported }], observations: [] })).toBeUndefined());

describe("ratings", () => {
  const rated = (...ids: string[]) =>
    findContest({ members: ids.map((id) => ({ finding: aFinding({ id }) })), observations: [] });

  test("two levels apart are told with who gave them", () =>
    expect(rated("claude:C1", "codex:S1", "gemini:C1")).toEqual({
      why: "rated critical by one side and suggestion by the other",
      sides: [
        { says: "critical", reviewers: ["claude", "gemini"] },
        { says: "suggestion", reviewers: ["codex"] },
      ],
    }));
  test("one level apart are ordinary", () => expect(rated("claude:C1", "codex:I1")).toBeUndefined());
});

describe("praise of what another reports", () => {
  test("is told with both sides", () => {
    expect(findContest({ members: [{ finding: reported }], observations: [strength(PRAISE)] })).toEqual({
      why: "what one side reports, the other praises",
      sides: [
        { says: `reports: ${TITLE}`, reviewers: ["claude"] },
        { says: `praises: ${PRAISE}`, reviewers: ["codex"] },
      ],
    });
  });

  test("counts without the file when it speaks of the same matter", () =>
    expect(contested("`retryDelivery` safely holds the queue of each subscriber.")).toBe(true));
  test("does not count for another matter of the same symbol", () =>
    expect(contested("`retryDelivery` is extracted at the right place.")).toBe(false));
  test("does not count for another symbol", () => expect(contested(PRAISE.replace("retry", "first"))).toBe(false));
  test("does not count when it only calls the code tidy", () =>
    expect(contested(PRAISE.replace("correctly keeps", "tidily keeps"))).toBe(false));
  test("does not contest a missing test", () =>
    expect(contested(PRAISE, aFinding({ title: `No test: ${TITLE}` }))).toBe(false));
  test("by the reporter itself is no contest", () => {
    const observations = [strength(PRAISE, "claude")];
    expect(findContest({ members: [{ finding: reported }], observations })).toBeUndefined();
  });
  test("is no concern, and not the report's own list", () => {
    const concern = anObservation({ id: "codex:D1", reviewer: "codex", text: PRAISE });
    const own = anObservation({ id: "D1", reviewer: undefined, kind: "strength", text: PRAISE, credits: ["codex"] });
    expect(findContest({ members: [{ finding: reported }], observations: [concern, own] })).toBeUndefined();
  });
});

describe("a claim", () => {
  const checked = (answer: "confirmed" | "contradicted" | "open") =>
    findContest({ members: [{ finding: reported, grounding: claiming(answer) }], observations: [] });

  test("that the code contradicts is told with the code's side, which is nobody's", () =>
    expect(checked("contradicted")?.sides).toEqual([
      { says: 'claims: "nothing calls `retryDelivery`"', reviewers: ["claude"] },
      { says: "the code: src/server.ts:9 calls it", reviewers: [] },
    ]));
  test.each(["confirmed", "open"] as const)("that is %s is no contest", (answer) =>
    expect(checked(answer)).toBeUndefined(),
  );
});

test("several reasons stand together", () => {
  const members = [aFinding({ id: "claude:C1", title: TITLE }), aFinding({ id: "gemini:S1" })].map((finding) => ({
    finding,
  }));
  const contest = findContest({ members, observations: [strength(PRAISE)] });
  expect(contest?.why).toBe(
    "rated critical by one side and suggestion by the other; what one side reports, the other praises",
  );
  expect(contest?.sides).toHaveLength(4);
});
