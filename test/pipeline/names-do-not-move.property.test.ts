import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Archive } from "#adapters/store/archive.ts";
import { lookUpName } from "#cli/find-finding.ts";
import type { RuledCluster, Ruling } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import { SEVERITIES, type Severity, severityLetter } from "#model/severity.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { indexEarlier } from "#steps/history/match/earlier-index.ts";
import { FindingMatcher } from "#steps/history/match/finding-matcher.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { findGivenNames } from "#steps/history/names/find-given-names.ts";
import { numberProblems } from "#steps/judge/number-problems.ts";
import { UserError } from "#util/errors.ts";
import { aFinding, aMember, aReview } from "../helpers/builders.ts";

/** Problems that nobody could take for each other. */
const PROBLEMS = [
  ["`drain` posts an absent job when the queue runs empty", "src/queue.ts", "const job = jobs.shift();"],
  ["The password is compared in variable time", "src/login.ts", "if (given === stored) return session(user);"],
  ["Uploads are kept in memory without a limit", "src/upload.ts", "chunks.push(await request.read());"],
  ["A missing `Retry-After` header means no wait at all", "src/client.ts", "await sleep(headers.retryAfter * 1000);"],
  ["Dates are parsed in the zone of the server", "src/report.ts", "const day = new Date(row.day);"],
  ["The cache is never told of a deleted tenant", "src/tenants.ts", "await store.delete(tenant.id);"],
] as const;

/** What a round says about one problem. */
interface Raised {
  readonly problem: number;
  readonly severity: Severity;
  readonly outcome: "kept" | "refuted" | "declined" | "routed";
  /** Raised as two findings that nobody merged. */
  readonly isSplit: boolean;
}

/** One round; a resumed one had a record before its last findings came. */
interface RoundPlan {
  readonly raised: readonly Raised[];
  readonly resumedAfter: number | undefined;
}

const raised: fc.Arbitrary<Raised> = fc.record({
  problem: fc.nat({ max: PROBLEMS.length - 1 }),
  severity: fc.constantFrom(...SEVERITIES),
  outcome: fc.constantFrom("kept", "kept", "kept", "refuted", "declined", "routed"),
  isSplit: fc.boolean(),
});

const plan: fc.Arbitrary<RoundPlan> = fc.record({
  raised: fc.uniqueArray(raised, { selector: ({ problem }) => problem, maxLength: PROBLEMS.length }),
  resumedAfter: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
});

const OUTCOMES: Readonly<Record<Raised["outcome"], (severity: Severity) => Ruling>> = {
  kept: (severity) => ({ kind: "keep", severity, because: "raised", author: { kind: "program" } }),
  refuted: () => ({ kind: "drop", reason: "refuted", because: "it is not so", author: { kind: "program" } }),
  declined: () => ({ kind: "drop", reason: "declined-earlier", because: "declined", author: { kind: "program" } }),
  routed: () => ({ kind: "route", to: "design", because: "a wish", author: { kind: "program" } }),
};

const titleOf = (problem: number): string => PROBLEMS[problem]![0];

/** The findings of a round, one for each problem or two where it is split. */
function findingsOf(said: readonly Raised[]): { finding: GroundedFinding["finding"]; by: Raised }[] {
  return said.flatMap((by, at) => {
    const [title, path, code] = PROBLEMS[by.problem]!;
    return Array.from({ length: by.isSplit ? 2 : 1 }, (_, half) => ({
      by,
      finding: aFinding({
        id: `claude:${severityLetter(by.severity)}${2 * at + half + 1}`,
        title,
        locations: [{ path, start: 10 + half * 40, end: 10 + half * 40 }],
        quotes: [{ code, language: "ts" }] as never,
        body: `${title}. It is at ${path}.`,
      }),
    }));
  });
}

