import { z } from "zod";

// Lenient, because other tools write these files: a value of the wrong type counts as missing. Only a run without a tool
// is refused. The reader checks the results.
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const properties = z.record(z.string(), z.unknown()).optional().catch(undefined);

const message = z.object({ text, markdown: text }).optional().catch(undefined);

const artifactLocation = z.object({ uri: text, uriBaseId: text, index: number });
/** How a file is named. */
export type SarifFile = z.infer<typeof artifactLocation>;

const location = z.object({
  physicalLocation: z
    .object({
      artifactLocation: artifactLocation.optional().catch(undefined),
      region: z
        .object({ startLine: number, endLine: number, snippet: z.object({ text }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
/** The location of a result. */
export type SarifLocation = z.infer<typeof location>;

const rule = z.object({
  id: text,
  shortDescription: message,
  fullDescription: message,
  defaultConfiguration: z.object({ level: text }).optional().catch(undefined),
  properties,
});
/** A check of a tool. */
export type SarifRule = z.infer<typeof rule>;

const component = z.object({
  name: text,
  rules: z.array(rule.catch({})).optional().catch(undefined),
  properties,
});

const suppression = z.object({ kind: text, status: text, justification: text });

/** One thing that a tool found. */
export const resultSchema = z.object({
  ruleId: text,
  ruleIndex: number,
  rule: z
    .object({ id: text, index: number, toolComponent: z.object({ index: number }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  kind: text,
  level: text,
  message,
  locations: z.array(location.catch({})).optional().catch(undefined),
  // An unreadable suppression has no effect.
  suppressions: z
    .array(suppression.catch({ status: "rejected" }))
    .optional()
    .catch(undefined),
  baselineState: text,
  properties,
});
export type SarifResult = z.infer<typeof resultSchema>;

const notifications = z
  .array(z.object({ level: text, message }).catch({}))
  .optional()
  .catch(undefined);

const invocation = z.object({
  executionSuccessful: z.unknown().optional(),
  exitCodeDescription: text,
  toolExecutionNotifications: notifications,
  toolConfigurationNotifications: notifications,
});
const NOT_UNDERSTOOD = { executionSuccessful: false };

const run = z.object({
  tool: z.object({
    driver: component.optional().catch(undefined),
    extensions: z.array(component.catch({})).optional().catch(undefined),
  }),
  automationDetails: z.object({ id: text }).optional().catch(undefined),
  invocations: z.array(invocation.catch(NOT_UNDERSTOOD)).nullish().catch([NOT_UNDERSTOOD]),
  artifacts: z
    .array(z.object({ location: artifactLocation.optional().catch(undefined) }).catch({}))
    .optional()
    .catch(undefined),
  originalUriBaseIds: z.record(z.string(), artifactLocation.catch({})).optional().catch(undefined),
  externalPropertyFileReferences: z.object({ results: z.unknown().optional() }).optional().catch(undefined),
  results: z.unknown().optional(),
  properties,
});
/** One run of one tool. */
export type SarifRun = z.infer<typeof run>;

/** The parts of SARIF 2.1.0 that are read. */
export const logSchema = z.object({ runs: z.array(run) });
