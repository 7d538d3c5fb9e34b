import { z } from "zod";
import { type Finding, findingSchema } from "#model/finding.ts";
import { assessmentSchema, observationSchema } from "#model/assessment.ts";
import { type GateResult, gateResultSchema } from "#model/panel/gate.ts";
import { type ProbeResult, probeResultSchema, probeSettingsSchema } from "#model/panel/probe-result.ts";
import { TOOL_FORMATS } from "#model/panel/tool-hit.ts";
import {
  fileClaimSchema,
  type Reading,
  readingSchema,
  type SwitchedOff,
  type SkippedHits,
  skippedHitsSchema,
  switchedOffSchema,
} from "#model/panel/receipt.ts";
import {
  type Reviewer,
  type ReviewerRun,
  reviewerRunSchema,
  reviewerSchema,
  type ReviewerStatements,
  unplacedSchema,
} from "#model/panel/reviewer.ts";
import { fixVerdictSchema } from "#model/history/lineage.ts";
import { type Scope, scopeSchema } from "#model/change/scope.ts";
import { type PullRequest, pullRequestSchema } from "#model/pull/pull-request.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { type Severity, severitySchema } from "#model/severity.ts";
import { type Verification, verificationSchema } from "#model/panel/verification.ts";
import type { DeepReadonly } from "#util/deep-readonly.ts";

/** A line of a round's journal. The first describes what is reviewed, the others what happened, such as a reviewer's end. */
export type JournalEntry =
  | {
      readonly type: "start";
      readonly tool: string;
      readonly at: string;
      /** The repository's folder. */
      readonly repository: string;
      /** A resumed round reviews exactly these commits. */
      readonly scope: Scope;
      /** The whole panel: a resumed round accounts for each member, even those that it does not run again. */
      readonly panel: readonly Reviewer[];
      readonly paths: readonly string[];
      /** Absent in journals of earlier versions. */
      readonly settings?: RoundSettings;
      /** A digest of the requests to the reviewers; absent if they cannot be repeated. */
      readonly asked?: string;
      /** A digest of the decisions and earlier rounds. */
      readonly decided?: string;
      /** The target that this one replaces, as the user named it. */
      readonly continues?: string;
      /** The pull request as it was before the review. */
      readonly pull?: PullRequest;
      /** The commit whose rules and decisions apply; absent: the base. */
      readonly trusted?: string;
      /** The lowest severity that fails the round. */
      readonly failOn?: Severity;
    }
  | ({
      readonly type: "reviewer";
      readonly run: ReviewerRun;
      readonly findings: readonly Finding[];
      readonly switchedOff?: readonly SwitchedOff[];
      readonly skipped?: SkippedHits;
      readonly reading?: Reading;
      readonly gates?: readonly GateResult[];
      readonly probe?: ProbeResult;
      /** The linters that were found among the gates, each a reviewer of its own. */
      readonly tools?: readonly ToolReview[];
      /** Its total number of passes; absent: one. */
      readonly passes?: number;
    } & ReviewerStatements)
  /** A verifier's answer. */
  | { readonly type: "verification"; readonly verification: Verification }
  /** The probe, after breaks that reviewers name were run. */
  | { readonly type: "named"; readonly probe: ProbeResult }
  /** The cost of a run that the user stopped. It is run again. */
  | { readonly type: "spent"; readonly costUsd: number };

export type StartEntry = Extract<JournalEntry, { readonly type: "start" }>;

const strings = z.array(z.string());
const pathSwitches = () => z.array(z.strictObject({ glob: z.string(), ids: strings }));

