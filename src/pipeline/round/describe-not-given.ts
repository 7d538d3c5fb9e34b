import { type Hunk, isRead, type Scope } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";

/** Hunks of files that are reviewed line by line. */
export function hunksToRead({ files, hunks }: Scope): readonly Hunk[] {
  const others = new Set(files.filter((file) => !isRead(file)).map(({ path }) => path));
  return hunks.filter(({ path }) => !others.has(path));
}

/** The agents' part of a record's receipt: who read everything is named once, not hunk by hunk. */
export function compactReadings(
  receipt: AgentReceipt | undefined,
  scope: Scope,
): AgentReceipt & { readonly readAll: readonly ReviewerId[] } {
  if (receipt === undefined) return { readings: [], readAll: [] };
  const counts = new Map<ReviewerId, number>();
  for (const { reviewer } of receipt.readings) counts.set(reviewer, (counts.get(reviewer) ?? 0) + 1);
  const readAll = [...counts].filter(([, count]) => count === scope.hunks.length).map(([reviewer]) => reviewer);
  return {
    ...receipt,
    readings: receipt.readings.filter(({ reviewer }) => !readAll.includes(reviewer)),
    readAll,
  };
}

interface Unread {
  readonly receipt?: AgentReceipt | undefined;
  readonly panel: readonly { readonly reviewer: Reviewer }[];
}

/** What was not given to whom, and whose reading cannot be proven, in a sentence each. */
export function describeNotGiven({ receipt, panel }: Unread): string[] {
  const nameOf = (id: ReviewerId): string => panel.find(({ reviewer }) => reviewer.id === id)?.reviewer.name ?? id;
  const withheld = new Map<string, { readonly reviewer: ReviewerId; readonly why: string; readonly paths: string[] }>();
  for (const { reviewer, path, why } of receipt?.notGiven ?? []) {
    const known = withheld.get(`${reviewer} ${why}`);
    if (known === undefined) withheld.set(`${reviewer} ${why}`, { reviewer, why, paths: [path] });
    else known.paths.push(path);
  }
  return [
    ...[...withheld.values()].map(({ reviewer, why, paths: [first = "", ...others] }) => {
      const more = others.length === 0 ? "" : ` and ${others.length} more`;
      return `not given to ${nameOf(reviewer)}: ${first}${more} (${why})`;
    }),
    ...(receipt?.unobserved ?? []).map((id) => `${nameOf(id)} does not tell what it opens: what it read is unproven`),
  ];
}
