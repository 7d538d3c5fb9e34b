import type { Commit } from "#model/change/scope.ts";
import type { Location } from "#model/location.ts";

/**
 * What became of the code of a problem. `around`: its own lines are unchanged, neighbouring lines are not. `layout`:
 * only comments or layout changed. `renamed`: only names changed, with their definitions. `partly`: some of its places changed, others did not. `unknown`: its places are
 * unknown.
 */
export type CodeStateKind =
  "unchanged" | "moved" | "around" | "layout" | "renamed" | "partly" | "changed" | "gone" | "unknown";

/** The state of a problem's code at the new head. */
export interface CodeState {
  readonly kind: CodeStateKind;
  /** Whether the code changed materially, at least in part. */
  readonly isMaterial: boolean;
  /** Where it is now; if it is gone, where it was. */
  readonly locations: readonly Location[];
  /** The unchanged places, if others changed. */
  readonly unchanged: readonly Location[];
  /** Later commits that touched it, oldest first. */
  readonly commits: readonly Commit[];
  /** Later commits that only touched lines close to it. */
  readonly nearby: readonly Commit[];
  /** The code was changed and then restored, by this commit if known. */
  readonly restored?: { readonly commit?: Commit };
  /** Nothing but names changed, though it is unknown whether they mean the same. */
  readonly onlyNames?: true;
  /** What is unknown, or how it was determined, in a sentence. */
  readonly note?: string;
}

/** Whether the code is known to mean the same as before. */
export function isUnchanged({ kind }: CodeState): boolean {
  return kind === "unchanged" || kind === "moved" || kind === "around" || kind === "layout" || kind === "renamed";
}
