/** The longest text of one reviewer in one pass, in characters. Reviews are a tenth of it; a record holds many. */
export const MAX_REVIEW_LENGTH = 2 * 1024 * 1024;

/** What is said of a reviewer that said more than that. */
export const TOO_LONG = "its review was larger than 2 MB; what came after is not read";
