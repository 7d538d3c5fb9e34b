import type { Log, Result } from "sarif";
import { describe, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderHtml } from "#steps/render/html/render-html.ts";
import { renderJson } from "#steps/render/json/render-json.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { readDeclined, readPrevious } from "#import/read-report/read-decisions.ts";
import { renderSarif } from "#steps/render/sarif/render-sarif.ts";
import { renderFinding } from "#steps/render/terminal/render-finding.ts";
import { renderTerminal } from "#steps/render/terminal/render-terminal.ts";
import { aReport } from "../../helpers/builders.ts";
import { sarifFaults } from "../../helpers/sarif-schema.ts";
import { aThirdRound } from "../../helpers/third-round.ts";

const report = buildReport(aThirdRound());
const SENTENCE =
  "Round 3. Of 6 earlier findings 1 is fixed, 1 partly fixed, 1 open, 1 declined, 1 accepted as a risk, 1 gone with its code.";

describe("a later round as Markdown", () => {
  const markdown = renderMarkdown(report);

  test("opens with what became of every earlier finding", () => {
    expect(/^## .*$/m.exec(markdown)?.[0]).toBe("## Earlier Findings");
    expect(markdown).toContain(SENTENCE);
    expect(markdown).toContain(
      "| R1.C1 | critical | Retries never stop for a `410 Gone` subscriber | fixed | Its lines changed and nobody raised it again. | [`1a2b3c4`](https://github.com/example/hookrelay/commit/1a2b3c4d5e6f708192a3b4c5d6e7f80912345678) Stop at 410 | — | — | Claude Opus 4.7 closes it (quote found); Codex GPT 5.5 closes it (nothing quoted) |",
    );
  });

  test("names decision, reason, author and date of what was declined", () => {
    expect(markdown).toContain(
      "- **R2.S1 The backoff has no jitter** — declined on 2026-11-05 (D-0123456789): The schedule is fixed by contract. Decided by Ada Berg",
    );
  });

  test("says what became of a finding in words, and keeps accepted risks apart from what was declined", () => {
    expect(markdown).toContain("| R1.I1 | important | A restart loses every delivery that waits | partly fixed |");
    expect(markdown).toContain("| accepted risk |");
    const [, accepted = ""] = markdown.split("### Risks accepted in prior rounds\n");
    expect(accepted.trimStart().split("\n")[0]).toBe(
      "- **R2.S2 Log every attempt at warning level** — accepted on 2026-11-05 (D-abcdef0123): the log is read by nobody. Until 2027-01-31.",
    );
    expect(/### Declined in prior rounds\n\n((?:- .*\n)+)/.exec(markdown)?.[1]).not.toContain("R2.S2");
  });

  test("shows the name of who decided, not the address", () => {
    for (const text of [markdown, renderHtml(report)]) expect(text).not.toContain("ada@mail.example");
  });

  test("what became of each finding is read back as it was", () => {
    const [, section = ""] = markdown.split("## Earlier Findings\n");
    const read = readPrevious({ title: "Earlier Findings", text: section.split("\n## ")[0] ?? "" });
    expect(read.map(({ ref, status }) => [ref, status])).toEqual(
      report.history?.earlier.map(({ finding: { ref, status } }) => [ref, status]),
    );
    expect(readDeclined(section).map(({ kind, about }) => [kind, about.text.split(" ")[0]])).toEqual([
      ["declined", "R2.S1"],
      ["accepted-risk", "R2.S2"],
    ]);
  });

  test("says where each finding comes from, and the trend", () => {
    expect(markdown).toContain("\n- I3 (latent): new; its lines are as they were in round 1\n");
    expect(markdown).toContain("\n| 3 | 20261106-111500-pr-42 | 7 | 1 | 1 | 1 | 4 |\n");
  });
});

describe("a later round as a page", () => {
  const page = (pages: readonly string[] = []): string =>
    renderHtml(report, { home: "../index.html", position: 3, rounds: 3, pages: new Set(pages) });

  test("says in the verdict what became of the earlier findings, and in full below", () => {
    const text = page().replaceAll(/<[^>]+>/g, "");
    expect(text.match(/6 earlier findings: .*/)?.[0]).toBe(
      "6 earlier findings: 1 partly fixed, 1 open, 1 declined, 1 accepted as a risk, 1 fixed, 1 gone with its code.",
    );
    expect(page()).toContain(SENTENCE);
  });

  test("links an earlier finding to its own card where that review has a page, and only there", () => {
    expect(page(["20261102-091500-pr-42"])).toContain(
      '<a class="earlier-id" href="20261102-091500-pr-42.html#I1">R1.I1</a>',
    );
    expect(page()).not.toContain("pr-42.html#");
  });

  test("links names of earlier findings in its prose to their row", () => {
    expect(page()).toContain('introduced by the fix of <a class="earlier-id" href="#earlier-R1-I1">R1.I1</a>');
    expect(page()).toContain('<tr id="earlier-R1-I1">');
  });

  test("a row says where its finding stands; a word on a fix is missed only where there is a fix", () => {
    const row = (anchor: string): string => new RegExp(`<tr id="${anchor}">.*?</tr>`, "s").exec(page())?.[0] ?? "";
    expect(row("earlier-R2-S3")).toContain("README.md:12");
    expect(row("earlier-R2-S3")).not.toContain("no opinion on the fix");
    const previous = aThirdRound().previous.map((one) => ({ ...one, verdicts: [] }));
    const silent = renderHtml(buildReport({ ...aThirdRound(), previous }));
    expect(silent.match(/no opinion on the fix/g)).toHaveLength(2);
  });

  test("has a mark of its origin on each row", () => {
    const rows = page().slice(page().indexOf("<body>"));
    expect([...rows.matchAll(/data-origin="([a-z-]+)"/g)].map(([, kind]) => kind)).toEqual([
      "introduced",
      "carried-over",
      "latent",
      "re-raised",
      "new-code",
      "moved",
      "contradicts",
      "re-raised",
    ]);
  });

  test("a first round has none of it", () => {
    const first = renderHtml(aReport());
    expect(first).not.toContain('data-part="earlier"');
    expect(first).not.toContain('data-filter="origin"');
    expect(first).toContain('data-origin="none"');
  });
});

describe("a later round in a terminal", () => {
  const text = renderTerminal(report, { width: 100, color: false });

  test("says where each finding comes from, then what became of the earlier ones", () => {
    expect(text).toContain("  Round 3. Of 6 earlier findings 1 is fixed");
    expect(text).toContain(
      "  R2.S3  open                The README names the old port\n                             suggestion   README.md:12\n",
    );
    expect(text.indexOf("R2.S3  open")).toBeGreaterThan(text.indexOf("  Important\n"));
    expect(text).toContain("      introduced by the fix of R1.I1, in 2b3c4d5 (Keep the queue in a file)\n");
    expect(text).toContain("Another round is worth it after the fixes: I1, I3 are new");
    expect(text).toContain("Trend: Round 1: 3 findings; Round 2: 2 latent");
  });

  test("names the commit of a fix and wraps a long title of what is open", () => {
    expect(text).toMatch(/R1\.C1 {2}fixed .*\n +critical {3}fix in 1a2b3c4\n/);
    const title = "A very long title that says in its last words what is really wrong with the queue and its file";
    const previous = aThirdRound().previous.map((one) => (one.ref === "R2.S3" ? { ...one, title } : one));
    const wrapped = renderTerminal(buildReport({ ...aThirdRound(), previous }), { width: 80, color: false });
    expect(wrapped.replaceAll(/\s+/g, " ")).toContain(title);
  });

  test("both sides of what was decided are whole in a narrow window, and so is the newest round of the trend", () => {
    const narrow = renderTerminal(report, { width: 40, color: false }).replaceAll(/\s+/g, " ");
    expect(narrow).toContain("accepted as a risk on 2026-11-05: the log is read by nobody; until 2027-01-31");
    expect(narrow).toContain("Shown because: the code it was about changed in 2b3c4d5 (Keep the queue in a file).");
    expect(narrow).toContain("Round 3: 1 latent, 1 by fixes, 1 in new code, 4 known from before");
  });

  test("no line is wider than asked", () => {
    const [first, ...rest] = aThirdRound().previous;
    const long = { ...first, ref: "20261102-091500-pr-42.I3" } as NonNullable<typeof first>;
    const named = buildReport({ ...aThirdRound(), previous: [long, ...rest] });
    for (const width of [30, 60, 100]) {
      const lines = renderTerminal(named, { width, color: false }).split("\n");
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    }
  });

  test("one finding in full has both sides of what was decided", () => {
    const finding = report.kept.find(({ id }) => id === "I4");
    const full = finding === undefined ? "" : renderFinding(finding, { width: 200, color: false });
    expect(full).toContain("origin     same as R2.S2, which was accepted as a risk\n");
    expect(full).toContain(
      "Decision D-abcdef0123: accepted as a risk on 2026-11-05: the log is read by nobody; until 2027-01-31",
    );
    expect(full).toContain("Shown because: the code it was about changed in 2b3c4d5 (Keep the queue in a file).");
  });
});

describe("a later round as SARIF", () => {
  const text = renderSarif(report);
  const [run] = (JSON.parse(text) as Log).runs;
  const resultOf = (id: string): Result | undefined =>
    run?.results?.find(({ properties }) => properties?.["id"] === id);

  test("is valid", () => {
    expect(sarifFaults(text)).toEqual([]);
  });

  test("says how each result stands to the round before, which it names", () => {
    const states = ["I1", "I2", "I3", "I4", "S1", "S2", "S3"].map((id) => resultOf(id)?.baselineState);
    expect(states).toEqual(["new", "unchanged", "new", "updated", "new", "updated", "new"]);
    expect(run?.baselineGuid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(run?.baselineGuid).not.toBe(run?.automationDetails?.guid);
  });

  test("has what is open from earlier rounds and was not raised again, so that nobody takes it for solved", () => {
    expect(resultOf("R2.S3")).toMatchObject({
      baselineState: "unchanged",
      level: "note",
      kind: "fail",
      locations: [{ physicalLocation: { region: { startLine: 12 } } }],
    });
    for (const id of ["R1.I1", "R1.C1", "R2.S1", "R2.S2"]) expect(resultOf(id)).toBeUndefined();
  });

  test("carries the identity under names with its version", () => {
    expect(resultOf("I1")?.partialFingerprints).toMatchObject({
      "deepReviewIdentity/exact/v1": "e-I1",
      "deepReviewIdentity/code/v1": "c-I1",
    });
  });

  test("a declined one is suppressed, with the decision as its justification", () => {
    expect(resultOf("X1")?.suppressions).toEqual([
      {
        kind: "external",
        justification:
          'declined-earlier: Declined by Ada Berg on 2026-11-05 (D-0123456789): "The schedule is fixed by contract."; its code is unchanged since.',
      },
    ]);
    expect(resultOf("I4")).not.toHaveProperty("suppressions");
  });

  test("a first round has no baseline", () => {
    const [first] = (JSON.parse(renderSarif(aReport())) as Log).runs;
    expect(first).not.toHaveProperty("baselineGuid");
    expect(first?.results?.[0]).not.toHaveProperty("baselineState");
  });
});

test("as JSON it has the history, the estimate and each origin beside the record", () => {
  const { computed } = JSON.parse(renderJson(report)) as {
    computed: { rounds: unknown; unseen: unknown; findings: unknown[] };
  };
  expect(computed.rounds).toMatchObject({ round: 3, sentence: SENTENCE });
  expect(computed.unseen).toMatchObject({ voices: [["claude"], ["codex"], ["gemini"]] });
  expect(computed.findings[0]).toMatchObject({ comesFrom: { kind: "introduced", label: "by a fix" } });
});
