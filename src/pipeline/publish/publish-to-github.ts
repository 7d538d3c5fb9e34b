import { omitUndefined } from "#util/omit-undefined.ts";
import { setTimeout as pause } from "node:timers/promises";
import { type GitHub, GitHubError, type GitHubWait } from "#adapters/github/client.ts";
import { connectGitHub } from "#adapters/github/find-token.ts";
import type { Environment } from "#adapters/github/api-urls.ts";
import { isLoopback } from "#adapters/github/pull-address.ts";
import { readHead, readPullRequest } from "#adapters/github/read-pull-request.ts";
import { LostWrite } from "#adapters/github/write/attempt.ts";
import { deleteDraft } from "#adapters/github/write/post-review.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { type Post, type Publication, PUBLICATION_PARTS, type PublicationPart } from "#model/pull/publication.ts";
import type { PullAddress, PullRequest } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { planPublication } from "#steps/plan-publication/plan-publication.ts";
import {
  DEFAULT_CHECK_NAME,
  DEFAULT_MAX_COMMENTS,
  type PublicationInput,
  type PublicationOptions,
} from "#steps/plan-publication/publication-input.ts";
import { withoutDecided } from "#steps/plan-publication/without-decided.ts";
import { UserError } from "#util/errors.ts";
import { asItWouldBeSent } from "./as-it-would-be-sent.ts";
import { carryOut, partOf, type PublishingTools } from "./carry-out.ts";
import { endWaits } from "./end-waits.ts";
import { explainFailure, withoutToken } from "./explain-failure.ts";
import { findAncestors } from "./find-ancestors.ts";
import { findDecided } from "./find-decided.ts";
import { findHunks } from "./find-hunks.ts";
import { findPullAddress } from "./find-pull-address.ts";
import { nothingPosted, type Posted, resolveLostWrite } from "./posted.ts";
import { blindParts, draftsIn, moved, requireSame, pendingReviewError } from "./require-postable.ts";
import { sarifLog } from "./sarif-log.ts";

export { describePublication } from "#steps/plan-publication/describe-publication.ts";
export type { GitHubWait };

/** What is to be published, and how. */
export interface PublishRequest {
  readonly review: Review;
  /** The pull request that the user names; absent: the one that the review is of. */
  readonly pr?: string;
  /** What is not said is as usual. */
  readonly options: Partial<PublicationOptions>;
  /** Post although the pull request has moved on: other commits, closed, merged. */
  readonly allowMoved: boolean;
  /** Only say what would be sent. */
  readonly isDryRun: boolean;
}

/** What publishing needs from its surroundings. */
export interface PublishHost {
  readonly archive: Archive;
  /** Where the repository may be; a review can be published without it. */
  readonly folder: string;
  readonly env: Environment;
  /** Name and version of the program. */
  readonly tool: { readonly name: string; readonly version: string };
  /** Stops between two posts; the same command goes on later. */
  readonly stop: AbortSignal;
  readonly onWait: (wait: GitHubWait) => void;
  /** Hears that a try of a request, counted from 1, has no answer yet. */
  readonly onSlow?: (host: string, attempt: number) => void;
}

/** How publishing ended. */
export interface Published {
  readonly pull: PullRequest;
  /** What was asked for. */
  readonly parts: readonly PublicationPart[];
  /** The plan that was carried out last; of a dry run the one that would be. */
  readonly plan: Publication;
  readonly posted: Posted;
  readonly isStopped: boolean;
  /** Its head is another commit than the reviewed one. */
  readonly hasMoved: boolean;
  /** Whether what we posted before can be known; a dry run needs no token. */
  readonly isKnown: boolean;
  /** Requests that went out, reads too. */
  readonly calls: number;
}

/**
 * Publishes a review to its pull request: read what is there, plan what is missing, write that. Whatever happens on the
 * way, the same command later finds what is there and writes the rest, so nothing is posted twice.
 */
