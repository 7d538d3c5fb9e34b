import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { corpusIds, corpusReport, describeWithCorpus } from "../helpers/corpus.ts";
import { aThirdRound } from "../helpers/third-round.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/reports/${name}.md`, import.meta.url), "utf8");

function imported(text: string, id: string): Review {
  const result = importReport(text, id);
  if (!result.ok) throw new Error(`${id}: ${result.why}`);
  return result.review;
}

const rendered = (review: Review): string => renderMarkdown(buildReport(review));

describeWithCorpus("import, Markdown, import again", () => {
  test.each(corpusIds)("%s gives the same record", (id) => {
    const once = imported(corpusReport(id), id);
    const markdown = rendered(once);
    const twice = imported(markdown, id);
    expect(twice).toEqual(once);
    expect(rendered(twice)).toBe(markdown);
  });
});

describe("a round trip", () => {
  test.each(["lettered", "numbered"])("of the fixture %s gives the same record", (name) => {
    const once = imported(fixture(name), name);
    expect(imported(rendered(once), name)).toEqual(once);
  });

  test("keeps the arms of a repro's output and the mark of a patch", () => {
    const blocks = [
      "```bash repro\nbash probe.sh\n```",
      "```text repro-output\n$ bash probe.sh   # PR head\nbroken\n$ bash probe.sh   # merge-base\nfine\n```",
      "```diff patch\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n```",
    ];
    const text = fixture("lettered").replace(/^(I1\. .*)$/m, `$1\n\n${blocks.join("\n\n")}`);
    const once = imported(text, "lettered");
    const { statement } = once.clusters.find(({ id }) => id === "I1") ?? {};
    expect(statement?.repros[0]).toMatchObject({
      arms: [
        { side: "head", output: "broken" },
        { side: "base", output: "fine" },
      ],
    });
    expect(statement?.fix?.patches).toEqual([0]);
    expect(imported(rendered(once), "lettered")).toEqual(once);
  });

  test("of a later round of our own keeps what became of each earlier finding, and what was declined", () => {
    const round = aThirdRound();
    const again = imported(rendered(round), round.id);
    const byRef = (one: { ref: string }, other: { ref: string }): number => (one.ref < other.ref ? -1 : 1);
    const known = round.previous.map(({ ref, title, status, text, severity, raisedAgain, decision }) => ({
      ref,
      title,
      status,
      text,
      severity,
      raisedAgain,
      decision,
    }));
    expect(again.previous.toSorted(byRef)).toEqual(known.toSorted(byRef));
    expect(again.decisions).toEqual([
      {
        kind: "declined",
        action: "declined on 2026-11-05 (D-0123456789)",
        about: { kind: "finding", text: "R2.S1 The backoff has no jitter" },
        reason: "The schedule is fixed by contract. Decided by Ada Berg.",
        source: "earlier-rounds",
      },
      {
        kind: "accepted-risk",
        action: "accepted on 2026-11-05 (D-abcdef0123)",
        about: { kind: "finding", text: "R2.S2 Log every attempt at warning level" },
        reason: "the log is read by nobody. Until 2027-01-31.",
        source: "earlier-rounds",
      },
    ]);
    expect(imported(rendered(again), round.id)).toEqual(again);
  });

  test("of a later round keeps odd words of earlier findings", () => {
    const odd = "a | b \\| <b>c</b> @someone `x|y` **z**\n## Suggestions\n<br>";
    const round = aThirdRound();
    const previous = round.previous.map((one) => ({ ...one, title: odd, text: odd }));
    const again = imported(rendered({ ...round, previous }), round.id);
    expect(again.previous.map(({ title, text }) => [title, text])).toEqual(previous.map(() => [odd, odd]));
    expect(again.clusters.map(({ id }) => id)).toEqual(["I1", "I2", "I3", "I4", "S1", "S2", "S3"]);
  });

  /** Lines that look like parts of a report; none of them may break out of the text it stands in. */
  const line = fc.oneof(
    fc.constantFrom(
      "## Suggestions",
      "### Important Issues",
      "## Appendix: Original Reviews",
      "## Resolution",
      "### [Ada Pro 2] — Pass 1",
      "# Deep Review: other",
      "I7. **Another** — `src/a.ts:1` [Brook 7]",
      "**S9. Bold** — `src/a.ts:1`",
      "\\## Suggestions",
      "I7\\. **Escaped** [Brook 7]",
      "#### S2. Heading — `src/a.ts`",
      "| # | Finding | Action |\n|---|---|---|\n| 1 | a | Fixed |",
      "```ts\n## Suggestions\n```",
      "`````\n## Ledger\n```\n`````",
      "@someone look",
      "`@code` and me@mail.example",
      "- item",
      "1. **One** — `src/a.ts` [Brook 7]",
      "<details>",
      "    indented",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  );
  const words = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => `x\n${lines.join("\n\n")}\nx`);

  test("keeps whatever stands in a body, a section, a process note or a raw review", () => {
    const base = imported(fixture("lettered"), "lettered");
    fc.assert(
      fc.property(words, words, words, (body, prose, raw) => {
        const text = body.replaceAll(/[\r\u2028\u2029]/g, "");
        const [first, ...rest] = base.clusters;
        if (first?.statement === undefined) throw new Error("the fixture has no first cluster");
        const review: Review = {
          ...base,
          clusters: [{ ...first, statement: { ...first.statement, body: closed(text) } }, ...rest],
          sections: base.sections.map((section, at) =>
            at === 2 ? { ...section, text: closed(prose.replaceAll("\r", "")) } : section,
          ),
          processNotes: closed(prose.replaceAll("\r", "")),
          runs: base.runs.map((run, at) => (at === 0 ? { ...run, text: raw.replaceAll("\r", "") } : run)),
        };
        const again = imported(rendered(review), "lettered");
        expect(again.clusters[0]?.statement?.body).toBe(closed(text));
        // The raw review may raise something new, which then has a cluster of its own.
        expect(again.clusters.map(({ id }) => id).filter((id) => /^[CIS]/.test(id))).toEqual(["I1", "I2", "S1"]);
        expect(again.sections).toEqual(review.sections);
        expect(again.processNotes).toBe(review.processNotes);
        expect(again.runs[0]?.text).toBe(review.runs[0]?.text);
      }),
      { numRuns: 150 },
    );
  });
});

/** Text whose last fence is closed: the only thing that a renderer may add. */
function closed(text: string): string {
  let open: string | undefined;
  for (const candidate of text.split("\n")) {
    const [, mark = "", info = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(candidate) ?? [];
    if (mark === "" || (mark.startsWith("`") && info.includes("`"))) continue;
    if (open === undefined) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && info.trim() === "") open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}
