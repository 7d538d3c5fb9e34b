import { clusterId, reviewId } from "#model/ids.ts";
import type { Conversation } from "#model/pull/conversation.ts";
import type { Review } from "#model/review.ts";
import { headerOf, limitsOf, writeConversation } from "#steps/write-conversation/write-conversation.ts";
import { aCluster, aFinding, aReview, aReviewer, aRun, aStatement } from "./builders.ts";
import { aConversation, aFeedback } from "./conversations.ts";

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
      aCluster({
        id: "I1",
        members: ["claude:I1"],
        lineage: hostileLineage(text),
        statement: aStatement({ ...problem, quotes, notes: [text] }),
      }),
      aCluster({ id: "R1", members: ["claude:S1"], ruling: { kind: "route", to: "design", because: text } }),
      aCluster({ id: "X1", members: ["claude:S2"], ruling: { kind: "drop", reason: "refuted", because: text } }),
    ],
    series: {
      entries: [{ review: "20261101-091500-pr-7", round: 1, kept: 1, latent: 1, introduced: 0, newCode: 0 }],
      continues: text,
      decisions: [
        {
          id: "D-0123456789",
          kind: "declined",
          reason: text,
          author: text,
          date: "2026-11-05T08:00:00Z",
          source: "person",
        },
      ],
      notes: [text],
    },
    previous: [
      {
        ref: text,
        title: text,
        status: "declined",
        text,
        of: { review: "20261101-091500-pr-7", round: 1, cluster: "I1" },
        commits: [{ id: text, subject: text }],
        decision: "D-0123456789",
        verdicts: [{ reviewer: "claude", pass: 1, of: text, closes: "no", locations: [], quotes: [text], text }],
      },
    ],
    statedVerdict: { phrase: text, rationale: text },
    sections: [{ key: "summary", title: text, text }, ...writeConversation(hostileConversation(text), [])],
    header: [...headerOf(hostileConversation(text))],
    conversation: hostileConversation(text),
    gaps: [text, ...limitsOf(hostileConversation(text))],
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

/** Where the finding comes from, in words that try to break out. */
function hostileLineage(text: string): NonNullable<Review["clusters"][number]["lineage"]> {
  const of = { review: reviewId("20261101-091500-pr-7"), round: 1, cluster: clusterId("I1") };
  return {
    kind: "re-raised",
    because: text,
    recognised: { of, tier: "meaning", confidence: 0.7, because: text },
    fixOf: [of],
    commit: { id: text, subject: text },
    decision: "D-0123456789",
    shownBecause: text,
  };
}

/** What a pull request says, in words that try to break out. */
function hostileConversation(text: string): Conversation {
  return aConversation({
    isDraft: true,
    labels: [text],
    into: text,
    from: text,
    movedTo: text,
    issues: [{ name: text, title: text, url: text }],
    feedback: [
      aFeedback({
        author: text,
        text,
        url: text,
        because: text || "x",
        place: { path: text || "x", start: 1, end: 2 },
      }),
      aFeedback({ text, url: `https://x.example/${text}` }),
    ],
    resolved: 2,
    statedLimits: [{ text, author: text, url: text }],
    checks: [
      { kind: "check", name: text, workflow: text, state: "failure", text, url: text },
      { kind: "status", name: "lint", state: "success" },
    ],
    limits: [text],
  });
}
