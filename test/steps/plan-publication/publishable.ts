import type { Grounding } from "#model/grounding.ts";
import type { Post } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Report } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { planPublication } from "#steps/plan-publication/plan-publication.ts";
import type { PublicationInput } from "#steps/plan-publication/publication-input.ts";
import { aCluster, aFinding, aReview, aReviewer, aScope, type ClusterOver, type Over } from "../../helpers/builders.ts";
import { aPull, carryOut } from "../../helpers/simulated-pull.ts";

/** A problem of a review that can be published; in `src/deliver.ts`, whose lines 35 to 60 are in the diff. */
export interface Problem {
  readonly id: string;
  readonly start?: number;
  readonly end?: number;
  readonly path?: string;
  readonly cluster?: ClusterOver;
  readonly finding?: Parameters<typeof aFinding>[0];
}

export const SCOPE = aScope({
  files: [
    { path: "src/deliver.ts", change: "modified" },
    { path: "src/old.ts", change: "deleted" },
    { path: "src/now.ts", oldPath: "src/was.ts", change: "renamed" },
  ],
  hunks: [
    { path: "src/deliver.ts", oldStart: 35, oldLines: 20, newStart: 35, newLines: 26 },
    { path: "src/deliver.ts", oldStart: 100, oldLines: 7, newStart: 106, newLines: 9 },
    { path: "src/now.ts", oldStart: 10, oldLines: 3, newStart: 10, newLines: 7 },
    { path: "src/old.ts", oldStart: 1, oldLines: 30, newStart: 0, newLines: 0 },
  ],
});

/** A round of our own about these problems. */
export function aRound(problems: readonly Problem[], over: Over<Review> = {}): Report {
  const findings = problems.map(({ id, start = 41, end = start, path = "src/deliver.ts", finding = {} }) =>
    aFinding({ id: `claude:${id}`, title: `Problem ${id}`, locations: [{ path, start, end }], ...finding }),
  );
  const clusters = problems.map(({ id, cluster = {} }) =>
    aCluster({ id, members: [`claude:${id}`], identity: { version: 1, exact: `key-${id}` }, ...cluster }),
  );
  const origin = { kind: "round", tool: "deep-review 0.1.0" } as const;
  return buildReport(aReview({ reviewers: [aReviewer()], scope: SCOPE, origin, findings, clusters, ...over }));
}

/** What the check of a problem's quote showed. */
export const groundedAs = (id: string, summary: Grounding) => ({
  finding: `claude:${id}`,
  commit: "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72",
  summary,
  places: [],
  quotes: [summary],
  class: { differs: false, why: "-" },
  fixes: [],
  claims: [],
});

/** What a plan is made from, with every part but SARIF asked for. */
export function anInput(over: Partial<PublicationInput> & Pick<PublicationInput, "report">): PublicationInput {
  return {
    pull: aPull(),
    ancestors: () => [],
    refusals: { comments: new Map(), resolves: new Map() },
    options: { parts: ["review", "summary", "check"], maxComments: 25, checkName: "Deep Review" },
    ...over,
  };
}

export const plan = (over: Parameters<typeof anInput>[0]): ReturnType<typeof planPublication> =>
  planPublication(anInput(over));

/** The pull request after a publication: what stands at the lines first, then, planned anew, what tells of it. */
export function published(over: Parameters<typeof anInput>[0]): PullRequest {
  const input = anInput(over);
  const posted = carryOut(input.pull, planPublication(input).posts.filter(isTalk));
  const rest = planPublication({ ...input, pull: posted }).posts.filter((post) => !isTalk(post));
  return carryOut(posted, rest);
}

/** Whether it stands at the lines. */
export const isTalk = ({ kind }: Post): boolean => kind === "review" || kind === "edit" || kind === "resolve";
