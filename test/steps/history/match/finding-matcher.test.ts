import { describe, expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { isSureEnough } from "#steps/history/match/thresholds.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { indexEarlier } from "#steps/history/match/earlier-index.ts";
import { FindingMatcher } from "#steps/history/match/finding-matcher.ts";
import { aFinding, aReview } from "../../../helpers/builders.ts";

const ROUND = { today: "2026-12-01", series: ["pr-42"] };
const LEAK = {
  title: "`openSocket` leaks the connection when the handshake fails",
  body: "`openSocket` returns before `socket.close()` when `handshake` throws, so each failed subscriber costs a descriptor.",
  locations: [{ path: "src/socket.ts", start: 20, end: 31 }],
  quotes: [{ code: "const socket = await connect(url);\nawait handshake(socket);" }],
};
const ORDER = {
  title: "Deliveries of one hook can overtake each other",
  body: "`drain` starts all deliveries at once, so the second event of a hook may arrive before the first.",
  locations: [{ path: "src/queue.ts", start: 70, end: 82 }],
  quotes: [{ code: "await Promise.all(hooks.map((hook) => deliver(hook)));" }],
};

/** What is known after a round that said these things. */
function knownFrom(...findings: readonly Finding[]): EarlierProblem[] {
  return collectProblems([aReview({ findings })], [], ROUND);
}
const known = knownFrom(aFinding(LEAK), aFinding({ id: "claude:I2", ...ORDER }));

function recognise(...findings: readonly Finding[]) {
  return new FindingMatcher(indexEarlier(known), { findings }).match(findings.map(({ id }) => id));
}

describe("how much is known", () => {
  const ignored = (who: string, at: number, title: string): Finding =>
    aFinding({
      id: `${who}:I${at + 1}`,
      title,
      body: "The returned error is not checked.",
      locations: [{ path: `src/unit${at}.go`, start: 4, end: 5 }],
      quotes: [],
    });

  test.each([1, 59, 60, 61, 62, 250])("of %i problems in the same words each is known by its file", (count) => {
    const all = Array.from({ length: count }, (_, at) => at);
    const earlier = knownFrom(...all.map((at) => ignored("ada", at, "The error is ignored")));
    const findings = all.map((at) => ignored("brook", at, "Error is ignored here"));
    const now = new FindingMatcher(indexEarlier(earlier, { unchangedAt: ({ locations }) => locations }), { findings });
    const fileOf = new Map(earlier.map(({ ref, locations }) => [ref.cluster as string, locations[0]?.path]));
    for (const { id, locations } of findings) {
      expect(fileOf.get(now.match([id])?.of.cluster ?? "")).toBe(locations[0]?.path);
    }
  });
});

describe("a problem is known again", () => {
  test("exactly, at other lines and formatted anew", () => {
    const again = aFinding({
      ...LEAK,
      locations: [{ path: "src/socket.ts", start: 320, end: 331 }],
      quotes: [{ code: "  const socket = await connect( url )\n  await handshake( socket )" }],
    });
    expect(recognise(again)).toMatchObject({ of: { cluster: "I1", round: 1 }, tier: "exact" });
  });

  test("coarsely, in a renamed file", () => {
    const again = aFinding({ ...LEAK, locations: [{ path: "src/net/wire.ts", start: 5, end: 9 }] });
    expect(recognise(again)).toMatchObject({ of: { cluster: "I1" }, tier: "coarse" });
  });

  test("coarsely, on edited code", () => {
    const again = aFinding({ ...LEAK, quotes: [{ code: "const socket = await connect(url, { timeout });" }] });
    expect(recognise(again)).toMatchObject({ of: { cluster: "I1" }, tier: "coarse" });
  });

  test("by meaning, in another reviewer's words", () => {
    const again = aFinding({
      id: "codex:S4",
      title: "Failed handshakes leave their socket open",
      body: "If `handshake` throws, `openSocket` never calls `socket.close()`: the connection leaks, a descriptor for each failed subscriber.",
      locations: [{ path: "src/socket.ts", start: 24, end: 24 }],
    });
    expect(recognise(again)).toMatchObject({ of: { cluster: "I1" }, tier: "meaning" });
  });

  test("by the fingerprint that its round recorded, which knew the enclosing symbol", () => {
    const symbols = ["openSocket"];
    const recorded = makeIdentity({ problem: aFinding(LEAK), symbols });
    const [first] = known;
    const index = indexEarlier([{ ...first!, identities: [recorded], wordings: [] }]);
    const findings = [aFinding(LEAK)];
    const matcher = new FindingMatcher(index, { findings, symbols: new Map([[findings[0]!.id, symbols]]) });
    expect(matcher.match(["claude:I1"])?.tier).toBe("exact");
  });
});

describe("another problem is not taken for it", () => {
  test("in the same function, on the same code", () => {
    const other = aFinding({
      ...LEAK,
      title: "`openSocket` has no test for a refused connection",
      body: "Only the good path is covered; `connect` rejecting is not.",
    });
    expect(recognise(other)).toBeUndefined();
  });

  test("when only one of several members is like it", () => {
    const odd = aFinding({ id: "codex:I1", title: "The version is printed twice", body: "See `main`.", quotes: [] });
    const another = aFinding({ id: "gemini:I1", title: "Help text has a typo", body: "`--verbsoe`", quotes: [] });
    const like = aFinding({ id: "claude:I1", ...ORDER, title: "Events of a hook can arrive out of order", quotes: [] });
    expect(recognise(like)?.of.cluster).toBe("I2");
    expect(recognise(like, odd, another)).toBeUndefined();
  });

  test("by a fingerprint of another version", () => {
    const [first] = known;
    const identity = { ...makeIdentity({ problem: aFinding(LEAK) }), version: 2 };
    const index = indexEarlier([{ ...first!, identities: [identity], wordings: [] }]);
    expect(new FindingMatcher(index, { findings: [aFinding(LEAK)] }).match(["claude:I1"])).toBeUndefined();
  });
});

test("nothing is recognised where nothing is known, and of findings that nobody said", () => {
  expect(new FindingMatcher(indexEarlier([]), { findings: [aFinding()] }).match(["claude:I1"])).toBeUndefined();
  expect(new FindingMatcher(indexEarlier(known), { findings: [] }).match(["claude:I1"])).toBeUndefined();
});

test("what was fixed needs more to be recognised than what is open", () => {
  const again = aFinding({
    id: "codex:S4",
    title: "Failed handshakes leave their socket open",
    body: "If `handshake` throws, `openSocket` never calls `socket.close()`.",
    locations: [{ path: "src/socket.ts", start: 24, end: 24 }],
  });
  const sureness = (problems: readonly EarlierProblem[]): number =>
    new FindingMatcher(indexEarlier(problems, { matchAt: 0 }), { findings: [again] }).match([again.id])?.confidence ??
    0;
  expect(sureness(known.map((problem) => ({ ...problem, settled: "fixed" })))).toBeLessThan(sureness(known));
});

test("a problem among hundreds is found as among few", () => {
  const noise = Array.from({ length: 300 }, (_, at) =>
    aFinding({
      id: `claude:S${at + 1}`,
      title: `Setting number${at} of the relay is never read`,
      body: `The option \`setting${at}\` is parsed in \`readOptions\` and then dropped; part ${at % 7} of the relay ignores it.`,
      locations: [{ path: `src/settings/part${at % 40}.ts`, start: at + 1, end: at + 1 }],
    }),
  );
  const many = [...knownFrom(...noise), ...known];
  const again = aFinding({ id: "codex:I9", ...ORDER, title: "Events of a hook can overtake each other" });
  expect(new FindingMatcher(indexEarlier(many), { findings: [again] }).match([again.id])?.of).toEqual(known[1]!.ref);
});

describe("a re-raise is sure enough to be dropped", () => {
  const of = known[0]!.ref;
  const decision = { reason: "the process is short-lived" } as never;
  test.each([
    [{ of, tier: "exact", confidence: 0.5, because: "" }, decision, true],
    [{ of, tier: "meaning", confidence: 0.99, because: "" }, decision, true],
    [{ of, tier: "meaning", confidence: 0.88, because: "" }, decision, false],
    [{ of, tier: "exact", confidence: 0.99, because: "" }, { reason: " " } as never, false],
    [{ of, tier: "exact", confidence: 0.99, because: "" }, {} as never, false],
  ] as const)("%j", (recognition, decided, expected) => {
    expect(isSureEnough(recognition, decided)).toBe(expected);
  });
});
