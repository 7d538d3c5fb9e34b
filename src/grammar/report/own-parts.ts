/** Stands below the heading of every section that we compute: a reader passes over the section and loses nothing. */
export const COMPUTED_MARK = "<!-- computed by deep-review from the ledger; not read back -->";

/** Sections that we add to a report. With the mark below the heading they are passed over when read. */
export const DERIVED_TITLES = {
  verdict: "Verdict by Rule",
  evidence: "Evidence Checked",
  contested: "Contested Findings",
  aside: "Routed and Dropped Findings",
  work: "Reviewers at Work",
  reading: "Hunks Read by Agents",
  coverage: "File Coverage",
  gaps: "Gaps in the Source",
  places: "Places and Quotes Checked",
  observations: "Observations Raised",
  lineage: "Where Findings Come From",
  trend: "Trend over Rounds",
  unseen: "Probably Unseen",
} as const;

/** The section with the ledger's tables, which are read back. */
export const LEDGER_TITLE = "Ledger";

/** The head of the ledger table: one row for each place that a raw finding has. */
export const LEDGER_COLUMNS = ["Finding", "Claimed", "Became", "Cluster", "Share", "Confidence", "Because"] as const;

/** The head of the table of rulings: one row per cluster, in the order of the record. */
export const RULING_COLUMNS = ["Cluster", "Ruling", "Members", "Credits", "Because"] as const;

/** The section with the table of who took part; read back, so that kinds and names of several words survive. */
export const PANEL_TITLE = "Panel";

/** The head of that table: one row per reviewer, in panel order. */
export const PANEL_COLUMNS = ["Reviewer", "Name", "Model", "Kind", "Family", "Effort"] as const;

/** The section with passages that had no place; read back. */
export const UNPLACED_TITLE = "Unplaced Passages";

/** The retro that we compute, a paragraph on each reviewer and a table. It is drawn up anew each time, so a reader takes no words from it. */
export const COMPUTED_TITLE = "Computed summary";

/** The retro's table as the author of an imported report wrote it. */
export const WRITTEN_TITLE = "Summary as written";

/** Where the written table and the ledger differ; computed too. */
export const CONTRADICTIONS_TITLE = "Where the written table differs from the ledger";

/** The section that opens the report of a later round. Its table is read back; so is its list of declined ones. */
export const EARLIER_TITLE = "Earlier Findings";

/** The head of that table: one row an earlier finding. */
export const EARLIER_COLUMNS = [
  "Earlier",
  "Severity",
  "Finding",
  "Became",
  "Why",
  "Commits",
  "Again",
  "Decision",
  "On the fix",
] as const;

/** What is in a cell that has nothing to say. */
export const NOTHING = "—";

/** The list of findings that people decided against, in the words of the original process. */
export const DECLINED_TITLE = "Declined in prior rounds";

/** The list of findings whose risk people accepted: they are true, and they stay. */
export const ACCEPTED_TITLE = "Risks accepted in prior rounds";

/** The reason that an action cell gives behind its verb, in brackets or behind a dash. */
export function reasonInAction(action: string): string | undefined {
  const rest = /^[^(:—–]{1,60}?(?:\((.*)\)|(?:—|–|--|:)\s*(.*))$/s.exec(action.trim());
  const reason = (rest?.[1] ?? rest?.[2])?.trim();
  return reason === undefined || reason === "" ? undefined : reason;
}
