import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import type { FindingGrounding, Grounding, PlaceGrounding } from "#model/grounding.ts";
import { reviewerId } from "#model/ids.ts";
import { type DropFacts, findDrop } from "#steps/judge/ruling/find-drop.ts";
import { aFinding } from "../../../helpers/builders.ts";

const CODE = "await deliver(subscriber, { retries: Infinity });";
const quoting = (over: Parameters<typeof aFinding>[0] = {}) => aFinding({ quotes: [{ code: CODE }], ...over });

function checked(
  finding: ReturnType<typeof aFinding>,
  place: PlaceGrounding["status"],
  quote?: Grounding,
): FindingGrounding {
  return {
    finding: finding.id,
    commit: "9f2c4e6",
    summary: { status: "unchecked", why: "not of interest" },
    places: finding.locations.map((cited) => ({ cited, status: place, why: place })),
    quotes: quote === undefined ? [] : [quote],
    class: { differs: false, why: "" },
    fixes: [],
    claims: [],
  };
}

const NOWHERE: Grounding = { status: "unsupported", why: "the quoted code stands in no cited file" };
const HERE: Grounding = { status: "grounded", why: "the quoted code stands at the cited lines" };
const nobody = { supporters: [], hasFileNamed: () => false };

function reasonOf(finding: ReturnType<typeof aFinding>, facts: DropFacts): string | undefined {
  return findDrop(finding, facts)?.reason;
}

describe("a finding falls", () => {
  test("when its author takes it back", () => {
    expect(findDrop(aFinding({ withdrawn: true }), { supporters: [] })).toEqual({
      reason: "withdrawn",
      because: "its author takes it back in the text",
    });
  });

  test("when the only cited file was never there", () => {
    const drop = findDrop(aFinding(), { ...nobody, grounding: checked(aFinding(), "missing") });
    expect(drop?.reason).toBe("refuted");
    expect(drop?.because).toContain("src/deliver.ts:41-48");
  });

  test("when all that it quotes stands nowhere", () => {
    expect(reasonOf(quoting(), { ...nobody, grounding: checked(quoting(), "exists", NOWHERE) })).toBe("refuted");
  });
});

describe("a finding stays", () => {
  const critical = quoting({ id: "claude:C1" });

  test("without a check against the commit", () => {
    expect(findDrop(quoting(), nobody)).toBeUndefined();
  });

  test("when somebody else says the same", () => {
    const facts = { ...nobody, supporters: [reviewerId("codex")], grounding: checked(quoting(), "missing", NOWHERE) };
    expect(findDrop(quoting(), facts)).toBeUndefined();
  });

  test.each(["exists", "beyond-end", "removed", "unreadable"] as const)("when a cited file is %s", (status) => {
    expect(findDrop(aFinding(), { ...nobody, grounding: checked(aFinding(), status) })).toBeUndefined();
  });

  test("when some file has the cited name, since a short path may fit several", () => {
    const hasFileNamed = (name: string): boolean => name === "deliver.ts";
    const grounding = checked(aFinding(), "missing");
    expect(findDrop(aFinding(), { supporters: [], hasFileNamed, grounding })).toBeUndefined();
  });

  test("when its quote stands somewhere although the file is misnamed", () => {
    expect(findDrop(quoting(), { ...nobody, grounding: checked(quoting(), "missing", HERE) })).toBeUndefined();
  });

  test("when some of the quoted lines stand there: shortened code is not invented", () => {
    const few: Grounding = { status: "unsupported", found: 1, why: "only 1 of 4 quoted lines are in the file" };
    expect(findDrop(quoting(), { ...nobody, grounding: checked(quoting(), "exists", few) })).toBeUndefined();
  });

  test("when it is not known what the change removed: its quote may be from there", () => {
    expect(findDrop(quoting(), { supporters: [], grounding: checked(quoting(), "missing", NOWHERE) })).toBeUndefined();
  });

  test("when the quote is only a word or two", () => {
    const short = aFinding({ quotes: [{ code: "retry()" }] });
    expect(findDrop(short, { ...nobody, grounding: checked(short, "exists", NOWHERE) })).toBeUndefined();
  });

  test("as long as it is critical and not both file and quote are invented", () => {
    expect(findDrop(critical, { ...nobody, grounding: checked(critical, "missing") })).toBeUndefined();
    expect(findDrop(critical, { ...nobody, grounding: checked(critical, "exists", NOWHERE) })).toBeUndefined();
    expect(reasonOf(critical, { ...nobody, grounding: checked(critical, "missing", NOWHERE) })).toBe("refuted");
  });
});

describe("a review that was narrowed by path", () => {
  const narrowed: DropFacts = { supporters: [], narrowedTo: ["src/server.ts", "src/http/route.ts"] };
  const elsewhere = { title: "Log rotation is off by one", body: "The loop runs once too often." };
  const check = (over: Parameters<typeof aFinding>[0], reason: string | undefined): void =>
    expect(reasonOf(aFinding({ ...elsewhere, ...over }), narrowed)).toBe(reason);

  test("leaves out what is about other files alone", () =>
    check({ locations: [{ path: "src/logs.ts", start: 3, end: 3 }] }, "out-of-scope"));
  test("keeps what cites a file inside, also in short", () => check({ locations: [{ path: "route.ts" }] }, undefined));
  test("keeps what cites a folder around a file inside", () => check({ locations: [{ path: "src/" }] }, undefined));
  test("keeps what cites a file inside beside others", () =>
    check({ locations: [{ path: "src/logs.ts" }, { path: "src/server.ts" }] }, undefined));
  test("keeps what ties itself to the change", () =>
    check({ body: "This change makes the loop run once too often." }, undefined));
  test("keeps what names a file inside", () => check({ body: "Called from `server.ts` only." }, undefined));
  test("keeps what cites nothing", () => check({ locations: [] }, undefined));
  test("keeps what is critical", () => check({ id: "claude:C1" }, undefined));
  test("is the only one that leaves anything out", () =>
    expect(findDrop(aFinding(elsewhere), { supporters: [] })).toBeUndefined());
});

test("only what falls is said to fall for one of the stated reasons, whatever the facts", () => {
  const place = fc.constantFrom("exists", "beyond-end", "removed", "missing", "unreadable" as const);
  const quote = fc.constantFrom(NOWHERE, HERE, undefined);
  fc.assert(
    fc.property(place, quote, fc.boolean(), fc.boolean(), (status, found, supported, isCritical) => {
      const finding = quoting({ id: isCritical ? "claude:C1" : "claude:S1" });
      const supporters = supported ? [reviewerId("codex")] : [];
      const drop = findDrop(finding, { ...nobody, supporters, grounding: checked(finding, status, found) });
      if (supported || found === HERE) expect(drop).toBeUndefined();
      else if (drop !== undefined) expect(status === "missing" || found === NOWHERE).toBe(true);
    }),
  );
});
