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

/** Why our own round was incomplete, as its verdict says it. */
export function ownVerdict({ properties }: SarifRun): string | undefined {
  const rule = valueIn(valueIn(properties, "verdict"), "rule");
  const because = valueIn(rule, "because");
  return typeof because === "string" ? because : undefined;
}

function valueIn(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
