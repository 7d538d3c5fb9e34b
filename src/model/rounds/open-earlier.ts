import type { Severity } from "../severity.ts";
import type { PreviousFinding } from "./lineage.ts";

/** An earlier problem that is open and that no finding of this round speaks for. */
export interface OpenEarlier {
  readonly ref: string;
  readonly severity: Severity;
}

/** Earlier problems that still stand and would be counted by nobody: open or half fixed, and not raised again. */
export function openEarlier(previous: readonly PreviousFinding[]): readonly OpenEarlier[] {
  return previous.flatMap(({ ref, status, severity, raisedAgain = [] }) => {
    const isOpen = (status === "open" || status === "partly-fixed") && raisedAgain.length === 0;
    return isOpen && severity !== undefined ? [{ ref, severity }] : [];
  });
}
