import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import {
  aCluster,
  aFinding,
  aReview,
  aReviewer,
  aRun,
  aScope,
  aStatement,
  type ClusterOver,
  type Over,
} from "./builders.ts";

const FIRST = "20261102-091500-pr-42";
const SECOND = "20261104-101500-pr-42";
const THIRD = "20261106-111500-pr-42";
const DECLINED = "D-0123456789";
const RISK = "D-abcdef0123";
const FIX = { id: "1a2b3c4d5e6f708192a3b4c5d6e7f80912345678", subject: "Stop at 410" };
const LATER = { id: "2b3c4d5e6f708192a3b4c5d6e7f809123456789a", subject: "Keep the queue in a file" };

const of = (round: 1 | 2, cluster: string) => ({ review: round === 1 ? FIRST : SECOND, round, cluster });

/** An earlier finding; its name and place follow from round and cluster. */
export function aPrevious(round: 1 | 2, cluster: string, over: Over<PreviousFinding>): Over<PreviousFinding> {
  return { ref: `R${round}.${cluster}`, of: of(round, cluster), severity: "important", rounds: [round], ...over };
}

const verdict = { pass: 1, locations: [], quotes: [], text: "as written" } as const;

const PREVIOUS: readonly Over<PreviousFinding>[] = [
  aPrevious(1, "C1", {
    title: "Retries never stop for a `410 Gone` subscriber",
    severity: "critical",
    status: "fixed",
    text: "Its lines changed and nobody raised it again.",
    commits: [FIX],
    verdicts: [
      { reviewer: "claude", of: "R1.C1", closes: "yes", isGrounded: true, introduces: [], ...verdict },
      { reviewer: "codex", of: "R1.C1", closes: "yes", ...verdict },
    ],
  }),
  aPrevious(1, "I1", {
    title: "A restart loses every delivery that waits",
    status: "partly-fixed",
    text: "Its lines changed and it was raised again as I2.",
    commits: [LATER],
    raisedAgain: ["I2"],
    rounds: [1, 2],
    verdicts: [
      { reviewer: "claude", of: "R1.I1", closes: "partly", isGrounded: true, introduces: ["claude:I1"], ...verdict },
      { reviewer: "gemini", of: "R1.I1", closes: "no", isGrounded: false, ...verdict },
    ],
  }),
  aPrevious(1, "I2", { title: "Signatures are compared with ===", status: "gone", text: "Its file was removed." }),
  aPrevious(2, "S1", {
    title: "The backoff has no jitter",
    severity: "suggestion",
    status: "declined",
    text: "A person declined it; it was raised again.",
    decision: DECLINED,
    raisedAgain: ["X1"],
  }),
  aPrevious(2, "S2", {
    title: "Log every attempt at warning level",
    severity: "suggestion",
    status: "accepted-risk",
    text: "A person accepted the risk.",
    decision: RISK,
    raisedAgain: ["I4"],
  }),
  aPrevious(2, "S3", {
    title: "The README names the old port",
    severity: "suggestion",
    status: "open",
    text: "Its code is unchanged; nobody raised it again.",
    locations: [{ path: "README.md", start: 12, end: 12 }],
  }),
];

type LineageOver = NonNullable<ClusterOver["lineage"]>;

const seen = (round: 1 | 2, cluster: string, tier: "exact" | "coarse" | "meaning" = "exact") => ({
  of: of(round, cluster),
  tier,
  confidence: tier === "exact" ? 1 : 0.83,
  because: tier === "exact" ? "the same code in the same place" : "it says the same of the same names",
});

const kept = (id: string, members: readonly string[], title: string, lineage: LineageOver): ClusterOver => ({
  id,
  members,
  statement: aStatement({
    title,
    locations: [{ path: "src/queue.ts", start: Number(id.slice(1)) * 10, end: Number(id.slice(1)) * 10 }],
  }),
  lineage,
  identity: { version: 1, exact: `e-${id}`, code: `c-${id}` },
});

