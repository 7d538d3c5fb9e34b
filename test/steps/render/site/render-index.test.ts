import { describe, expect, test } from "vitest";
import { buildArchiveView } from "#stats/archive-view.ts";
import { digestReport } from "#stats/digest-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderIndex } from "#steps/render/site/render-index.ts";
import { aDigest, aPart, type DigestOver } from "../../../helpers/digests.ts";
import { reviewId } from "#model/ids.ts";
import { aDecision, aReview } from "../../../helpers/builders.ts";
import { aThirdRound } from "../../../helpers/third-round.ts";
import { aHostileReview, HOSTILE_TEXTS } from "../../../helpers/hostile.ts";

function page(...digests: readonly DigestOver[]): string {
  return renderIndex(buildArchiveView(digests.map((over) => aDigest(over))));
}

/** What a reader sees, without tags. */
function text(markup: string): string {
  return markup
    .replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

function inRepositories(...names: string[]): string {
  return text(page(...names.map((repository, index) => ({ id: `r${index}`, repository }))));
}

describe("renderIndex", () => {
  test("tells what happened over the rounds of a pull request", () => {
    const shown = text(
      page(
        {
          id: "a",
          startedAt: "2026-11-01T08:00:00",
          findings: ["C1 claude", "I1 codex", "S1 claude"],
          verdict: { phrase: "Rework", kind: "rework" },
        },
        {
          id: "b",
          startedAt: "2026-11-03T08:00:00",
          findings: ["S1 claude"],
          verdict: { phrase: "Merge as-is", kind: "merge" },
        },
      ),
    );
    expect(shown).toContain("#42 Retry failed deliveries");
    expect(shown).toContain("2 rounds");
    expect(shown).toContain("Round 1 Rework 1 critical 1 important 1 suggestion Claude Codex 1 Nov 2026, 08:00");
    expect(shown).toContain("Round 2 Merge as-is 1 suggestion Claude Codex 3 Nov 2026, 08:00");
  });

  test("tells where the findings of later rounds come from, and what became of earlier ones", () => {
    const first = {
      ...digestReport(buildReport(aThirdRound({ series: undefined, previous: [] }))),
      id: reviewId("20261101-000000-a"),
    };
    const digests = [{ ...first, startedAt: "2026-11-01T00:00:00" }, digestReport(buildReport(aThirdRound()))];
    const shown = text(renderIndex(buildArchiveView(digests)));
    expect(shown).toContain(
      "1 latent, 1 by fixes, 1 in new code, 4 known from before · earlier findings: 1 partly fixed, 1 open, 1 declined",
    );
  });

  test("says what became of the findings, and apart from them what else was decided", () => {
    const about = (cluster: string) => ({ kind: "finding" as const, cluster, text: cluster });
    const decisions = [
      aDecision({ about: about("I1") }),
      aDecision({ kind: "declined", about: about("X1") }),
      aDecision({ kind: "declined", about: { kind: "testing", text: "a gap" } }),
    ];
    const shown = text(renderIndex(buildArchiveView([digestReport(buildReport(aReview({ decisions })))])));
    expect(shown).toContain("1 important 1 fixed Claude Codex");
    expect(shown).toContain("besides the findings: 2 declined · 1 dropped");
    expect(shown).toContain("1 kept (1 important) from 3 raised: 1 merged, 1 dropped.");
  });

  test("says where the printed round is not the place in time", () => {
    const markup = page(
      { id: "a", startedAt: "2026-11-01T08:00:00", printedRound: 4 },
      { id: "b", startedAt: "2026-11-03T08:00:00", printedRound: 2 },
    );
    expect(text(markup)).toMatch(/Round 1 .* printed as round 4/);
    expect(text(markup)).not.toContain("printed as round 2");
  });

  test("links each round to its page and each finding to its card", () => {
    const markup = page({ id: "20261102-091500-pr 42" });
    expect(markup).toContain('href="reviews/20261102-091500-pr%2042.html"');
    expect(markup).toContain('href="reviews/20261102-091500-pr%2042.html#I1"');
  });

  test("gives architecture reviews and branches a place of their own", () => {
    const shown = text(
      page(
        { id: "a", kind: "architecture", pullRequest: undefined, branch: undefined, title: "The whole relay" },
        { id: "b", pullRequest: undefined, branch: "queue" },
      ),
    );
    expect(shown).toMatch(/Branches 1 .*queue/);
    expect(shown).toMatch(/Other reviews 1 .*The whole relay/);
    expect(shown).not.toContain("Pull requests 1");
  });

  test("strikes out a reviewer that failed", () => {
    const markup = page({ reviewers: [aPart({ outcome: "failed" }), aPart({ reviewer: "codex" })] });
    expect(markup).toMatch(/<s [^>]*title="Claude failed">Claude<\/s>/);
  });

  test("names the repository of a series only where there are several", () => {
    expect(inRepositories("example/one").split("example/one")).toHaveLength(2);
    expect(inRepositories("example/one", "example/two").split("example/one")).toHaveLength(3);
  });

  test("an empty archive and a single bare review make a page", () => {
    expect(text(renderIndex(buildArchiveView([])))).toContain("There is no review in this archive yet.");
    const bare = page({
      findings: [],
      reviewers: [],
      author: undefined,
      startedAt: undefined,
      repository: undefined,
      wallClockSeconds: undefined,
    });
    expect(text(bare)).toContain("date unknown");
    expect(bare).not.toMatch(/NaN|undefined/);
  });

  test("an address that is no web address is not linked", () => {
    expect(page({ pullRequest: { number: 7, url: "javascript:alert(1)" } })).not.toContain("javascript:");
  });

  test.each(Object.entries(HOSTILE_TEXTS))("shows hostile text as text: %s", (_, hostile) => {
    const markup = renderIndex(buildArchiveView([digestReport(buildReport(aHostileReview(hostile)))]));
    expect(markup).not.toContain("<img");
    expect(markup).not.toContain("<script>alert");
    expect(markup).not.toContain('href="javascript:');
    expect(markup).not.toMatch(/(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    expect(markup.length).toBeLessThan(120_000);
  });

  test("has no inline style and no event attribute, which the policy would refuse", () => {
    expect(page({})).not.toMatch(/<[^>]+ (style|on[a-z]+)=/);
  });
});
