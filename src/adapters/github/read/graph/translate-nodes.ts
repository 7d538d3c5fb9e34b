import type { z } from "zod";
import type { LinkedIssue, PullCheck, PullComment, PullReview, PullThread } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { actorOf, checkState, statusState } from "../actor.ts";
import { readEach } from "../read-each.ts";
import {
  type CheckNode,
  type CommentNode,
  commentNode,
  type GraphActor,
  type issueNode,
  type ReviewNode,
  type ThreadNode,
} from "./graph-nodes.ts";

export function graphActor(node: GraphActor): ReturnType<typeof actorOf> {
  return actorOf(node === null || node === undefined ? undefined : { login: node.login, kind: node.__typename });
}

export function commentFromNode(node: CommentNode): PullComment {
  const { fullDatabaseId: id, body, createdAt: at, url, viewerDidAuthor: isOurs } = node;
  return { id, author: graphActor(node.author), body, at, url, isOurs };
}

/**
 * A thread, with the number of its comments that are not understood. No thread if all its comments are part of a draft,
 * which only its author sees.
 */
export function translateThread(node: ThreadNode): { readonly thread?: PullThread; readonly odd: number } {
  const { read, odd } = readEach(node.comments?.nodes, commentNode);
  const [first] = read;
  const comments = withoutPending(read).map(commentFromNode);
  if (first === undefined || comments.length === 0) return { odd };
  // A thread about a whole file has no lines, although GitHub names one.
  const lines = node.subjectType === "FILE" ? {} : linesOf(node);
  const thread = {
    id: node.id,
    path: node.path,
    ...lines,
    originalCommit: first.originalCommit?.oid,
    side: node.diffSide,
    isResolved: node.isResolved,
    isOutdated: node.isOutdated,
    resolvedBy: node.resolvedBy?.login,
    canResolve: node.viewerCanResolve,
    comments,
  };
  return { thread, odd };
}

/** Omits the comments of a review that is not submitted. */
export function withoutPending(nodes: readonly CommentNode[]): readonly CommentNode[] {
  return nodes.filter(({ state }) => state !== "PENDING");
}

function linesOf({ line, startLine, originalLine, originalStartLine }: ThreadNode) {
  return omitUndefined({
    line: line ?? undefined,
    startLine: startLine ?? undefined,
    originalLine: originalLine ?? undefined,
    originalStartLine: originalStartLine ?? undefined,
  });
}

export function reviewFromNode(node: ReviewNode): PullReview {
  return {
    id: node.fullDatabaseId,
    author: graphActor(node.author),
    state: node.state.toLowerCase().replace("_", "-") as PullReview["state"],
    body: node.body,
    commit: node.commit?.oid,
    at: node.submittedAt ?? undefined,
    url: node.url,
    isOurs: node.viewerDidAuthor,
  };
}

export function translateCheck(node: CheckNode): PullCheck {
  if (node.__typename === "StatusContext") {
    const { context: name, state, description, targetUrl } = node;
    const text = description ?? undefined;
    return { kind: "status", name, state: statusState(state), text, url: targetUrl ?? undefined };
  }
  return {
    kind: "check",
    name: node.name,
    state: checkState(node.status, node.conclusion ?? undefined),
    workflow: node.checkSuite?.workflowRun?.workflow?.name,
    text: node.title ?? undefined,
    url: node.permalink ?? undefined,
    id: node.databaseId ?? idInAddress(node.permalink ?? ""),
    externalId: node.externalId ?? undefined,
  };
}

function idInAddress(url: string): number | undefined {
  const number = /\/(?:runs|job)\/(\d{1,15})(?:[?#].*)?$/.exec(url)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** An issue that the pull request closes. */
export function translateIssue(node: z.infer<typeof issueNode>): LinkedIssue {
  const { number, title, state, url, body, repository } = node;
  const isOpen = state === "OPEN";
  return { name: `${repository.nameWithOwner}#${number}`, title, state: isOpen ? "open" : "closed", url, body };
}
