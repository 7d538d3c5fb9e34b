import type { Location } from "#model/location.ts";
import type { Severity } from "#model/severity.ts";

/** A point that somebody raises in a comment. */
export interface CommentPoint {
  readonly title: string;
  /** The text below the title, as Markdown, with `suggestion` fences unchanged. */
  readonly body: string;
  readonly severity: Severity;
  readonly locations: readonly Location[];
  /** Places that are not lines of the head, in words. */
  readonly places: readonly string[];
  readonly url: string;
}

/** Somebody who reviews a pull request in comments. */
export interface CommentReviewer {
  readonly login: string;
  /** The display name: `CodeRabbit`, `@ada`. */
  readonly name: string;
  readonly family: string;
  readonly isBot: boolean;
  /** In the order written. */
  readonly remarks: readonly CommentPoint[];
  readonly left: LeftOutComments;
}

/** How many comments were left out, by reason. */
export interface LeftOutComments {
  /** Threads that are resolved or marked as done by their author. */
  readonly resolved: number;
  /** Threads whose lines changed since. */
  readonly outdated: number;
  /** Summaries, thanks, status and the like. */
  readonly noise: number;
  /** Comments and reviews about no line that do not request changes. */
  readonly general: number;
  /** Points above the maximum per reviewer. */
  readonly tooMany: number;
}
