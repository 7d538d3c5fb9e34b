import type { Commit } from "#model/change/scope.ts";
import type { Location } from "#model/location.ts";
import type { FollowedLines } from "#model/history/code-facts.ts";
import { codeOf, joinedCodeWords } from "./code-words.ts";
import type { CodeStateKind } from "./code-state.ts";
import type { FilePlace } from "./find-places.ts";

/** One place of a problem and its state. */
export interface PlaceState {
  readonly kind: Exclude<CodeStateKind, "partly" | "unknown">;
  /** The earlier place. */
  readonly before: Location;
  /** The current place; absent if it is gone. */
  readonly at?: Location;
  readonly commits: readonly Commit[];
  readonly nearby: readonly Commit[];
  /** It is `changed`, but nothing except names. */
  readonly onlyNames?: true;
}

/** Whether a place's code changed materially, or only in its looks. */
export function placeState(title: string, { path, lines }: FilePlace, followed: FollowedLines): PlaceState {
  const { commits, nearby } = followed;
  const kind = kindOf(title, { path, ...(lines && { lines }) }, followed);
  const at = kind === "gone" ? undefined : followed.at;
  return {
    kind,
    before: { path, ...lines },
    ...(at !== undefined && { at: lines ? at : { path: at.path } }),
    commits,
    nearby,
  };
}

/** A change in a small part of a long place may be about something else. */
const LONG = 60;
const MIN_SHARE = 0.1;

function kindOf(title: string, { path, lines }: FilePlace, followed: FollowedLines): PlaceState["kind"] {
  const { at, isMoved, isChangedAround, before, after, changed, removed } = followed;
  if (at === undefined || (joinedCodeWords(after) === "" && joinedCodeWords(before) !== "")) return "gone";
  if (joinedCodeWords(before) === joinedCodeWords(after))
    return isMoved ? "moved" : isChangedAround ? "around" : "unchanged";
  if (hasSameMeaning(title, { path: at.path, from: path }, { before, after })) return "layout";
  // The lines of the file are unknown: a change somewhere in it proves little.
  if (lines === undefined) return "around";
  const touched = changed + removed + Math.max(0, after.length - before.length);
  return before.length > LONG && touched < before.length * MIN_SHARE ? "around" : "changed";
}

function hasSameMeaning(
  title: string,
  { path, from }: { readonly path: string; readonly from: string },
  { before, after }: Pick<FollowedLines, "before" | "after">,
): boolean {
  const code = codeOf(from, before);
  // A problem of the comments themselves is solved by changing them.
  if (code === "" || isAboutWords(title)) return false;
  return code === codeOf(path, after);
}

/** Whether a problem is about the text of comments or documents. */
function isAboutWords(title: string): boolean {
  return /\b(?:comment(?:s|ed|ary)?|docstrings?|javadoc|godoc|jsdoc|documentation|documents?|typos?|wording|misspell\w*|spelling)\b/i.test(
    title,
  );
}
