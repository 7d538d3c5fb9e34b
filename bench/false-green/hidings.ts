import { KINDS, NAMES, UNREAD } from "./hidings-in-files.ts";
import { LIMITS, SILENCE } from "./hidings-in-lines.ts";
import type { Hiding } from "./scenes.ts";

/** Every way to hide something in a change. Reviewers' own words are hidden by `review-forms.ts`. */
export const HIDINGS: readonly Hiding[] = [...LIMITS, ...SILENCE, ...UNREAD, ...KINDS, ...NAMES];
