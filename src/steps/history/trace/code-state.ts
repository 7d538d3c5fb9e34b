import type { Commit } from "#model/change/scope.ts";
import type { Location } from "#model/location.ts";

/**
 * What became of the code that a problem was about. `around`: its own lines are as they were, lines beside them are not.
 * `layout`: only comments or layout changed. `partly`: some of its places changed, others did not. `unknown`: its
 * places cannot be told.
 */
export type CodeStateKind = "unchanged" | "moved" | "around" | "layout" | "partly" | "changed" | "gone" | "unknown";

/** The state of a problem's code at the new head. */
export interface CodeState {
  readonly kind: CodeStateKind;
  /** Whether what the code says changed: the whole of it or a part. */
  readonly isMaterial: boolean;
  /** Where it stands now; before, if it is gone. */
  readonly locations: readonly Location[];
  /** Places that are as they were, where others changed. */
  readonly unchanged: readonly Location[];
  /** Commits since that touched it, oldest first. */
  readonly commits: readonly Commit[];
  /** Commits since that only touched lines close to it. */
  readonly nearby: readonly Commit[];
  /** It was changed since and stands again as it was: by this commit, where that is known. */
  readonly broughtBack?: { readonly commit?: Commit };
  /** What could not be known, or how it was found out, in a sentence. */
  readonly note?: string;
}

/** Whether code is known to say what it said. */
export function isUnchanged({ kind }: CodeState): boolean {
  return kind === "unchanged" || kind === "moved" || kind === "around" || kind === "layout";
}
