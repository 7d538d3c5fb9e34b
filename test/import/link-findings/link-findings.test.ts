import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Credit, RuledCluster, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { clusterId, reviewerId } from "#model/ids.ts";
import { buildLedger } from "#model/ledger.ts";
import { severityOfLetter } from "#model/severity.ts";
import { type LinkInput, linkFindings } from "#import/link-findings/link-findings.ts";
import { aDecision, aFinding, anObservation } from "../../helpers/builders.ts";

interface Problem {
  readonly title: string;
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

const RETRIES: Problem = {
  title: "Retries never stop",
  path: "src/deliver.ts",
  line: 41,
  body: "A subscriber that answers 410 is tried again for ever.",
};
const CLOCK: Problem = {
  title: "`Clock.now` is read twice",
  path: "src/clock.ts",
  line: 7,
  body: "The two readings of `Clock.now` differ at midnight.",
};
const DOCS: Problem = {
  title: "The manual names the old port",
  path: "docs/manual.md",
  line: 12,
  body: "The manual still says 6443.",
};
const SECRET: Problem = {
  title: "The signing secret is logged",
  path: "src/sign.ts",
  line: 3,
  body: "`log.info(secret)` prints the signing secret.",
};

const raw = (id: string, { title, path, line, body }: Problem): Finding =>
  aFinding({
    id,
    title,
    body,
    locations: [{ path, start: line, end: line + 3 }],
    class: undefined,
    fix: undefined,
    quotes: [],
  });

type Printed = LinkInput["clusters"][number];

function printed(id: string, problem: Problem, ...credits: readonly (string | Credit)[]): Printed {
  const statement: Statement = {
    title: `${problem.title} for good`,
    locations: [{ path: problem.path, start: problem.line, end: problem.line }],
    places: [],
    body: problem.body,
    quotes: [],
    repros: [],
    notes: [],
  };
  const severity = severityOfLetter(id.charAt(0)) ?? "suggestion";
  return {
    id: clusterId(id),
    severity,
    credits: credits.map((credit) => (typeof credit === "string" ? { reviewer: reviewerId(credit) } : credit)),
    statement,
  };
}

const link = (input: Partial<LinkInput>): RuledCluster[] =>
  linkFindings({ findings: [], clusters: [], observations: [], sections: [], decisions: [], ...input });

/** Clusters as `I1 keep: claude:I1 codex:S2(secondary)`. */
const shown = (clusters: readonly RuledCluster[]): string[] =>
  clusters.map(({ id, members, ruling }) => {
    const what =
      ruling.kind === "route" ? `route ${ruling.to}` : ruling.kind === "drop" ? `drop ${ruling.reason}` : "keep";
    return `${id} ${what}: ${members.map(({ finding, share }) => (share === "primary" ? finding : `${finding}(${share})`)).join(" ")}`;
  });

describe("links", () => {
  test("credited findings go to the cluster they are about, whatever their labels", () => {
    const clusters = link({
      findings: [raw("claude:S1", RETRIES), raw("claude:I1", CLOCK), raw("codex:C1", RETRIES)],
      clusters: [printed("I1", RETRIES, "claude", "codex"), printed("S1", CLOCK, "claude")],
    });
    expect(shown(clusters)).toEqual(["I1 keep: codex:C1 claude:S1", "S1 keep: claude:I1"]);
    expect(clusters[0]?.ruling.because).toBe(
      "kept as important by the report; claude claimed suggestion; codex claimed critical",
    );
    expect(
      clusters[0]?.members.every(({ confidence, because }) => confidence > 0.6 && because.startsWith("credited;")),
    ).toBe(true);
  });

  test("a credit that names the label links what the words would not", () => {
    const note = { reviewer: reviewerId("claude"), note: "as S1" };
    const [cluster] = link({ findings: [raw("claude:S1", DOCS)], clusters: [printed("I1", RETRIES, note)] });
    expect(cluster?.members).toEqual([
      { finding: "claude:S1", share: "primary", confidence: 0.99, because: "credited; the credit names its label" },
    ]);
  });

  test("the reconciliation wins over the words", () => {
    const clusters = link({
      findings: [raw("claude:I1", RETRIES), raw("claude:I2", { ...RETRIES, title: "Retries are endless" })],
      clusters: [printed("S1", RETRIES, "claude")],
      reconciliation: {
        text: "- Claude I2 endless retries: important → suggestion S1.\n- Claude I1 retries: dropped as false positive.",
        notes: [],
      },
    });
    expect(shown(clusters)).toEqual(["S1 keep: claude:I2", "X1 drop refuted: claude:I1"]);
    expect(clusters[1]?.ruling.because).toContain("the reconciliation says: Claude I1 retries");
  });

  test("a finding said twice is a duplicate in the same cluster", () => {
    const clusters = link({
      findings: [raw("claude:I1", RETRIES), raw("claude:S4", RETRIES)],
      clusters: [printed("I1", RETRIES, "claude")],
    });
    expect(shown(clusters)).toEqual(["I1 keep: claude:I1 claude:S4(duplicate)"]);
  });

  test("a finding may feed a second cluster that credits its reviewer", () => {
    const clusters = link({
      findings: [raw("codex:I1", RETRIES)],
      clusters: [
        printed("I1", RETRIES, "codex"),
        printed("S1", { ...RETRIES, title: "Retries never stop in tests" }, "codex"),
      ],
    });
    expect(shown(clusters).join("; ")).toMatch(/codex:I1.*codex:I1\(secondary\)|codex:I1\(secondary\).*codex:I1/);
  });

  test("a credit with nothing behind it is said so", () => {
    const [cluster] = link({
      findings: [raw("claude:I1", RETRIES)],
      clusters: [printed("I1", RETRIES, "claude", "gemini")],
    });
    expect(cluster?.ruling.because).toContain("no raw finding of gemini found behind the credit");
  });

  test("a cluster carried over from an earlier round says so", () => {
    const [cluster] = link({ clusters: [{ ...printed("S1", DOCS), carriedOver: true }] });
    expect(cluster?.ruling.because).toBe("carried over as suggestion from an earlier round");
  });
});

describe("what the report does not print", () => {
  const findings = [raw("claude:S1", SECRET)];

  test("nothing is said of it", () => {
    expect(shown(link({ findings, clusters: [printed("I1", DOCS, "codex")] }))).toEqual([
      "I1 keep: ",
      "X1 drop not-stated: claude:S1",
    ]);
  });

  test("its author took it back", () => {
    expect(shown(link({ findings: [{ ...raw("claude:S1", SECRET), withdrawn: true }] }))).toEqual([
      "X1 drop withdrawn: claude:S1",
    ]);
  });

  test("an observation that credits the reviewer takes it up", () => {
    const observation = anObservation({
      id: "D1",
      text: "**The signing secret is logged** in `src/sign.ts:3` [Claude]",
      credits: ["claude"],
    });
    expect(shown(link({ findings, observations: [observation] }))).toEqual(["R1 route design: claude:S1"]);
  });

  test("an assessment takes it up", () => {
    const text =
      "1. No test covers the port.\n2. The signing secret is logged by `log.info(secret)` in `src/sign.ts:3` (Claude).";
    expect(shown(link({ findings, sections: [{ key: "testing", title: "Testing", text }] }))).toEqual([
      "R1 route testing: claude:S1",
    ]);
  });

  test("it was declined before", () => {
    const decision = aDecision({
      kind: "declined",
      source: "earlier-rounds",
      about: { kind: "finding", text: "The signing secret is logged (`src/sign.ts:3`)" },
    });
    expect(shown(link({ findings, decisions: [decision] }))).toEqual(["X1 drop declined-earlier: claude:S1"]);
  });

  test("the retro calls it wrong", () => {
    const retro = {
      paragraphs: [
        {
          reviewer: reviewerId("claude"),
          text: "No false positives but one. The logged signing secret in `src/sign.ts:3` is a false positive: the log is off.",
        },
      ],
      columns: [],
      rows: [],
    };
    const [cluster] = link({ findings, retro });
    expect(cluster?.ruling).toMatchObject({ kind: "drop", reason: "refuted" });
  });

  test("the report strikes it out", () => {
    const text = "~~2. **The signing secret is logged** -- FIXED: `log.info(secret)` is gone.~~";
    const [cluster] = link({ findings, sections: [{ title: "Important Issues", text }] });
    expect(cluster?.ruling.because).toContain("the report strikes it out");
  });
});

describe("any report", () => {
  const problems = [RETRIES, CLOCK, DOCS, SECRET];
  const finding = fc.record({
    reviewer: fc.constantFrom("claude", "codex"),
    letter: fc.constantFrom("C", "I", "S"),
    problem: fc.constantFrom(...problems),
    withdrawn: fc.boolean(),
  });
  const cluster = fc.record({
    problem: fc.constantFrom(...problems),
    credits: fc.subarray(["claude", "codex", "gemini"]),
  });

  test("every finding has exactly one home, and the ledger can be drawn up", () => {
    fc.assert(
      fc.property(
        fc.array(finding, { maxLength: 12 }),
        fc.array(cluster, { maxLength: 8 }),
        fc.string(),
        (made, kept, words) => {
          const findings = made.map(({ reviewer, letter, problem, withdrawn }, index) => ({
            ...raw(`${reviewer}:${letter}${index + 1}`, problem),
            withdrawn,
          }));
          const clusters = kept.map(({ problem, credits }, index) => printed(`S${index + 1}`, problem, ...credits));
          const reconciliation = {
            text: `${words}\n- Claude S1 it: → S1\n- Codex I2 x: dropped (${words})`,
            notes: [],
          };
          const linked = link({ findings, clusters, reconciliation });
          const ledger = buildLedger({ findings, clusters: linked });
          expect(ledger.entries.map(({ finding }) => finding)).toEqual(findings.map(({ id }) => id));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("thousands of findings are not compared, and still have a home each", () => {
    const findings = Array.from({ length: 3000 }, (_, index) => raw(`claude:S${index + 1}`, RETRIES));
    const linked = link({ findings, clusters: [printed("S1", RETRIES, "claude")] });
    expect(buildLedger({ findings, clusters: linked }).entries).toHaveLength(3000);
  });
});
