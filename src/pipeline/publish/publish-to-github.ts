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
import { planPublication } from "#steps/plan-publication/plan-publication.ts";
import {
  DEFAULT_CHECK_NAME,
  DEFAULT_MAX_COMMENTS,
  type PublicationOptions,
} from "#steps/plan-publication/publication-input.ts";
import { withoutDecided } from "#steps/plan-publication/without-decided.ts";
import { UserError } from "#util/errors.ts";
import { carryOut, partOf, planAsSent, type PublishingTools } from "./carry-out.ts";
import { endWaits } from "./end-waits.ts";
import { explainFailure, withoutToken } from "./explain-failure.ts";
import { findPullAddress } from "./find-pull-address.ts";
import { gatherFacts, type PublicationFacts } from "./publication-facts.ts";
import { nothingPosted, type Posted, resolveLostWrite } from "./posted.ts";
import { unreadableParts, draftsIn, moved, requireSame, pendingReviewError } from "./require-postable.ts";
import { sarifLog } from "./sarif-log.ts";

export { describePublication } from "#steps/plan-publication/describe-publication.ts";
export type { GitHubWait };

/** What to publish, and how. */
export interface PublishRequest {
  readonly review: Review;
  /** The pull request that the user names. Absent: the reviewed one. */
  readonly pr?: string;
  readonly options: Partial<PublicationOptions>;
  /** Post even if the pull request has other commits now, or is closed or merged. */
  readonly allowMoved: boolean;
  /** Only report what would be sent. */
  readonly isDryRun: boolean;
}

/** What publishing needs from its surroundings. */
export interface PublishHost {
  readonly archive: Archive;
  /** Where the repository may be. A review can be published without it. */
  readonly folder: string;
  readonly env: Environment;
  /** Name and version of the program. */
  readonly tool: { readonly name: string; readonly version: string };
  /** Stops between two posts. The same command continues later. */
  readonly stop: AbortSignal;
  readonly onWait: (wait: GitHubWait) => void;
  /** Called when an attempt of a request, counted from 1, has no answer yet. */
  readonly onSlow?: (host: string, attempt: number) => void;
}

/** The result of publishing. */
export interface Published {
  readonly pull: PullRequest;
  /** The requested parts. */
  readonly parts: readonly PublicationPart[];
  /** The last plan that was carried out; for a dry run, the plan that would be. */
  readonly plan: Publication;
  readonly posted: Posted;
  readonly isStopped: boolean;
  /** The head of the pull request is not the reviewed commit. */
  readonly hasMoved: boolean;
  /** Whether we can see our earlier posts: only with a token, which a dry run does not need. */
  readonly isKnown: boolean;
  /** The number of requests, including reads. */
  readonly calls: number;
}

/**
 * Publishes a review to its pull request: reads what is there, plans what is missing, and posts it. After a failure the
 * same command posts the rest, and nothing twice.
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
    const options = { ...DEFAULTS, ...omitUndefined(request.options) };
    return await converge({ request, options, host, github, address, posted, facts: await gatherFacts(review, host) });
  } catch (error) {
    throw explainFailure(error, { address, posted });
  } finally {
    ender.close();
  }
}

const DEFAULTS: PublicationOptions = {
  parts: PUBLICATION_PARTS,
  maxComments: DEFAULT_MAX_COMMENTS,
  checkName: DEFAULT_CHECK_NAME,
};

interface PublishingRun {
  readonly request: PublishRequest;
  readonly options: PublicationOptions;
  readonly host: PublishHost;
  readonly github: GitHub;
  readonly address: PullAddress;
  readonly posted: Posted;
  readonly facts: PublicationFacts;
}

/** Reads, plans and posts. After a lost write it starts again, because only the platform knows whether it was done. */
async function converge(run: PublishingRun): Promise<Published> {
  const { request, options, host, github, posted } = run;
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
      const pull = await readWithoutDrafts(run);
      requireSame(request.review, pull, request.allowMoved);
      for (const part of request.isDryRun ? [] : unreadableParts(pull, options.parts))
        posted.closed.set(part, { kind: "unread", words: `it might be there already: ${pull.limits.join("; ")}` });
      const plan = planMissing(pull, run);
      const hasMoved = pull.head.commit !== request.review.scope.head;
      state = { pull, parts: options.parts, plan, posted, hasMoved, isKnown: github.hasToken };
      if (request.isDryRun) return end({ ...state, plan: await planAsSent(plan, toolsFor(pull, run)) }, false);
      if (lost !== undefined) resolveLostWrite(lost, plan, posted);
      const isStopped = await write(state, run, writing);
      if (!isStopped) await removeDuplicates(run);
      return end(state, isStopped);
    } catch (error) {
      const mayContinue = error instanceof LostWrite && turn < TURNS;
      if (host.stop.aborted && state !== undefined && (mayContinue || isAbort(error))) return end(state, true);
      if (!mayContinue) throw error;
      lost = writing.post;
      // Gives the platform time to finish what it is doing.
      if (!isLoopback(run.address.host)) await pause(turn * SETTLE_MS);
    }
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const TURNS = 3;
const SETTLE_MS = 2000;

