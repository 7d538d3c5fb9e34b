import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";

/** One thing that somebody raises in a comment. */
export interface CommentPoint {
  readonly title: string;
  /** What is said below the title, as Markdown; `suggestion` fences stand in it as written. */
  readonly body: string;
  readonly severity: Severity;
  readonly locations: readonly Location[];
  /** Where it stands that is no line of the head. */
  readonly places: readonly string[];
  readonly url: string;
}

/** Somebody who says something reviewable on a pull request. */
export interface CommentReviewer {
  readonly login: string;
  /** As people know it: `CodeRabbit`, `@ada`. */
  readonly name: string;
  readonly family: string;
  readonly isBot: boolean;
  /** In the order written. */
  readonly remarks: readonly CommentPoint[];
  /** What was not taken. */
  readonly left: LeftOutComments;
}

/** Comments that raise nothing for the panel, by why not. */
export interface LeftOutComments {
  /** Threads that are closed, or whose author says that it is done. */
  readonly resolved: number;
  /** Threads whose lines changed since. */
  readonly outdated: number;
  /** Summaries, thanks, status and the like. */
  readonly noise: number;
  /** Texts of comments and reviews that are about no line, and do not ask for changes. */
  readonly general: number;
  /** Beyond the most that one reviewer brings. */
  readonly tooMany: number;
}
