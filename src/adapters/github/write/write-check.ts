import { z } from "zod";
import type { Annotation, Post } from "#model/pull/publication.ts";
import type { PullAddress, PullCheck } from "#model/pull/pull-request.ts";
import type { GitHub } from "../client.ts";
import { type WriteResult, attempt } from "./attempt.ts";

type CheckPost = Extract<Post, { readonly kind: "check" }>;

/**
 * Writes a check run. A request can add 50 annotations. While some are missing, the run's external id ends with their
 * number so far (`…~50`), so that an interrupted run can be continued. Any other run stays as it is: a new one with the
 * same name replaces it, without its annotations.
 */
export async function postCheck(
  github: GitHub,
  address: PullAddress,
  { post, checks }: { readonly post: CheckPost; readonly checks: readonly PullCheck[] },
): Promise<WriteResult<"written">> {
  const unfinished = findUnfinished(post, checks);
  let { id, has } = unfinished ?? { id: undefined, has: 0 };
  while (id === undefined || has < post.annotations.length) {
    const next = post.annotations.slice(has, has + AT_ONCE);
    const count = has + next.length;
    const written = await attempt(() => send(github, address, { post, id, annotations: next, count }));
    if ("refused" in written) return written;
    id = written.answer;
    has = count;
  }
  return { answer: "written" };
}

/** GitHub's limit for one request. */
const AT_ONCE = 50;

/** Finds the run that this post continues, and how many annotations it has. */
export function findUnfinished(
  { externalId }: Pick<CheckPost, "externalId">,
  checks: readonly PullCheck[],
): { readonly id: number; readonly has: number } | undefined {
  for (const { id, externalId: found } of checks) {
    if (id === undefined || found?.startsWith(`${externalId}~`) !== true) continue;
    const count = found.slice(externalId.length + 1);
    if (/^\d{1,4}$/.test(count)) return { id, has: Number(count) };
  }
  return undefined;
}

interface CheckRequest {
  readonly post: CheckPost;
  readonly id: number | undefined;
  readonly annotations: readonly Annotation[];
  /** The number of annotations after the request. */
  readonly count: number;
}

async function send(
  github: GitHub,
  { owner, repository }: PullAddress,
  { post, id, annotations, count }: CheckRequest,
): Promise<number> {
  const { name, commit, externalId, conclusion, title, summary, text } = post;
  const isWhole = count >= post.annotations.length;
  const run = {
    owner,
    repo: repository,
    name,
    external_id: isWhole ? externalId : `${externalId}~${count}`,
    status: "completed",
    conclusion,
    output: { title, summary, text, annotations: annotations.map(annotationForRest) },
  };
  const { data } =
    id === undefined
      ? await github.request("POST /repos/{owner}/{repo}/check-runs", { ...run, head_sha: commit })
      : await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", { ...run, check_run_id: id });
  return runSchema.parse(data).id;
}

const runSchema = z.object({ id: z.int().positive() });

function annotationForRest({ path, startLine, endLine, level, title, message }: Annotation) {
  return { path, start_line: startLine, end_line: endLine, annotation_level: level, title, message };
}