/** Reads the pull request, after deleting drafts that an earlier run of ours could not submit. */
async function readWithoutDrafts({ request, github, address }: PublishingRun): Promise<PullRequest> {
  const pull = await readPullRequest(github, address);
  const { ours } = draftsIn(pull);
  if (ours.length === 0 || request.isDryRun) return pull;
  for (const { id } of ours) await deleteDraft(github, address, id);
  return readPullRequest(github, address);
}

/** Plans what is missing. Leaves out the parts that we may not write, so that the summary does not promise them. */
function planMissing(pull: PullRequest, { options, facts, posted }: PublishingRun): Publication {
  const { closed, refusals } = posted;
  const parts = options.parts.filter((part) => !closed.has(part));
  const why = new Map([...closed].map(([part, { kind }]) => [part, kind === "unread" ? UNREAD : COMMENTS_REFUSED]));
  return planPublication({ ...facts, pull, refusals, closed: why, options: { ...options, parts } });
}

const COMMENTS_REFUSED = "GitHub did not let us comment";
const UNREAD = "the comments that are there could not all be read";

interface Writing {
  /** The post that is being sent. */
  post?: Post;
}

/** Posts the plan, comments first, because the summary reports their result. Resolves to whether it was stopped. */
async function write(
  { pull, plan }: Pick<Published, "pull" | "plan">,
  run: PublishingRun,
  writing: Writing,
): Promise<boolean> {
  const { host, posted } = run;
  const tools = toolsFor(pull, run);
  if (plan.posts.some(({ kind }) => kind === "review")) await requireNoDraft(pull, run);
  const before = { refused: refusedCount(posted), comments: posted.comments.size, late: posted.late.size };
  const carryAll = async (posts: readonly Post[]): Promise<boolean> => {
    for (const post of posts) {
      if (host.stop.aborted) return true;
      writing.post = post;
      await carryOut(post, tools);
    }
    return false;
  };
  if (await carryAll(plan.posts.filter(isComment))) return true;
  // The summary links to the new comments, and somebody may have replied: read again.
  const hasNews = posted.comments.size > before.comments || posted.late.size > before.late;
  const now = hasNews ? await readPullRequest(run.github, run.address) : pull;
  const rest = refusedCount(posted) === before.refused && !hasNews ? plan : planMissing(now, run);
  return carryAll(rest.posts.filter((post) => !isComment(post)));
}

function toolsFor(pull: PullRequest, { github, posted, facts, host }: PublishingRun): PublishingTools {
  return { github, pull, posted, renderSarif: (post) => sarifLog(withoutDecided(facts), post, host.tool.version) };
}

const isComment = (post: Post): boolean => partOf(post) === "review";

const refusedCount = ({ refusals: { comments, resolves }, closed, late }: Posted): number =>
  comments.size + resolves.size + closed.size + late.size;

/**
 * Another run may have posted the same at the same time, which neither could see before. After the posts at least one of
 * them sees both, and takes the later one back.
 */
async function removeDuplicates(run: PublishingRun): Promise<void> {
  const { github, address, posted } = run;
  if (posted.comments.size === 0 && posted.summary !== "posted") return;
  try {
    const pull = await readPullRequest(github, address);
    const duplicates = planMissing(pull, run).posts.filter(({ kind }) => kind === "remove");
    for (const post of duplicates) await carryOut(post, toolsFor(pull, run));
  } catch (error) {
    // Everything is posted, and the next run finds duplicates, too.
    const isFromPlatform = error instanceof UserError || error instanceof GitHubError || error instanceof LostWrite;
    if (!isFromPlatform && !isAbort(error)) throw error;
  }
}

/** The last check before a review is posted: this account has no draft open, and the head is still the same. */
async function requireNoDraft(pull: PullRequest, { request, github, address }: PublishingRun): Promise<void> {
  if (draftsIn(pull).users.length > 0) throw pendingReviewError(pull);
  if (request.allowMoved) return;
  const now = await readHead(github, address);
  if (now !== pull.head.commit) throw moved(pull, { from: pull.head.commit, to: now });
}

const countCalls = ({ calls: { reads, queries, writes } }: GitHub): number => reads + queries + writes;
