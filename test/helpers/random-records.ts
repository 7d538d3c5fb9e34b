import * as fc from "fast-check";
import type { RuledCluster } from "#model/cluster.ts";
import type { LedgerInput } from "#model/ledger.ts";
import { claimAuditSchema, type RunClaim } from "#model/panel/run-claim.ts";
import type { Review } from "#model/review.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";
import {
  aCluster,
  aDecision,
  aFailedRun,
  aFinding,
  type aMember,
  aReview,
  aReviewer,
  aRun,
  aScope,
} from "./builders.ts";

/**
 * Whole records around such panels: runs that fail or say nothing, credits without a raw finding, commenters, decisions
 * on kept findings, on others and on remarks, gaps. Some belong to the same pull request.
 */
export function records(): fc.Arbitrary<Review> {
  const kind = fc.constantFrom("fixed", "declined", "accepted-risk", "reopened", "commented", "not-applicable");
  const about = fc.constantFrom("kept", "other", "remark");
  return fc
    .record({
      panel: panels(),
      outcomes: fc.array(fc.constantFrom("completed", "completed", "failed", "silent"), { minLength: 4, maxLength: 4 }),
      seconds: fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 4, maxLength: 4 }),
      decisions: fc.array(fc.record({ kind, about, at: fc.nat() }), { maxLength: 8 }),
      gaps: fc.nat(2),
      credited: fc.boolean(),
      comments: fc.boolean(),
      isRound: fc.boolean(),
      number: fc.integer({ min: 1, max: 40 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map((draw) => recordOf(draw));
}

interface Draw {
  readonly panel: LedgerInput;
  readonly outcomes: readonly string[];
  readonly seconds: readonly number[];
  readonly decisions: readonly { readonly kind: string; readonly about: string; readonly at: number }[];
  readonly gaps: number;
  readonly credited: boolean;
  readonly comments: boolean;
  readonly isRound: boolean;
  readonly number: number;
  readonly day: number;
}

/** Each record has a second of its own, so that no two have the same id. */
let made = 0;

const two = (number: number): string => String(number).padStart(2, "0");

function recordOf(draw: Draw): Review {
  const { findings, clusters } = draw.panel;
  const reviewers = NAMES.map((id, at) =>
    aReviewer({ id, ...(draw.comments && at === 3 && { kind: "person", optional: true, commented: true }) }),
  );
  const runs = NAMES.flatMap((reviewer, at) => {
    const seconds = draw.seconds[at] ?? 1;
    if (draw.outcomes[at] === "failed") return [aFailedRun({ reviewer, durationSeconds: seconds })];
    const text = draw.outcomes[at] === "silent" ? { text: undefined, textStatus: "absent" as const } : {};
    return [aRun({ reviewer, durationSeconds: seconds, ...text })];
  });
  const isRound = draw.isRound && clusters.every(({ members }) => members.length > 0);
  const lone = aCluster({ id: "I90", members: [], credits: [{ reviewer: "claude" }, { reviewer: "codex" }] });
  const all = draw.credited && !isRound ? [...clusters, lone] : clusters;
  const kept = all.filter(({ ruling }) => ruling.kind === "keep");
  const rest = all.filter(({ ruling }) => ruling.kind !== "keep");
  made += 1;
  return aReview({
    id: `202611${two(draw.day)}-${two(8 + (Math.floor(made / 3600) % 12))}${two(Math.floor(made / 60) % 60)}${two(made % 60)}-pr-${draw.number}`,
    origin: isRound ? { kind: "round", tool: "deep-review 0" } : { kind: "import", format: "deep-review-markdown" },
    scope: aScope({ pullRequest: { number: draw.number, title: "A change" }, branch: `branch-${draw.number}` }),
    reviewers,
    runs,
    findings,
    ...(isRound && { groundings: [], runClaims: statedRuns(findings, draw.day) }),
    clusters: all,
    decisions: draw.decisions.map(({ kind, about, at }) => {
      const of = about === "kept" ? kept : about === "other" ? rest : [];
      const cluster = of[at % Math.max(1, of.length)]?.id;
      const what = { kind: cluster === undefined ? ("testing" as const) : ("finding" as const), text: "it" };
      return aDecision({
        kind: kind as Review["decisions"][number]["kind"],
        about: cluster === undefined ? what : { ...what, cluster },
      });
    }),
    gaps: Array.from({ length: draw.gaps }, (_, at) => `source ${"abc"[at]} is not there`),
  });
}

/** Every other finding states a run, with one audit after the other. */
function statedRuns(findings: LedgerInput["findings"], day: number): RunClaim[] {
  return findings
    .filter((_, at) => (at + day) % 2 === 0)
    .map(({ id, reviewer }, at) => ({
      reviewer,
      pass: 1,
      finding: id,
      line: at + 1,
      kind: (at + day) % 3 === 0 ? "output" : "statement",
      words: "I ran `npm test`: 14 passed.",
      audit: claimAuditSchema.options[(at + day) % 4] ?? "in-log",
      why: "its log says so",
    }));
}

/**
 * Panels of one to four reviewers with up to eight findings each, dealt out to clusters of all rulings. A second finding of
 * a reviewer in one cluster may be its duplicate, and some findings feed a further kept cluster.
 */
export function panels(): fc.Arbitrary<LedgerInput> {
  const draw = fc.record({
    panel: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
    kinds: fc.array(fc.constantFrom("keep" as const, "route" as const, "drop" as const), {
      minLength: 1,
      maxLength: 12,
    }),
    choices: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  });
  return draw.map(({ panel, kinds, choices }) => {
    const findings = panel.flatMap((size, seat) =>
      someFindings(NAMES[seat] ?? "claude", Math.max(size, seat === 0 ? 1 : 0), choices),
    );
    return { findings, clusters: dealt(findings, kinds, choices) };
  });
}

const NAMES = ["claude", "codex", "gemini", "qwen"];

function someFindings(reviewer: string, size: number, choices: readonly number[]): LedgerInput["findings"] {
  return Array.from({ length: size }, (_, index) => {
    const severity = SEVERITIES[(choices[index] ?? 0) % 3] ?? "suggestion";
    return aFinding({ id: `${reviewer}:${severityLetter(severity)}${index + 1}` });
  });
}

function dealt(
  findings: LedgerInput["findings"],
  kinds: readonly ("keep" | "route" | "drop")[],
  choices: readonly number[],
): RuledCluster[] {
  const hands = kinds.map((): (Parameters<typeof aMember>[0] & object)[] => []);
  findings.forEach(({ id, reviewer }, index) => {
    const choice = choices[index % choices.length] ?? 0;
    const hand = hands[choice % hands.length] ?? [];
    const mayBeDuplicate = hand.some(
      ({ finding, share }) => share === "primary" && finding?.startsWith(`${reviewer}:`),
    );
    hand.push({ finding: id, share: mayBeDuplicate && choice % 2 === 0 ? "duplicate" : "primary" });
    const extra = (choice + 1) % hands.length;
    const isOther = extra !== choice % hands.length && kinds[extra] === "keep";
    if (isOther && choice % 3 === 0) hands[extra]?.push({ finding: id, share: "secondary" });
  });
  const letters = { keep: ["C", "I", "S"], route: ["R"], drop: ["X"] };
  return hands.flatMap((members, index) => {
    const some = letters[kinds[index] ?? "keep"];
    const id = `${some[((choices[0] ?? 0) + index) % some.length]}${index + 1}`;
    return members.length > 0 ? [aCluster({ id, members })] : [];
  });
}
