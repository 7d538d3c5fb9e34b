/** Below the heading of every section that we compute: a reader can skip the section without loss. */
export const COMPUTED_MARK = "<!-- computed by deep-review from the ledger; not read back -->";

/** Sections that we add to a report. With the mark below the heading, readers skip them. */
export const DERIVED_TITLES = {
  verdict: "Verdict by Rule",
  evidence: "Evidence Checked",
  runClaims: "Runs and Readings Stated",
  runs: "Repros and Patches Run",
  merged: "Merged Findings",
  contested: "Contested Findings",
  aside: "Moved and Dropped Findings",
  work: "Reviewers at Work",
  gates: "Gates",
  probe: "Probe",
  reading: "Hunks Read by Agents",
  coverage: "File Coverage",
  gaps: "Gaps in the Source",
  places: "Places and Quotes Checked",
  observations: "Observations Raised",
  lineage: "Where Findings Come From",
  trend: "Trend over Rounds",
  unseen: "Probably Unseen",
} as const;

/** The section with the ledger's tables, which is read back. */
export const LEDGER_TITLE = "Ledger";

/** The columns of the ledger table: one row per place of a raw finding. */
export const LEDGER_COLUMNS = ["Finding", "Claimed", "Became", "Cluster", "Share", "Confidence", "Because"] as const;

/** The columns of the table of rulings: one row per cluster, in the order of the record. */
export const RULING_COLUMNS = ["Cluster", "Ruling", "Members", "Credits", "Because"] as const;

/** The section with the table of participants; read back, so that kinds and multi-word names survive. */
export const PANEL_TITLE = "Panel";

/** The columns of the panel table: one row per reviewer, in panel order. */
export const PANEL_COLUMNS = ["Reviewer", "Name", "Model", "Kind", "Family", "Effort"] as const;

/** The section with unplaced passages; read back. */
export const UNPLACED_TITLE = "Unplaced Passages";

/**
 * The retro that we compute: a paragraph on each reviewer and a table. It is recomputed each time, so readers ignore
 * it.
 */
export const COMPUTED_TITLE = "Computed summary";

/** The retro's table as the author of an imported report wrote it. */
export const WRITTEN_TITLE = "Summary as written";

/** Differences between the written table and the ledger; computed, too. */
export const CONTRADICTIONS_TITLE = "Where the written table differs from the ledger";

/** The first section of a later round's report. Its table and its list of declined findings are read back. */
export const EARLIER_TITLE = "Earlier Findings";

/** The columns of that table: one row per earlier finding. */
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

/** The content of an empty cell. */
export const NOTHING = "—";

/** The list of findings that people declined, as the original process titled it. */
export const DECLINED_TITLE = "Declined in prior rounds";

/** The list of findings whose risk people accepted: they are true, and they stay. */
export const ACCEPTED_TITLE = "Risks accepted in prior rounds";

/** The reason that follows the verb of an action cell, in brackets or after a dash. */
export function reasonInAction(action: string): string | undefined {
  const rest = /^[^(:—–]{1,60}?(?:\((.*)\)|(?:—|–|--|:)\s*(.*))$/s.exec(action.trim());
  const reason = (rest?.[1] ?? rest?.[2])?.trim();
  return reason === undefined || reason === "" ? undefined : reason;
}
