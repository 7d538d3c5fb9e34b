import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { isSureEnough } from "#steps/history/match/thresholds.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { indexEarlier } from "#steps/history/match/earlier-index.ts";
import { FindingMatcher } from "#steps/history/match/finding-matcher.ts";
import { aCluster, aDecision, aFinding, aReview } from "../../../helpers/builders.ts";

/** One problem in the words of twenty rounds: a webhook's signature is compared in a way that leaks timing. */
const REWORDED: readonly (readonly [title: string, body: string])[] = [
  [
    "`verifySignature` compares signatures with `===`",
    "The comparison stops at the first differing byte, so an attacker can measure how much of the signature was right.",
  ],
  [
    "Signature check is not constant time",
    "`verifySignature` uses `===`; the time it takes tells how many leading bytes match. Use `timingSafeEqual`.",
  ],
  [
    "Timing side channel in `verifySignature`",
    "String equality returns early. An attacker who measures answers can guess the signature byte by byte.",
  ],
  [
    "Use `crypto.timingSafeEqual` for the webhook signature",
    "Comparing the digest with `===` in `verifySignature` leaks timing.",
  ],
  [
    "Webhook signatures can be guessed by timing",
    "`verifySignature` compares the expected and the given signature with plain equality, which is not constant time.",
  ],
  [
    "Non-constant-time comparison of the signature",
    "`expected === given` in `verifySignature` leaks the length of the common prefix through timing.",
  ],
  [
    "`===` on HMAC digests leaks timing information",
    "The digest comparison of `verifySignature` should be done by `timingSafeEqual`.",
  ],
  [
    "`verifySignature` is open to a timing attack",
    "The strict equality leaves at the first mismatch; measure often enough and the signature is known.",
  ],
  ["Compare signatures in constant time", "`verifySignature` returns as soon as one byte of the signature differs."],
  [
    "The HMAC check leaks through its running time",
    "`given === expected` in `verifySignature` is faster for a wrong first byte than for a wrong last one.",
  ],
  [
    "Insecure comparison in `verifySignature`",
    "Signatures are compared by `===` instead of `crypto.timingSafeEqual`: a timing oracle.",
  ],
  [
    "Attackers can learn the signature byte by byte",
    "`verifySignature` does not compare in constant time, so response times leak the matching prefix.",
  ],
  [
    "Signature comparison short-circuits",
    "`===` in `verifySignature` short-circuits on the first difference. That is a timing side channel.",
  ],
  [
    "`timingSafeEqual` is missing in signature verification",
    "Plain equality in `verifySignature` tells by timing how far the signatures agree.",
  ],
  [
    "Early exit in the signature check",
    "The check of the webhook signature in `verifySignature` exits early and leaks timing to the sender.",
  ],
  [
    "Timing of `verifySignature` depends on the secret digest",
    "Equality on strings takes longer the more bytes of the signature match.",
  ],
  [
    "Replace `===` by a constant-time compare in `verifySignature`",
    "Otherwise the webhook signature can be recovered by timing.",
  ],
  [
    "Possible timing attack on webhook signatures",
    "The signature is checked with `===`; `verifySignature` should use `timingSafeEqual`.",
  ],
  [
    "`verifySignature`: the comparison is variable time",
    "An attacker observes how long the comparison of signatures takes and learns the digest.",
  ],
  [
    "Constant-time equality needed for signatures",
    "`verifySignature` compares digests with `===`, which returns at the first different byte.",
  ],
];
const FIXES = [
  {
    text: "Use `crypto.timingSafeEqual` on buffers of equal length.",
    diffs: ["-  return digest(body) === given;\n+  return timingSafeEqual(digest(body), Buffer.from(given));"],
  },
  {
    text: "Hash both sides and compare the hashes with `timingSafeEqual`.",
    diffs: ["-  return digest(body) === given;\n+  return timingSafeEqual(hash(digest(body)), hash(given));"],
  },
];

/** What the same reviewer says beside it in every round: other problems of the same function. */
const OTHERS: readonly (readonly [title: string, body: string])[] = [
  [
    "`verifySignature` accepts an empty header",
    "A request without `x-signature` is compared with the digest of an empty body and may pass.",
  ],
  ["No test for a wrong signature", "`verifySignature` is only tested with requests that are right."],
  [
    "`verifySignature` reads the body twice",
    "The stream is consumed by the parser before it is hashed, which costs memory for large bodies.",
  ],
];

const CODE = "const given = request.headers['x-signature'];\nreturn digest(body) === given;";

/** A finding as agents are asked for it: with the code that it is about, and a fix. */
function said(id: string, at: number, [title, body]: readonly [title: string, body: string]): Finding {
  return aFinding({
    id,
    title,
    body,
    locations: [{ path: "src/signature.ts", start: 12 + at, end: 19 + at }],
    quotes: [{ language: "ts", code: CODE }],
    fix: id === "claude:S1" ? FIXES[at % 2] : undefined,
  });
}

/** The findings that are not shown to the reader. */
function droppedOf(findings: readonly Finding[], known: readonly EarlierProblem[]): string[] {
  const matcher = new FindingMatcher(indexEarlier(known), { findings });
  return findings
    .map(({ id }) => id as string)
    .filter((id) => {
      const recognition = matcher.match([id]);
      const decision = known.find(({ ref }) => isDeepStrictEqual(ref, recognition?.of))?.decision;
      return recognition !== undefined && decision?.kind === "declined" && isSureEnough(recognition, decision);
    });
}

test("a declined problem is dropped in each of twenty rounds that reword it, and its neighbours never", () => {
  const first = said("claude:S1", 0, ["Signatures are compared by `===`", "`verifySignature` leaks timing by that."]);
  const reason = "the relay is behind a proxy that adds jitter";
  const decisions = [
    aDecision({ kind: "declined", about: { kind: "finding", cluster: "S1", text: first.title }, reason }),
  ];
  const rounds = [aReview({ id: "20261101-080000-pr-42", findings: [first], decisions })];
  const dropped = REWORDED.map((reworded, at) => {
    const known = collectProblems(rounds, [], { today: "2026-12-01", series: ["pr-42"] });
    const findings = [reworded, ...OTHERS].map((words, index) => said(`claude:S${index + 1}`, at, words));
    const silent = droppedOf(findings, known);
    const because = "declined in round 1";
    const clusters = findings.map(({ id }, index) =>
      silent.includes(id)
        ? aCluster({
            id: `X${index + 1}`,
            members: [id],
            ruling: { kind: "drop", reason: "declined-earlier", because },
          })
        : aCluster({ id: `S${index + 1}`, members: [id] }),
    );
    rounds.push(aReview({ id: `202611${String(at + 2).padStart(2, "0")}-080000-pr-42`, findings, clusters }));
    return silent;
  });
  expect(dropped).toEqual(REWORDED.map(() => ["claude:S1"]));
});
