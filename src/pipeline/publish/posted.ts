import type { ClusterId } from "#model/ids.ts";
import type { Post, Publication, PublicationPart, Refusals } from "#model/pull/publication.ts";
import { plural } from "#util/words.ts";

/** What one run of publishing has written so far, and what the platform did not let it write. */
export interface Posted {
  readonly comments: Set<ClusterId>;
  /** By comment. */
  readonly edited: Set<number>;
  /** By thread. */
  readonly resolved: Set<string>;
  /** Posts of ours that were there twice, by comment. */
  readonly removed: Set<number>;
  summary?: "posted" | "edited";
  check?: "posted";
  sarif?: "posted" | "there";
  /** What was refused of single things; the summary tells of it. */
  readonly refusals: { readonly comments: Map<ClusterId, string>; readonly resolves: Map<string, string> };
  /** Edits that were refused, by comment. */
  readonly unedited: Map<number, string>;
  /** Doubles that could not be taken back, by comment. */
  readonly unremoved: Map<number, string>;
  /** Threads that changed after they were read and so were left as they are, and why. */
  readonly late: Map<string, { readonly of: string; readonly why: string }>;
  /** Parts that could not be written, or not whole. */
  readonly closed: Map<PublicationPart, Closed>;
}

/** Why a part could not be written. */
export interface Closed {
  /**
   * `not-allowed`: to this account or in this repository; `not-now`: GitHub may take it later; `unread`: it might stand
   * there already, where nobody could read.
   */
  readonly kind: "not-allowed" | "not-now" | "unread";
  readonly words: string;
}

/** Nothing yet. */
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

/** A write of which nobody knew whether it was done was done, as far as the plan on what there is now lacks it. */
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
      // Whether it is there is found when it is to be sent again.
      return;
  }
}

/** In words, for one line: `3 comments, the summary`. */
export function describePosted({ comments, edited, resolved, removed, summary, check, sarif }: Posted): string {
  const said = [
    comments.size > 0 ? plural(comments.size, "comment") : "",
    edited.size > 0 ? plural(edited.size, "edit") : "",
    resolved.size > 0 ? plural(resolved.size, "resolved thread") : "",
    removed.size > 0 ? `${plural(removed.size, "double")} taken back` : "",
    summary === undefined ? "" : "the summary",
    check === undefined ? "" : "the check run",
    sarif === "posted" ? "the SARIF upload" : "",
  ].filter((part) => part !== "");
  return said.length === 0 ? "nothing" : said.join(", ");
}
