declare const __DEEP_REVIEW_VERSION__: string | undefined;

/** The program's version, set by the build; `0.0.0-dev` when run from source. */
export const VERSION = typeof __DEEP_REVIEW_VERSION__ === "string" ? __DEEP_REVIEW_VERSION__ : "0.0.0-dev";