const startSchema = z.strictObject({
  type: z.literal("start"),
  tool: z.string(),
  at: z.iso.datetime(),
  repository: z.string().min(1),
  // Commit ids only: git could read a name or an option in another way.
  scope: scopeSchema.extend({ base: commitId().optional(), head: commitId().optional() }),
  panel: z.array(reviewerSchema).refine(areDistinct, "two reviewers have the same id"),
  paths: strings,
  settings: z
    .strictObject({
      off: strings,
      offIn: pathSwitches(),
      from: z.string(),
      ignore: strings,
      brought: z
        .strictObject({
          off: strings,
          offIn: pathSwitches(),
          ignore: strings,
          lost: strings.optional(),
          told: strings.optional(),
          readers: z.int().positive().optional(),
          failOn: severitySchema.optional(),
          files: strings.optional(),
          where: z.string().optional(),
        })
        .optional(),
      readers: z.int().positive().optional(),
      gates: z
        .array(
          z.strictObject({
            name: z.string(),
            command: z.string(),
            timeoutSeconds: z.number().positive(),
            format: z.enum([...TOOL_FORMATS, "none"]).optional(),
            report: z.string().optional(),
          }),
        )
        .optional(),
      probe: probeSettingsSchema.optional(),
    })
    .optional(),
  asked: z.string().optional(),
  decided: z.string().optional(),
  continues: z.string().optional(),
  pull: pullRequestSchema.optional(),
  trusted: commitId().optional(),
  failOn: severitySchema.optional(),
});

/** The review of a tool that ran as a part of another reviewer's work. */
const toolReviewSchema = z.strictObject({
  reviewer: reviewerSchema,
  run: reviewerRunSchema,
  findings: z.array(findingSchema).refine(areDistinct, "two findings have the same id"),
  switchedOff: z.array(switchedOffSchema).optional(),
  saidChecks: z
    .array(z.strictObject({ check: z.string(), paths: strings }))
    .optional()
    .describe("what it says of the head, by file; absent: unknown"),
});
export type ToolReview = DeepReadonly<z.infer<typeof toolReviewSchema>>;

const endedSchema = z
  .strictObject({
    type: z.literal("reviewer"),
    run: reviewerRunSchema,
    findings: z.array(findingSchema).refine(areDistinct, "two findings have the same id"),
    switchedOff: z.array(switchedOffSchema).optional(),
    skipped: skippedHitsSchema.optional(),
    reading: readingSchema.optional(),
    gates: z.array(gateResultSchema).optional(),
    probe: probeResultSchema.optional(),
    tools: z.array(toolReviewSchema).optional(),
    passes: z.int().positive().max(100).optional(),
    observations: z.array(observationSchema).optional(),
    assessments: z.array(assessmentSchema).optional(),
    claims: z.array(fileClaimSchema).optional(),
    fixVerdicts: z.array(fixVerdictSchema).optional(),
    unplaced: z.array(unplacedSchema).optional(),
  })
  .refine(({ run, findings }) => findings.every(({ reviewer }) => reviewer === run.reviewer), {
    message: "a finding of another reviewer",
    path: ["findings"],
  });

const verifiedSchema = z.strictObject({ type: z.literal("verification"), verification: verificationSchema });

const spentSchema = z.strictObject({ type: z.literal("spent"), costUsd: z.number().nonnegative() });

const namedSchema = z.strictObject({ type: z.literal("named"), probe: probeResultSchema });

const entrySchema = z.union([startSchema, endedSchema, verifiedSchema, namedSchema, spentSchema]);

type ReadEntry =
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  | { readonly kind: "cut" }
  | { readonly kind: "wrong"; readonly why: string };

/** Parses one line of a journal. A line that is not JSON was cut by a crash. */
export function readEntry(line: string): ReadEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "cut" };
  }
  const schema = schemaFor(value);
  const read = schema.safeParse(value);
  // Return the value itself, not the schema's reordered copy: a resumed round writes the same record.
  if (read.success) return { kind: "entry", entry: value as JournalEntry };
  const [issue] = read.error.issues;
  return { kind: "wrong", why: `${issue?.path.join(".") || "it"}: ${issue?.message ?? "not a journal entry"}` };
}

/** The schema of the entry's type, so that an error names one field and not all alternatives. */
function schemaFor(value: unknown): z.ZodType {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (type === "start") return startSchema;
  if (type === "verification") return verifiedSchema;
  if (type === "named") return namedSchema;
  if (type === "spent") return spentSchema;
  return type === "reviewer" ? endedSchema : entrySchema;
}

function commitId(): z.ZodString {
  return z.string().regex(/^[0-9a-f]{40,64}$/, "is not a commit id");
}

function areDistinct(items: readonly { readonly id: string }[]): boolean {
  return new Set(items.map(({ id }) => id)).size === items.length;
}
