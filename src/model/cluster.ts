import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { sectionKeySchema } from "./assessment.ts";
import { type Finding, problemShape } from "./finding.ts";
import { clusterIdSchema, type FindingId, findingIdSchema, reviewerIdSchema } from "./ids.ts";
import { identitySchema } from "./history/identity.ts";
import { earlierRefSchema, lineageSchema } from "./history/lineage.ts";
import { rungSchema } from "./panel/evidence-ladder.ts";
import { severitySchema } from "./severity.ts";

/**
 * One finding's part in a cluster. `primary`: its one place in the ledger. `secondary`: it feeds this cluster too, its
 * place is elsewhere. `duplicate`: its reviewer reports the same twice, and the other finding is the primary one.
 */
export const memberSchema = z.strictObject({
  finding: findingIdSchema,
  share: z.enum(["primary", "secondary", "duplicate"]),
  confidence: z.number().min(0).max(1).describe("how sure the link is; 1 when it was stated or decided here"),
  because: z.string().min(1).describe("what joined it: attribution, location, text"),
});
export type Member = DeepReadonly<z.infer<typeof memberSchema>>;

/** A reviewer that the report credits. There may be no raw finding of it. */
export const creditSchema = z.strictObject({
  reviewer: reviewerIdSchema,
  note: z.string().optional().describe('"as S5", "verified"'),
});
export type Credit = DeepReadonly<z.infer<typeof creditSchema>>;

/** A problem as an imported report words it. */
export const statementSchema = z.strictObject({
  ...problemShape,
  writtenSeverity: z.string().optional().describe("where the report uses another scale: High, Medium"),
  notes: z.array(z.string()).describe('what else its line says: "Round 4 S6 unaddressed", "deferred to upstream"'),
});
export type Statement = DeepReadonly<z.infer<typeof statementSchema>>;

/** Why a finding may be dropped. There is no other reason. The last three exist in imported reports only. */
export const dropReasonSchema = z.enum([
  "withdrawn",
  "refuted",
  "declined-earlier",
  "duplicate-within-reviewer",
  "out-of-scope",
  "already-fixed",
  "judged-minor",
  "not-stated",
]);
export type DropReason = z.infer<typeof dropReasonSchema>;

/** Reasons that only an imported report may give. */
export const IMPORT_ONLY_REASONS: readonly DropReason[] = ["already-fixed", "judged-minor", "not-stated"];

/** Who ruled. A person rules by a decision that still holds. */
export const rulingAuthorSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("program") }),
  z.strictObject({
    kind: z.literal("person"),
    name: z.string().optional().describe("absent: the decision does not say"),
    decision: z.string().optional().describe("the decision, by its id; absent in a record of version 1 that lost it"),
  }),
]);
export type RulingAuthor = DeepReadonly<z.infer<typeof rulingAuthorSchema>>;

const rulingShape = {
  because: z.string().min(1),
  author: rulingAuthorSchema.optional().describe("absent in an import: the report itself rules"),
  evidence: rungSchema.optional().describe("how far the evidence went when it was ruled on; absent in an import"),
};

/**
 * What becomes of a cluster. A drop without a reason cannot be written down. A later author's ruling wraps the earlier one,
 * so nothing of the chain is lost.
 */
export const rulingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("keep"),
    severity: severitySchema,
    ...rulingShape,
    get overrules(): OptionalRuling {
      return overruledSchema();
    },
  }),
  z.strictObject({
    kind: z.literal("route"),
    to: sectionKeySchema.exclude(["summary"]),
    ...rulingShape,
    get overrules(): OptionalRuling {
      return overruledSchema();
    },
  }),
  z.strictObject({
    kind: z.literal("drop"),
    reason: dropReasonSchema,
    ...rulingShape,
    get overrules(): OptionalRuling {
      return overruledSchema();
    },
  }),
]);
export type Ruling = DeepReadonly<z.infer<typeof rulingSchema>>;

type OptionalRuling = z.ZodOptional<typeof rulingSchema>;

function overruledSchema(): OptionalRuling {
  return rulingSchema.optional().describe("the ruling of an earlier author, which this one replaces");
}

/** `kept as important`, `moved to design`, `dropped as refuted`. */
export function describeRuling(ruling: Ruling): string {
  if (ruling.kind === "keep") return `kept as ${ruling.severity}`;
  return ruling.kind === "route" ? `moved to ${ruling.to}` : `dropped as ${ruling.reason}`;
}

/**
 * Findings, of one or more reviewers, about the same problem. Never empty, except in an imported report, where a
 * cluster may stand on credits or on the report's own word alone.
 */
export const clusterSchema = z.strictObject({
  id: clusterIdSchema,
  members: z.array(memberSchema),
  credits: z.array(creditSchema),
  speaker: findingIdSchema
    .optional()
    .describe("the member in whose words the problem is told; absent: the statement, else the first member"),
  statement: statementSchema.optional().describe("in an import: the report's own words; a round of ours has none"),
  identity: identitySchema.optional().describe("what it is known by in later rounds; absent in an import"),
  names: z
    .array(earlierRefSchema)
    .optional()
    .describe("where the series printed this problem before, one for each name, oldest first; absent: nowhere"),
  lineage: lineageSchema.optional().describe("absent in the first round of a series and in an import"),
});
export type Cluster = DeepReadonly<z.infer<typeof clusterSchema>>;

/** A cluster and what becomes of it. */
export const ruledClusterSchema = z.strictObject({ ...clusterSchema.shape, ruling: rulingSchema });
export type RuledCluster = DeepReadonly<z.infer<typeof ruledClusterSchema>>;

/** The finding in whose words a cluster is told: its speaker, else its first member. Undefined: in those of the report. */
export function speakerOf({
  speaker,
  members,
  statement,
}: Pick<Cluster, "speaker" | "members" | "statement">): FindingId | undefined {
  return statement === undefined ? (speaker ?? members[0]?.finding) : undefined;
}

/** The text of a cluster: the statement of an imported report, else that of its speaker. */
export function wordingOf(
  cluster: Pick<Cluster, "speaker" | "members" | "statement">,
  findings: { get(id: FindingId): Finding | undefined },
): Statement | Finding | undefined {
  const id = speakerOf(cluster);
  return cluster.statement ?? (id === undefined ? undefined : findings.get(id));
}
