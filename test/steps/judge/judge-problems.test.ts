import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildLedger } from "#model/ledger.ts";
import type { Finding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { addRecords, countRatings, DEFAULT_RECORD } from "#steps/judge/severity/severity-record.ts";
import { explainCluster } from "#steps/judge/explain.ts";
import { aFinding, aReviewer } from "../../helpers/builders.ts";
import { judged } from "../../helpers/judged.ts";

const race = aFinding({
  id: "claude:I1",
  title: "`reload` races with `close` on the watcher channel",
  body: "`close` sets `watcher` to nil while `reload` still sends on it; the send panics under load.",
  locations: [{ path: "pkg/watch/watcher.go", start: 40, end: 52 }],
});
const raceAgain = aFinding({
  id: "codex:C1",
  title: "Watcher channel: data race between `close` and `reload`",
  body: "A concurrent `reload` can send on the channel after `close` has set `watcher` to nil, and panics.",
  locations: [{ path: "pkg/watch/watcher.go", start: 44, end: 44 }],
});
const typo = aFinding({
  id: "gemini:S1",
  title: "Typo in the flag's help text",
  body: "`recieve` should be `receive`.",
  locations: [{ path: "cmd/main.go", start: 9, end: 9 }],
});

/** The same said by somebody else. */
const said = (id: string, { title, body, locations }: typeof race) => aFinding({ id, title, body, locations });

describe("the problems of a panel", () => {
  test("the same problem of two reviewers is one, and another problem stays apart", () => {
    const clusters = judged([race, raceAgain, typo]);
    expect(clusters.map(({ members }) => members.map(({ finding }) => finding).sort())).toEqual([
      ["claude:I1", "codex:C1"],
      ["gemini:S1"],
    ]);
    expect(clusters[0]?.members[0]?.because).toMatch(/with (?:claude:I1|codex:C1): /);
  });

  test("every severity that is changed says why", () => {
    for (const { ruling, members } of judged([race, raceAgain, typo])) {
      expect(ruling.kind).toBe("keep");
      if (members.length > 1) expect(ruling.because).toMatch(/claim/);
    }
  });

  test("a reviewer that nobody knows keeps its ratings when it stands alone", () => {
    const findings = ["ada:C1", "ada:I1", "ada:S1"].map((id, at) =>
      aFinding({ id, title: `Problem number ${at}`, body: "x".repeat(at), locations: [{ path: `f${at}.ts` }] }),
    );
    const severities = judged(findings).map(({ id, members }) => [id, members[0]?.finding]);
    expect(severities).toEqual([
      ["C1", "ada:C1"],
      ["I1", "ada:I1"],
      ["S1", "ada:S1"],
    ]);
  });

  test("a finding that its author takes back is dropped as withdrawn", () => {
    const findings = [race, aFinding({ ...typo, withdrawn: true })];
    const { entries } = buildLedger({ findings, clusters: judged(findings) });
    expect(entries[1]).toMatchObject({ fate: "dropped", reason: "withdrawn" });
  });

  test("a reviewer that repeats itself to the letter counts once", () => {
    const findings = [race, aFinding({ ...race, id: "claude:I2" })];
    const { entries } = buildLedger({ findings, clusters: judged(findings) });
    expect(entries.map(({ fate }) => fate).sort()).toEqual(["dropped", "kept"]);
  });

  test("commenters neither word nor rate what somebody else raised, however many and likely they are", () => {
    const panel = [aReviewer({ id: "hazard-lint", kind: "analyzer" })];
    const strangers = ["eve", "mallory", "trudy"];
    const ours = said("hazard-lint:I1", race);
    const theirs = strangers.map((id) => said(`${id}:C1`, raceAgain));
    const reviewers = (kind: "person" | "import") =>
      strangers.map((id) => aReviewer({ id, kind, optional: true, commented: true }));
    for (const kind of ["person", "import"] as const) {
      const [one, ...more] = judged([...theirs, ours], { reviewers: [...reviewers(kind), ...panel] });
      expect(more).toEqual([]);
      expect(one).toMatchObject({ id: "I1", speaker: ours.id });
      expect(one?.members).toHaveLength(4);
      expect(one?.members[0]?.finding).toBe(ours.id);
      expect(one?.ruling).toMatchObject({ severity: "important", because: "claimed as important" });
    }
  });

  test("a commenter who cites the places of two problems does not make them one", () => {
    const said = {
      title: "The error is ignored",
      body: "The returned error is not checked.",
      quotes: [],
      fix: undefined,
    };
    const [load, save] = ["src/load.go", "src/save.go"].map((path) => ({ path, start: 4, end: 5 })) as [
      Location,
      Location,
    ];
    const findings = [
      aFinding({ ...said, id: "ada:C1", locations: [load] }),
      aFinding({ ...said, id: "brook:C1", locations: [save] }),
      aFinding({ ...said, id: "mallory:S1", locations: [load, save] }),
    ];
    const critical = (mallory: Reviewer) => judged(findings, { reviewers: [mallory] }).map(({ id }) => id);
    expect(critical(aReviewer({ id: "mallory", kind: "person", commented: true }))).toEqual(["C1", "C2"]);
    expect(critical(aReviewer({ id: "mallory", kind: "agent" }))).toEqual(["C1"]);
  });

  test("commenters speak where nobody else does", () => {
    const theirs = said("eve:C1", raceAgain);
    const eve = aReviewer({ id: "eve", kind: "person", commented: true });
    expect(judged([theirs, typo], { reviewers: [eve] })[0]).toMatchObject({
      id: "C1",
      speaker: theirs.id,
    });
  });

  test("reviewers of one family are one voice: their agreement orders no more than one of them", () => {
    const early = aFinding({
      id: "cleo:C1",
      title: "Another problem",
      body: "Elsewhere.",
      locations: [{ path: "a.ts" }],
    });
    const first = (families: readonly string[]) => {
      const findings = [said("ada:C1", race), said("brook:C1", raceAgain), early];
      const reviewers = ["ada", "brook"].map((id, at) => aReviewer({ id, family: families[at] }));
      return judged(findings, { reviewers })[0]?.members.length;
    };
    expect(first(["one", "other"])).toBe(2);
    expect(first(["one", "one"])).toBe(1);
  });

  test("of those that claim the worst, the one that shows the most speaks, then the one that its author names first", () => {
    const speaker = (...findings: Finding[]) =>
      judged(findings).find(({ members }) => members.length === 2)?.members[0]?.finding;
    const quoting = aFinding({ ...said("ada:I2", race), quotes: [{ code: "w.watcher <- event" }] });
    expect(speaker(said("ada:I1", typo), said("ada:I2", race), said("brook:I1", raceAgain))).toBe("brook:I1");
    expect(speaker(said("ada:I1", typo), quoting, said("brook:I1", raceAgain))).toBe("ada:I2");
    expect(speaker(quoting, said("brook:C1", raceAgain))).toBe("brook:C1");
  });

  test("a finding that speaks of two problems feeds both, and stands in the ledger once", () => {
    const at = (line: number) => ({ path: "cmd/service.go", start: line, end: line });
    const stop = "`stopDaemon` gives the daemon 30 s to shut down gracefully, and then kills it";
    const start = "`awaitReady` polls the readiness endpoint without a pause and burns a core";
    const findings = [
      aFinding({ id: "claude:I1", title: stop, body: "Shutting down takes up to 45 s.", locations: [at(343)] }),
      aFinding({ id: "codex:I1", title: stop, body: "Graceful shutdown needs 45 s.", locations: [at(343)] }),
      aFinding({ id: "claude:I2", title: start, body: "Add a pause between polls.", locations: [at(90)] }),
      aFinding({
        id: "gemini:I1",
        title: `${stop}; ${start}`,
        body: "Shutting down takes up to 45 s. Add a pause between polls.",
        locations: [at(343), at(90)],
      }),
    ];
    const clusters = judged(findings);
    const shares = clusters.flatMap(({ members }) =>
      members.filter(({ finding }) => finding === "gemini:I1").map(({ share }) => share),
    );
    expect(shares.toSorted()).toEqual(["primary", "secondary"]);
    expect(buildLedger({ findings, clusters }).entries).toHaveLength(4);
  });

  test("labels that count the same do not make the order of the findings matter", () => {
    const findings = [
      said("ada:I1", race),
      aFinding({ ...race, id: "ada:I01", body: `${race.body} Seen again.` }),
      said("brook:I1", raceAgain),
      aFinding({ ...raceAgain, id: "brook:I001", title: `${raceAgain.title}, also here` }),
    ];
    expect(judged(findings.toReversed())).toEqual(judged(findings));
  });

  test("a team's own record takes over as it grows", () => {
    const lone = aFinding({ id: "codex:I1" });
    const rated = (count: number) =>
      addRecords(
        DEFAULT_RECORD,
        countRatings(
          Array.from({ length: count }, () => ({
            claims: [{ reviewer: "codex", claimed: "important" as const }],
            final: "suggestion" as const,
          })),
        ),
      );
    const severityWith = (count: number) => {
      const [cluster] = judged([lone], { severities: rated(count) });
      return cluster?.ruling.kind === "keep" ? cluster.ruling.severity : undefined;
    };
    expect(severityWith(0)).toBe("important");
    expect(severityWith(300)).toBe("suggestion");
  });

  const words = ["race", "nil", "watcher", "close", "typo", "flag", "timeout", "retry", "cache", "test"];
  const anyFindings = fc
    .uniqueArray(
      fc.record({
        reviewer: fc.constantFrom("ada", "brook", "claude"),
        number: fc.integer({ min: 1, max: 30 }),
        letter: fc.constantFrom("C", "I", "S"),
        words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
        path: fc.constantFrom("a.ts", "b/c.go"),
        line: fc.integer({ min: 1, max: 200 }),
      }),
      { selector: ({ reviewer, letter, number }) => `${reviewer}:${letter}${number}`, maxLength: 14 },
    )
    .map((list) =>
      list.map(({ reviewer, letter, number, words: said, path, line }) =>
        aFinding({
          id: `${reviewer}:${letter}${number}`,
          title: said.slice(0, 5).join(" "),
          body: said.join(" "),
          locations: [{ path, start: line, end: line }],
        }),
      ),
    );

  test("nothing is lost, and the order of arrival does not matter", () => {
    fc.assert(
      fc.property(anyFindings, fc.integer(), (findings, seed) => {
        const clusters = judged(findings);
        expect(() => buildLedger({ findings, clusters })).not.toThrow();
        const shuffled = findings.toSorted((a, b) => hash(a.id, seed) - hash(b.id, seed));
        expect(judged(shuffled)).toEqual(clusters);
      }),
    );
  });
});

test("an explanation names why findings were merged, and what came closest", () => {
  const findings = [race, raceAgain, typo];
  const [cluster] = judged(findings);
  const { joined, next, from } = explainCluster(cluster!, { findings, reviewers: [] });
  expect(joined).toHaveLength(1);
  expect(joined[0]?.probability).toBeGreaterThanOrEqual(from);
  expect(joined[0]?.evidence).toContain("the same lines");
  expect(next.every(({ probability }) => probability < from)).toBe(true);
  expect(next.map(({ one, other }) => [one, other].includes(typo.id))).toContain(true);
});

test("an explanation says that two checks are not merged", () => {
  const findings = ["shell", "catch"].map((check, at) =>
    aFinding({ ...race, id: `hazard-lint:I${at + 1}`, reviewer: "hazard-lint", check: `hazard-lint/${check}` }),
  );
  const reviewers = [aReviewer({ id: "hazard-lint", kind: "analyzer" })];
  const [cluster] = judged(findings, { reviewers });
  const { joined, next } = explainCluster(cluster!, { findings, reviewers });
  expect(joined).toEqual([]);
  expect(next[0]?.against).toContain("two checks never find one problem");
});

function hash(text: string, seed: number): number {
  let value = seed;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16777619);
  return value;
}