const CLUSTERS: readonly ClusterOver[] = [
  kept("I1", ["claude:I1", "codex:I1", "gemini:I1"], "The queue file is never closed", {
    kind: "introduced",
    because: "Its lines were last changed by 2b3c4d5 (Keep the queue in a file), which also changed the code of R1.I1.",
    fixOf: [of(1, "I1")],
    commit: LATER,
  }),
  kept("I2", ["claude:I2", "gemini:I2"], "A crash while writing loses the queue", {
    kind: "carried-over",
    because: "It is R1.I1, which is still open.",
    recognised: seen(1, "I1", "meaning"),
  }),
  kept("I3", ["codex:I2", "claude:I3"], "Two workers can take one delivery", {
    kind: "latent",
    because: "Its lines are as they were in round 1.",
  }),
  kept("I4", ["gemini:I3"], "Attempts are logged as errors", {
    kind: "re-raised",
    because: 'It is R2.S2; accepted as a risk on 2026-11-05 (D-abcdef0123): "the log is read by nobody"',
    recognised: seen(2, "S2", "coarse"),
    decision: RISK,
    shownBecause: "The code it was about changed in 2b3c4d5 (Keep the queue in a file).",
  }),
  kept("S1", ["codex:S1"], "Name the new port in the README", {
    kind: "new-code",
    because: "Its lines came after round 1, with 2b3c4d5 (Keep the queue in a file).",
    commit: LATER,
  }),
  kept("S2", ["claude:S1"], "Move the limit to the settings", {
    kind: "moved",
    because: "It is R2.S3, whose code is now at src/settings.ts:20.",
    recognised: seen(2, "S3"),
  }),
  kept("S3", ["gemini:S1"], "Log less", {
    kind: "contradicts",
    because: "it asks to undo what R2.S2 asked for",
    recognised: seen(2, "S2", "meaning"),
  }),
  {
    id: "X1",
    members: ["claude:S2"],
    ruling: {
      kind: "drop",
      reason: "declined-earlier",
      because: `Declined by Ada Berg on 2026-11-05 (${DECLINED}): "The schedule is fixed by contract."; its code is unchanged since.`,
    },
    lineage: { kind: "re-raised", because: "a person declined it", recognised: seen(2, "S1"), decision: DECLINED },
  },
];

/** The third round of pull request 42: every kind of lineage and every status is in it. */
export function aThirdRound(over: Over<Review> = {}): Review {
  const clusters = CLUSTERS.map(aCluster);
  const ids = clusters.flatMap(({ members }) => members.map(({ finding }) => finding));
  const reviewers = ["claude", "codex", "gemini"].map((id) => aReviewer({ id }));
  const order = reviewers.map(({ id }) => id as string);
  return aReview({
    id: THIRD,
    title: THIRD,
    origin: { kind: "round", tool: "deep-review 0" },
    scope: aScope({ repository: { name: "example/hookrelay", url: "https://github.com/example/hookrelay" } }),
    round: { number: 3, date: "2026-11-06 11:15" },
    reviewers,
    runs: order.map((reviewer) => aRun({ reviewer })),
    findings: ids
      .toSorted((one, other) => order.indexOf(one.split(":")[0] ?? "") - order.indexOf(other.split(":")[0] ?? ""))
      .map((id) => aFinding({ id })),
    clusters,
    series: {
      entries: [
        { review: FIRST, round: 1, kept: 3 },
        { review: SECOND, round: 2, kept: 4, latent: 2, introduced: 1, newCode: 0 },
      ],
      decisions: [
        {
          id: DECLINED,
          kind: "declined",
          reason: "The schedule is fixed by contract.",
          author: "Ada Berg <ada@mail.example>",
          date: "2026-11-05T08:00:00Z",
          source: "person",
        },
        {
          id: RISK,
          kind: "accepted-risk",
          reason: "the log is read by nobody",
          date: "2026-11-05T08:01:00Z",
          until: "2027-01-31",
          source: "person",
        },
      ],
      notes: ["The history was rewritten after round 1."],
    },
    previous: PREVIOUS as Review["previous"],
    ...over,
  });
}
