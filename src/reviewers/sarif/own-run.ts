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

const text = z.string();
const panelProperties = z.object({ verdict: z.object({ rule: z.object({ kind: text, because: text }) }) });

/** The verdict of our own round; a kind that we do not know is left to the reader. Undefined where it is none of ours. */
export function ownVerdict(run: SarifRun): { readonly kind: string; readonly because: string } | undefined {
  if (!isOwnPanel(run)) return undefined;
  return panelProperties.safeParse(run.properties).data?.verdict.rule ?? { kind: "", because: "it does not say why" };
}
