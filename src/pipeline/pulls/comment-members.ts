import type { OpenedChange } from "#adapters/git/open-change.ts";
import { splitLines } from "#grammar/lines.ts";
import { reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { readComments } from "#reviewers/comments/read-comments.ts";
import type { CommentReviewer } from "#reviewers/comments/remark.ts";
import type { HeadLines } from "#reviewers/comments/suggested-diff.ts";
import { writeComments } from "#reviewers/comments/write-comments.ts";
import { ANALYZERS } from "#reviewers/registry.ts";
import { freeName, slug } from "#util/names.ts";
import { type PanelMember, runOf } from "../panel.ts";

/** Makes everybody with remarks on the pull request a member of the panel. Their comments are their review. */
export function commentMembers(pull: PullRequest, others: readonly PanelMember[] = []): PanelMember[] {
  const taken = new Set<string>([...ANALYZERS.map(({ id }) => id), ...others.map(({ reviewer }) => reviewer.id)]);
  return readComments(pull).map((commenter) => {
    const id = freeName(slug(commenter.login) || "commenter", (name) => taken.has(name));
    taken.add(id);
    return commentMember(id, commenter);
  });
}

/** A commenter on the panel of a resumed round. Undefined if the reviewer is not a commenter. */
export function recallCommenter(pull: PullRequest, { id, name, family }: Reviewer): PanelMember | undefined {
  const commenter = readComments(pull).find((one) => one.name === name && one.family === family);
  return commenter && commentMember(id, commenter);
}

function commentMember(id: string, said: CommentReviewer): PanelMember {
  const { name, family, isBot } = said;
  const kind = isBot ? "import" : "person";
  const reviewer: Reviewer = { id: reviewerId(id), name, kind, family, optional: true, commented: true };
  return {
    reviewer,
    async review({ opened, pass }) {
      const { text, ...written } = writeComments({ reviewer: reviewer.id, said, head: await linesOf(said, opened) });
      return { ...written, run: runOf(reviewer, pass, { text }) };
    },
  };
}

/** The files that comments suggest lines for. */
async function linesOf({ remarks }: CommentReviewer, { head }: Pick<OpenedChange, "head">): Promise<HeadLines> {
  const wanted = remarks.filter(({ body }) => /^\s*[`~]{3,}suggestion\b/im.test(body));
  const lines = new Map<string, readonly string[]>();
  for (const path of new Set(wanted.flatMap(({ locations }) => locations.map((place) => place.path)))) {
    const text = await head.read(path);
    if (text !== undefined) lines.set(path, splitLines(text.replace(/\r?\n$/, "")));
  }
  return lines;
}
