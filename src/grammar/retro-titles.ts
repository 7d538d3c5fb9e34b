/** The table of the retro that we compute. It is drawn up anew each time, so a reader takes no words from it. */
export const COMPUTED_TITLE = "Computed summary";

/** The retro's table as the author of an imported report wrote it. */
export const WRITTEN_TITLE = "Summary as written";

/** Where the written table and the ledger differ; computed too. */
export const CONTRADICTIONS_TITLE = "Where the written table differs from the ledger";
