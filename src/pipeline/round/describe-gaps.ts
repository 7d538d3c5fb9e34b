import { type Hunk, isRead, type Scope } from "#model/change/scope.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { AgentReceipt, SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { printable } from "#util/printable.ts";
import { builtInAnalyzers } from "../panel.ts";

/** Hunks of files that are reviewed line by line. */
export function hunksToRead({ files, hunks }: Scope): readonly Hunk[] {
  const others = new Set(files.filter((file) => !isRead(file)).map(({ path }) => path));
  return hunks.filter(({ path }) => !others.has(path));
}

/** The agents' part of a record's receipt. An agent that read everything is listed once, not hunk by hunk. */
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

/** Which files were not given to which reviewer, and whose reading is unproven, in a sentence each. */
export function describeNotGiven(receipt: AgentReceipt | undefined, reviewers: readonly Reviewer[]): string[] {
  const nameOf = (id: ReviewerId): string => reviewers.find((reviewer) => reviewer.id === id)?.name ?? id;
  const notGiven = new Map<string, { readonly reviewer: ReviewerId; readonly why: string; readonly paths: string[] }>();
  for (const { reviewer, path, why } of receipt?.notGiven ?? []) {
    const known = notGiven.get(`${reviewer} ${why}`);
    if (known === undefined) notGiven.set(`${reviewer} ${why}`, { reviewer, why, paths: [path] });
    else known.paths.push(path);
  }
  return [
    ...[...notGiven.values()].map(({ reviewer, why, paths: [first = "", ...others] }) => {
      const more = others.length === 0 ? "" : ` and ${others.length} more`;
      return `not given to ${nameOf(reviewer)}: ${first}${more} (${why})`;
    }),
    ...(receipt?.unobserved ?? []).map((id) => `${nameOf(id)} does not tell what it opens: what it read is unproven`),
  ];
}

/** The part of a round's outcome that describes what was switched off. */
export interface SwitchesOfRound {
  readonly reviewers: readonly Reviewer[];
  readonly settings: RoundSettings;
  readonly switchedOff: readonly SwitchedOff[];
}

/** One sentence for each built-in reviewer and each check that was switched off. */
export function describeSwitchedOff({ reviewers, settings, switchedOff }: SwitchesOfRound): string[] {
  const analyzers = builtInAnalyzers().filter(({ id }) => settings.off.includes(id));
  const nameOf = ({ reviewer: id }: SwitchedOff): string =>
    reviewers.find((reviewer) => reviewer.id === id)?.name ?? id;
  return [
    ...analyzers.map(({ name }) => `${name} is switched off by ${settings.from}`),
    ...switchedOff.map((entry) => `${nameOf(entry)}: ${describeHits(entry)}`),
  ];
}

/** "2 hits of hazard-lint/debugger switched off by a comment at a.ts:12: started by hand". */
export function describeHits({ check, by, at, reason, added, count }: SwitchedOff): string {
  const hits = `${count === 1 ? "1 hit" : `${count} hits`} of ${check} switched off`;
  const origin = added === true ? " (new in this change)" : "";
  if (by === "configuration") return `${hits} by ${printable(at)}${origin}`;
  if (by === "path") return `${hits} for ${printable(at)}${origin}`;
  return `${hits} by a comment at ${printable(at)}${origin}: ${reason === undefined ? "no reason given" : printable(reason)}`;
}
