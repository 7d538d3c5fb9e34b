import type { ClusterId } from "#model/ids.ts";
import type { Post, Publication, PublicationPart, Refusals } from "#model/pull/publication.ts";
import { plural } from "#util/words.ts";

/** What one run of publishing has posted so far, and what the platform refused. */
export interface Posted {
  readonly comments: Set<ClusterId>;
  /** By comment. */
  readonly edited: Set<number>;
  /** By thread. */
  readonly resolved: Set<string>;
  /** Duplicates of our posts, by comment. */
  readonly removed: Set<number>;
  summary?: "posted" | "edited";
  check?: "posted";
  sarif?: "posted" | "there";
  /** Refused comments and resolves. The summary mentions them. */
  readonly refusals: { readonly comments: Map<ClusterId, string>; readonly resolves: Map<string, string> };
  /** Refused edits, by comment. */
  readonly unedited: Map<number, string>;
  /** Duplicates that could not be removed, by comment. */
  readonly unremoved: Map<number, string>;
  /** Threads that we left alone because they changed after we read them. */
  readonly late: Map<string, { readonly of: string; readonly why: string }>;
  /** Parts that could not be posted completely. */
  readonly closed: Map<PublicationPart, Closed>;
}

/** Why a part could not be posted. */
export interface Closed {
  /**
   * `not-allowed`: for this account or in this repository. `not-now`: GitHub may accept it later. `unread`: it may exist
   * in a part of the pull request that could not be read.
   */
  readonly kind: "not-allowed" | "not-now" | "unread";
  readonly words: string;
}

export function nothingPosted(): Posted {
  return {
    comments: new Set(),
    edited: new Set(),
    resolved: new Set(),
    removed: new Set(),
    refusals: { comments: new Map(), resolves: new Map() } satisfies Refusals,
    unedited: new Map(),
    unremoved: new Map(),
    late: new Map(),
    closed: new Map(),
  };
}

/** Whether this run has changed anything. */
export function hasPosted({ comments, edited, resolved, removed, summary, check, sarif }: Posted): boolean {
  const isWritten = summary !== undefined || check !== undefined || sarif === "posted";
  return isWritten || comments.size + edited.size + resolved.size + removed.size > 0;
}

/** Records what a lost write has done: whatever a new plan no longer contains. */
export function resolveLostWrite(lost: Post, { posts }: Publication, posted: Posted): void {
  const same = posts.filter(({ kind }) => kind === lost.kind);
  switch (lost.kind) {
    case "review": {
      const missing = new Set(
        same.flatMap((post) => (post.kind === "review" ? post.comments.map(({ of }) => of) : [])),
      );
      for (const { of } of lost.comments) if (!missing.has(of)) posted.comments.add(of);
      return;
    }
    case "edit":
      if (!same.some((post) => post.kind === "edit" && post.comment === lost.comment)) posted.edited.add(lost.comment);
      return;
    case "resolve":
      if (!same.some((post) => post.kind === "resolve" && post.thread === lost.thread))
        posted.resolved.add(lost.thread);
      return;
    case "remove":
      if (!same.some((post) => post.kind === "remove" && post.comment === lost.comment))
        posted.removed.add(lost.comment);
      return;
    case "summary":
      if (same.length === 0) posted.summary = lost.comment === undefined ? "posted" : "edited";
      return;
    case "check":
      if (same.length === 0) posted.check = "posted";
      return;
    case "sarif":
      // The next upload finds out whether it is there.
      return;
  }
}

/** One line: `3 comments, the summary`. */
export function describePosted({ comments, edited, resolved, removed, summary, check, sarif }: Posted): string {
  const parts = [
    comments.size > 0 ? plural(comments.size, "comment") : "",
    edited.size > 0 ? plural(edited.size, "edit") : "",
    resolved.size > 0 ? plural(resolved.size, "resolved thread") : "",
    removed.size > 0 ? `${plural(removed.size, "duplicate")} removed` : "",
    summary === undefined ? "" : "the summary",
    check === undefined ? "" : "the check run",
    sarif === "posted" ? "the SARIF upload" : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
