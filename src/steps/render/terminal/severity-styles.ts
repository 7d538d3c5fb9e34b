import type { Severity } from "#model/severity.ts";
import type { Style } from "#util/terminal.ts";

/** The colour of a severity, wherever one is named. */
export const SEVERITY_STYLES: Readonly<Record<Severity, readonly Style[]>> = {
  critical: ["red"],
  important: ["yellow"],
  suggestion: ["cyan"],
};
