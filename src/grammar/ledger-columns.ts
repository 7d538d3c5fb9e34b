/** The head of the ledger table: one row for each place that a raw finding has. */
export const LEDGER_COLUMNS = ["Finding", "Claimed", "Became", "Cluster", "Share", "Confidence", "Because"] as const;

/** The head of the table of rulings: one row a cluster, in the order of the record. */
export const RULING_COLUMNS = ["Cluster", "Ruling", "Members", "Credits", "Because"] as const;