export async function publishToGitHub(request: PublishRequest, host: PublishHost): Promise<Published> {
  const { review, pr, isDryRun } = request;
  const address = findPullAddress(review, pr, host.env);
  const ender = endWaits(host);
  const { signal, onWait } = ender;
  const pace = !isLoopback(address.host);
  const userAgent = `${host.tool.name}/${host.tool.version}`;
  const onSlow = (attempt: number): void => host.onSlow?.(address.host, attempt);
  const github = await connectGitHub({ env: host.env, host: address.host, userAgent, signal, onWait, onSlow, pace });
  if (!github.hasToken && !isDryRun) throw withoutToken(address);
  const posted = nothingPosted();
  try {
    const options = { ...USUAL, ...omitUndefined(request.options) };
    return await converge({ request, options, host, github, address, posted, known: await gather(review, host) });
  } catch (error) {
    throw explainFailure(error, { address, posted });
  } finally {
    ender.close();
  }
}

const USUAL: PublicationOptions = {
  parts: PUBLICATION_PARTS,
  maxComments: DEFAULT_MAX_COMMENTS,
  checkName: DEFAULT_CHECK_NAME,
};

/** What a plan is made from beside the pull request, which may change meanwhile. */
type Known = Pick<PublicationInput, "report" | "ancestors" | "decided" | "hunks">;

async function gather(review: Review, { archive, env, folder }: PublishHost): Promise<Known> {
  const hunks = await findHunks(folder, review);
  return {
    report: buildReport(review),
    ancestors: await findAncestors(archive, review),
    decided: await findDecided(archive, review, env),
    hunks,
  };
}

interface Course {
  readonly request: PublishRequest;
  readonly options: PublicationOptions;
  readonly host: PublishHost;
  readonly github: GitHub;
  readonly address: PullAddress;
  readonly posted: Posted;
  readonly known: Known;
}

