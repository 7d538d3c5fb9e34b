import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMarker } from "#grammar/marker.ts";
import { clusterId, reviewId } from "#model/ids.ts";
import type { Post } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { PublicationInput } from "#steps/plan-publication/publication-input.ts";
import { ADA, aComment, aPull, carryOut } from "../../helpers/simulated-pull.ts";
import { anInput, aRound, plan, type Problem, published } from "./publishable.ts";

const FIRST = "20261102-091500-pr-42";
const SECOND = "20261104-101500-pr-42";
const STATUSES = ["fixed", "gone", "open", "declined", "unknown"] as const;

/** What becomes of a problem of the first round in the second: `again` is raised again, under another name. */
const fate = fc.constantFrom("again", ...STATUSES);

/** Life of a pull request: problems of the first round, what people do, problems of the second. */
const life = fc.record({
  first: fc.array(fc.record({ line: fc.integer({ min: 30, max: 70 }), fate }), { maxLength: 6 }),
  news: fc.array(fc.integer({ min: 30, max: 70 }), { maxLength: 4 }),
  most: fc.integer({ min: 0, max: 8 }),
  replied: fc.array(fc.nat(5), { maxLength: 2 }),
  resolved: fc.array(fc.nat(5), { maxLength: 2 }),
  deleted: fc.array(fc.nat(5), { maxLength: 1 }),
  refused: fc.array(fc.nat(9), { maxLength: 2 }),
  /** Where the connection is lost: after so many posts, with so many comments of the next. */
  lost: fc.array(fc.tuple(fc.nat(6), fc.nat(3)), { maxLength: 3 }),
});

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

function inputsOf({ first, news, most, refused }: Life): readonly [PublicationInput, PublicationInput] {
  const options = { parts: ["review", "summary", "check"], maxComments: most, checkName: "Deep Review" } as const;
  const earlier = first.map(({ line }, at): Problem => ({ id: `I${at + 1}`, start: line, end: line + 2 }));
  const again = first.flatMap(({ line, fate: kind }, at) => (kind === "again" ? [{ line, of: at + 1 }] : []));
  const shifted = [...again.toReversed(), ...news.map((line) => ({ line, of: 0 }))];
  const problems = shifted.map(({ line, of }, at): Problem => {
    const id = `I${at + 1}`;
    const was = { review: FIRST, round: 1, cluster: `I${of}` };
    const recognised = { of: was, tier: "meaning", confidence: 0.8, because: "it says the same" } as const;
    const lineage = { kind: "moved", because: "it was open", recognised } as const;
    const identity = { version: 1, exact: `second-${id}` };
    return { id, start: line, cluster: { identity, ...(of > 0 && { lineage }) } };
  });
  const previous = first.flatMap(({ fate: status }, at): PreviousFinding[] => {
    if (status === "again") return [];
    const of = { review: reviewId(FIRST), round: 1, cluster: clusterId(`I${at + 1}`) };
    return [{ ref: `R1.I${at + 1}`, title: "Earlier", status, text: "why", severity: "important", of }];
  });
  const series = { entries: [{ review: FIRST, round: 1, kept: first.length }], notes: [] };
  const refusals = {
    comments: new Map(refused.map((at) => [clusterId(`I${at + 1}`), "not part of the diff"])),
    resolves: new Map(refused.map((at) => [`PRRT_${101 + at}`, "not accessible"])),
  };
  return [
    anInput({ report: aRound(earlier), options }),
    anInput({ report: aRound(problems, { id: SECOND, previous, series }), options, refusals }),
  ];
}

/** The posts before the connection is lost, the last of them half done. */
function prefix(posts: readonly Post[], [whole, comments]: readonly [number, number]): Post[] {
  const next = posts[whole];
  const part = next?.kind === "review" ? [{ ...next, comments: next.comments.slice(0, comments) }] : [];
  return [...posts.slice(0, whole), ...part];
}

function people(pull: PullRequest, { replied, resolved, deleted }: Life): PullRequest {
  const threads = pull.threads.flatMap((thread, at) => {
    if (deleted.includes(at)) return [];
    const answers = replied.includes(at) ? [aComment("Why?", { id: 5000 + at, author: ADA })] : [];
    const closed = resolved.includes(at) ? { isResolved: true, resolvedBy: ADA.login } : {};
    return [{ ...thread, ...closed, comments: [...thread.comments, ...answers] }];
  });
  return { ...pull, threads };
}

/** Publishes until nothing is left to do, through lost connections. */
function publish(input: PublicationInput, pull: PullRequest, lost: Life["lost"]): PullRequest {
  const torn = lost.reduce((now, at) => carryOut(now, prefix(plan({ ...input, pull: now }).posts, at)), pull);
  return published({ ...input, pull: torn });
}

const NO_REFUSALS = { comments: new Map(), resolves: new Map() };

test("published again, whatever happened on the way, nothing is double, nothing is missing, nothing is left to do", () => {
  fc.assert(
    fc.property(life, (one) => {
      let pull = aPull();
      const touched = new Map<string, string>();
      for (const input of inputsOf(one)) {
        pull = publish(input, pull, one.lost);
        // What was refused in this run is known to the next.
        const again = plan({ ...input, pull, refusals: NO_REFUSALS });
        expect(again.posts).toEqual([]);
        expectWhole(input, pull, again);
        for (const { id, comments } of pull.threads)
          if (touched.has(id)) expect(comments[0]?.body).toBe(touched.get(id));
        pull = people(pull, one);
        for (const { id, isResolved, comments } of pull.threads)
          if (comments.length > 1 || isResolved === true) touched.set(id, comments[0]?.body ?? "");
      }
    }),
    { numRuns: 60 },
  );
});

/** Every finding has one thread, or a reason why it has none; there is one summary and one check. */
function expectWhole({ report }: PublicationInput, pull: PullRequest, { withheld }: ReturnType<typeof plan>): void {
  expect(pull.comments).toHaveLength(1);
  expect(pull.checks).toHaveLength(1);
  const names = pull.threads.map(({ comments }) => {
    const marker = parseMarker(comments[0]?.body ?? "");
    return marker?.kind === "finding" ? `${marker.review}/${marker.id}` : "none";
  });
  expect(new Set(names).size).toBe(names.length);
  for (const { id, cluster } of report.kept) {
    const of = cluster.lineage?.recognised?.of;
    const own = [`${report.review.id}/${id}`, ...(of === undefined ? [] : [`${of.review}/${of.cluster}`])];
    const threads = names.filter((name) => own.includes(name)).length;
    expect(threads + withheld.filter((finding) => finding.of === id).length).toBe(1);
  }
}
