import { z } from "zod";
import { type Severity, severitySchema } from "#model/severity.ts";
import type { SarifResult, SarifRun } from "./sarif-schema.ts";

/** Whether we wrote it: the run of a whole panel. */
export function isOwnPanel({ tool }: SarifRun): boolean {
  return tool.driver?.name === "Deep Review";
}

/** Whether we wrote it: the run of a panel, or that of one reviewer on it. */
export function isOwn(run: SarifRun): boolean {
  return isOwnPanel(run) || run.automationDetails?.id?.startsWith("deep-review/raw/") === true;
}

/** The severity that we gave a result; a level of SARIF is coarser. */
export function ownSeverity(run: SarifRun, { properties }: SarifResult): Severity | undefined {
  return isOwn(run) ? severitySchema.safeParse(properties?.["severity"]).data : undefined;
}

const panelProperties = z.object({ verdict: z.object({ rule: z.object({ because: z.string() }) }) });

/** Why our own round was incomplete, as its verdict says it. */
export function ownVerdict({ properties }: SarifRun): string | undefined {
  return panelProperties.safeParse(properties).data?.verdict.rule.because;
}
