import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { printable } from "#util/printable.ts";
import { builtInAnalyzers } from "../panel.ts";

/** What a round knows of switches. */
export interface SwitchAccount {
  readonly panel: readonly { readonly reviewer: Reviewer }[];
  readonly settings: RoundSettings;
  readonly switchedOff: readonly SwitchedOff[];
}

/** One sentence for each reviewer and each check that was switched off, so that nothing is lost without a word. */
export function describeSwitchedOff({ panel, settings, switchedOff }: SwitchAccount): string[] {
  const reviewers = builtInAnalyzers().filter(({ id }) => settings.off.includes(id));
  const nameOf = ({ reviewer: id }: SwitchedOff): string =>
    panel.find(({ reviewer }) => reviewer.id === id)?.reviewer.name ?? id;
  return [
    ...reviewers.map(({ name }) => `${name} is switched off by ${settings.from}`),
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
