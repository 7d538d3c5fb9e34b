import { z } from "zod";
import { reviewerSchema, wasAsked } from "#model/panel/reviewer.ts";
import { type Severity, severitySchema } from "#model/severity.ts";
import type { SarifResult, SarifRun } from "./sarif-schema.ts";

/** Whether we wrote this run for a whole panel. */
function isOwnPanel({ tool }: SarifRun): boolean {
  return tool.driver?.name === "Deep Review";
}

/** Whether we wrote this run, for a whole panel or for one reviewer. */
export function isOwn(run: SarifRun): boolean {
  return isOwnPanel(run) || run.automationDetails?.id?.startsWith("deep-review/raw/") === true;
}

/** The severity that we gave a result, which is finer than a SARIF level. */
export function ownSeverity(run: SarifRun, { properties }: SarifResult): Severity | undefined {
  return isOwn(run) ? severitySchema.safeParse(properties?.["severity"]).data : undefined;
}

const text = z.string();
const panelProperties = z.object({ verdict: z.object({ rule: z.object({ kind: text, because: text }) }) });

/** Whether an agent or a model of one of our rounds is behind this run. One that failed is not: its round was checks only. */
export function hasAgent(run: SarifRun): boolean {
  if (ownVerdict(run)?.kind === "checks-only") return false;
  const kinds = isOwnPanel(run) ? panelKinds.safeParse(run.properties).data?.reviewers : undefined;
  const raw = isOwn(run) ? anyKind.safeParse(run.tool.driver?.properties).data : undefined;
  return [...(kinds ?? []), ...(raw === undefined ? [] : [raw])].some(wasAsked);
}

const anyKind = reviewerSchema.pick({ kind: true }).strip();
const panelKinds = z.object({ reviewers: z.array(anyKind) });

/** The verdict of our own round, with its kind unchecked; undefined for other tools. */
export function ownVerdict(run: SarifRun): { readonly kind: string; readonly because: string } | undefined {
  if (!isOwnPanel(run)) return undefined;
  return panelProperties.safeParse(run.properties).data?.verdict.rule ?? { kind: "", because: "it gives no reason" };
}