/** A round as the program makes it: matched with the earlier ones, numbered, and recorded with its links. */
function runRound(said: readonly Raised[], earlier: readonly Review[], former?: Review): Review {
  const id = `202611${String(earlier.length + 1).padStart(2, "0")}-091500-branch-x`;
  const findings = findingsOf(said);
  const grounded = findings.map(({ finding }) => ({ finding }));
  const known = collectProblems(earlier, [], { today: "2026-12-01", series: ["branch-x"] });
  const matcher = new FindingMatcher(indexEarlier(known, {}), { findings: grounded.map(({ finding }) => finding) });
  const match = ({ members }: Pick<RuledCluster, "members">) => {
    const found = matcher.match(members.map(({ finding }) => finding));
    const problem = known.find(({ ref }) => ref.review === found?.of.review && ref.cluster === found.of.cluster);
    return found && problem && { match: found, problem };
  };
  const names = findGivenNames({
    reviews: earlier,
    problems: known,
    former,
    matches: { match },
    grounded,
    symbols: new Map(),
  });
  const unnamed = findings.map(({ finding, by }) => ({
    members: [aMember(finding.id)],
    credits: [{ reviewer: finding.reviewer }],
    speaker: finding.id,
    ruling: OUTCOMES[by.outcome](by.severity),
  }));
  const clusters = numberProblems(unnamed, { raised: grounded, names }).map((cluster): RuledCluster => {
    const { finding } = grounded.find((each) => each.finding.id === cluster.speaker)!;
    const recognised = match(cluster)?.match;
    const isTraced =
      cluster.ruling.kind === "keep" ||
      (cluster.ruling.kind === "drop" && cluster.ruling.reason === "declined-earlier");
    const lineage = recognised && { kind: "carried-over" as const, because: "it is open", recognised };
    return {
      ...cluster,
      identity: makeIdentity({ problem: finding }),
      ...(isTraced && lineage !== undefined && { lineage }),
    };
  });
  const entries = earlier.map((review, at) => ({ review: review.id, round: at + 1, kept: 0 }));
  return aReview({
    id,
    origin: { kind: "round", tool: "deep-review" },
    findings: grounded.map(({ finding }) => finding),
    clusters: clusters as never,
    series: { entries, notes: [], retired: [...names.retired] },
  });
}

const archiveOf = (reviews: readonly Review[]): Archive =>
  ({
    read(id: string) {
      const found = reviews.find((review) => review.id === id);
      if (found === undefined) throw new UserError({ what: "missing", why: "missing", fix: "none" });
      return Promise.resolve(found);
    },
  }) as unknown as Archive;

const problemOf = ({ findings }: Review, { speaker }: RuledCluster): string =>
  findings.find(({ id }) => id === speaker)?.title ?? "";

test("no name ever denotes two problems, and every printed name finds its problem in the last round", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 6 }), async (plans) => {
      const rounds: Review[] = [];
      const printed: { name: string; round: number; problem: string }[] = [];
      const print = (review: Review): void => {
        for (const cluster of review.clusters)
          printed.push({ name: cluster.id, round: rounds.length + 1, problem: problemOf(review, cluster) });
      };
      for (const { raised: said, resumedAfter } of plans) {
        const former = resumedAfter === undefined ? undefined : runRound(said.slice(0, resumedAfter), rounds);
        if (former !== undefined) print(former);
        const review = runRound(said, rounds, former);
        print(review);
        rounds.push(review);
      }
      const meanings = new Map<string, string>();
      for (const { name, problem } of printed) {
        expect(`${name}: ${meanings.get(name) ?? problem}`).toBe(`${name}: ${problem}`);
        meanings.set(name, problem);
      }
      const last = { archive: archiveOf(rounds), review: rounds.at(-1)!, isReviewNamed: false };
      for (const { name, round, problem } of printed) {
        for (const wanted of [name, `R${round}.${name}`]) {
          const { home } = (await lookUpName(wanted, last)) ?? {};
          expect([wanted, home && problemOf(home.review, home.cluster)]).toEqual([wanted, problem]);
        }
        // Where the last round raises the problem, its own finding is meant, not what an earlier one said.
        const isRaised = last.review.clusters.some((cluster) => problemOf(last.review, cluster) === problem);
        const isOne = plans.every(({ raised: said }) =>
          said.every((by) => titleOf(by.problem) !== problem || !by.isSplit),
        );
        if (isRaised && isOne) expect((await lookUpName(name, last))?.home?.review.id).toBe(last.review.id);
      }
    }),
    { numRuns: 25 },
  );
});

test("a problem that was listed once has the same name in every later round, whatever its severity", () => {
  fc.assert(
    fc.property(fc.array(plan, { minLength: 2, maxLength: 6 }), (plans) => {
      const rounds: Review[] = [];
      const first = new Map<string, string>();
      for (const { raised: said } of plans) {
        const review = runRound(said, rounds);
        for (const { problem, isSplit } of said) {
          if (isSplit) continue;
          const title = titleOf(problem);
          const cluster = review.clusters.find((each) => problemOf(review, each) === title)!;
          const known = first.get(title);
          if (known !== undefined) expect(cluster.id).toBe(known);
        }
        for (const cluster of review.clusters) {
          const title = problemOf(review, cluster);
          if (cluster.ruling.kind === "keep" && !first.has(title)) first.set(title, cluster.id);
        }
        rounds.push(review);
      }
    }),
    { numRuns: 25 },
  );
});
