import type { Review } from "#model/review.ts";
import { aCluster, aFinding, aReview, aReviewer, aRun, aStatement } from "./builders.ts";

/** Text that tries to break out: markup, terminal control, bidirectional marks, odd characters, one very long line. */
export const HOSTILE_TEXTS = {
  script: `</script><script>alert(1)</script>"><img src=x onerror=alert(1)>`,
  link: "[click](javascript:alert(1)) and {0} and {12}",
  escape: "\u001B[2J\u001B]0;owned\u0007 gone \u009B31m red",
  bidi: "safe \u202Eedoc\u202C \u2066hidden\u2069 \u200Bzero",
  surrogate: "half \uD83D a pair",
  nul: "a\u0000b\rc\u2028d",
  wide: "漢字かな交じり 🎉 e\u0301",
  piled: `z${"\u0301".repeat(500)}`,
  long: "x".repeat(200_000),
};

/** A valid record with hostile text in every place where text from outside can stand. */
export function aHostileReview(text: string): Review {
  const path = `src/${text.slice(0, 300)}/ü ?#%.ts`;
  const problem = { title: text, body: text, locations: [{ path, start: 3, end: 4 }], places: [text] };
  const quotes = [{ language: text, code: text }];
  const findings = [
    aFinding({
      id: "claude:I1",
      ...problem,
      quotes,
      fix: { text, diffs: [text] },
      repros: [{ script: text, output: text }],
    }),
    aFinding({ id: "claude:S1", ...problem }),
    aFinding({ id: "claude:S2", ...problem }),
  ];
  return aReview({
    title: text,
    reviewers: [aReviewer({ name: text, model: text }), aReviewer({ id: "codex" })],
    runs: [
      aRun({ text, message: text }),
      aRun({ reviewer: "codex", outcome: "failed", message: text, text: undefined, textStatus: "absent" }),
    ],
    findings,
    clusters: [
      aCluster({ id: "I1", members: ["claude:I1"], statement: aStatement({ ...problem, quotes, notes: [text] }) }),
      aCluster({ id: "R1", members: ["claude:S1"], ruling: { kind: "route", to: "design", because: text } }),
      aCluster({ id: "X1", members: ["claude:S2"], ruling: { kind: "drop", reason: "refuted", because: text } }),
    ],
    statedVerdict: { phrase: text, rationale: text },
    sections: [{ key: "summary", title: text, text }],
    gaps: [text],
    scope: {
      repository: { name: text, url: "javascript:alert(1)" },
      pullRequest: { number: 7, title: text, url: "https://code.example/acme/shop/pull/7" },
      branch: text,
      head: text,
      commits: [{ id: "1234567", subject: text }],
      files: [{ path, change: "added" }],
      hunks: [],
    },
  });
}