/** Reads, plans and writes; again where a write was lost, since only a fresh reading tells whether it was done. */
async function converge(course: Course): Promise<Published> {
  const { request, options, host, github, posted } = course;
  let lost: Post | undefined;
  let state: Omit<Published, "isStopped" | "calls"> | undefined;
  const end = (done: NonNullable<typeof state>, isStopped: boolean): Published => ({
    ...done,
    isStopped,
    calls: countCalls(github),
  });
  for (let turn = 1; ; turn += 1) {
    const writing: Writing = {};
    try {
      const pull = await readClean(course);
      requireSame(request.review, pull, request.allowMoved);
      for (const part of request.isDryRun ? [] : blindParts(pull, options.parts))
        posted.closed.set(part, { kind: "unread", words: `it might be there already: ${pull.limits.join("; ")}` });
      const plan = planOn(pull, course);
      const hasMoved = pull.head.commit !== request.review.scope.head;
      state = { pull, parts: options.parts, plan, posted, hasMoved, isKnown: github.hasToken };
      if (request.isDryRun) return end({ ...state, plan: await asItWouldBeSent(plan, deskFor(pull, course)) }, false);
      if (lost !== undefined) resolveLostWrite(lost, plan, posted);
      const isStopped = await write(state, course, writing);
      if (!isStopped) await takeBackDoubles(course);
      return end(state, isStopped);
    } catch (error) {
      const mayGoOn = error instanceof LostWrite && turn < TURNS;
      if (host.stop.aborted && state !== undefined && (mayGoOn || isAbort(error))) return end(state, true);
      if (!mayGoOn) throw error;
      lost = writing.post;
      // What the platform still works on should be there when it is read.
      if (!isLoopback(course.address.host)) await pause(turn * SETTLE_MS);
    }
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const TURNS = 3;
const SETTLE_MS = 2000;

/** The pull request as it is now, without a draft of ours that an earlier run could not hand in. */
async function readClean({ request, github, address }: Course): Promise<PullRequest> {
  const pull = await readPullRequest(github, address);
  const { ours } = draftsIn(pull);
  if (ours.length === 0 || request.isDryRun) return pull;
  for (const { id } of ours) await deleteDraft(github, address, id);
  return readPullRequest(github, address);
}

/** What is missing on the platform now. What is closed to us is not planned, so that the summary does not promise it. */
function planOn(pull: PullRequest, { options, known, posted }: Course): Publication {
  const { closed, refusals } = posted;
  const parts = options.parts.filter((part) => !closed.has(part));
  const why = new Map([...closed].map(([part, { kind }]) => [part, kind === "unread" ? UNREAD : NOT_LET]));
  return planPublication({ ...known, pull, refusals, closed: why, options: { ...options, parts } });
}

const NOT_LET = "GitHub did not let us comment";
const UNREAD = "the comments that are there could not all be read";

interface Writing {
  /** In hand. */
  post?: Post;
}

/** Writes what the plan says, comments first: what became of them goes into the summary. Resolves to whether it was stopped. */
async function write(
  { pull, plan }: Pick<Published, "pull" | "plan">,
  course: Course,
  writing: Writing,
): Promise<boolean> {
  const { host, posted } = course;
  const desk = deskFor(pull, course);
  if (plan.posts.some(({ kind }) => kind === "review")) await requireFree(pull, course);
  const before = { refused: refusedCount(posted), comments: posted.comments.size, late: posted.late.size };
  const carryAll = async (posts: readonly Post[]): Promise<boolean> => {
    for (const post of posts) {
      if (host.stop.aborted) return true;
      writing.post = post;
      await carryOut(post, desk);
    }
    return false;
  };
  if (await carryAll(plan.posts.filter(isTalk))) return true;
  // The summary links to the comments, and somebody may have replied: only a fresh reading tells.
  const hasNews = posted.comments.size > before.comments || posted.late.size > before.late;
  const now = hasNews ? await readPullRequest(course.github, course.address) : pull;
  const rest = refusedCount(posted) === before.refused && !hasNews ? plan : planOn(now, course);
  return carryAll(rest.posts.filter((post) => !isTalk(post)));
}

function deskFor(pull: PullRequest, { github, posted, known, host }: Course): PublishingTools {
  return { github, pull, posted, renderSarif: (post) => sarifLog(withoutDecided(known), post, host.tool.version) };
}

const isTalk = (post: Post): boolean => partOf(post) === "review";

const refusedCount = ({ refusals: { comments, resolves }, closed, late }: Posted): number =>
  comments.size + resolves.size + closed.size + late.size;

/**
 * Another run may have posted the same at the same time, which neither could see before. After the posts at least one of
 * them sees both, and takes the later one back.
 */
async function takeBackDoubles(course: Course): Promise<void> {
  const { github, address, posted } = course;
  if (posted.comments.size === 0 && posted.summary !== "posted") return;
  try {
    const pull = await readPullRequest(github, address);
    const doubles = planOn(pull, course).posts.filter(({ kind }) => kind === "remove");
    for (const post of doubles) await carryOut(post, deskFor(pull, course));
  } catch (error) {
    // Everything is posted; what is there twice is found by the next run, too.
    const isOfPlatform = error instanceof UserError || error instanceof GitHubError || error instanceof LostWrite;
    if (!isOfPlatform && !isAbort(error)) throw error;
  }
}

/** The last look before a review is posted: nobody is writing one with this account, and the head is what was reviewed. */
async function requireFree(pull: PullRequest, { request, github, address }: Course): Promise<void> {
  if (draftsIn(pull).users.length > 0) throw pendingReviewError(pull);
  if (request.allowMoved) return;
  const now = await readHead(github, address);
  if (now !== pull.head.commit) throw moved(pull, { from: pull.head.commit, to: now });
}

const countCalls = ({ calls: { reads, queries, writes } }: GitHub): number => reads + queries + writes;
