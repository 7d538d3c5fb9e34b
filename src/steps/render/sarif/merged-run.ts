import type { Artifact, Invocation, Notification, Result, Run } from "sarif";
import type { Report, ReportFinding, Voice } from "#model/report.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { ChangedFile, Scope } from "#model/change/scope.ts";
import type { Location } from "#model/location.ts";
import { describeMembers } from "../describe-members.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { artifactTable, type ArtifactTable, type ArtifactUse, SOURCE_ROOT, resultLocations } from "./locations.ts";
import { baselineState, identityPrints, runGuid, earlierResult, standingEarlier } from "./earlier-rounds.ts";
import { FINGERPRINT_KEY, fingerprints } from "./fingerprint.ts";
import { problemMessage, textMessage, levelOf, ruleOf, RULES } from "./rules.ts";

/** The run of the panel as a whole: kept findings, routed ones (informational), dropped ones (suppressed). */
export function mergedRun(report: Report, toolVersion: string | undefined): Run {
  const { review } = report;
  const findings = [...report.kept, ...report.routed, ...report.dropped];
  const earlier = standingEarlier(review.previous);
  const table = artifactTable(filesOf(review.scope, [...findings, ...earlier]));
  const prints = fingerprints([...findings, ...earlier]);
  return {
    tool: {
      driver: { name: "Deep Review", semanticVersion: toolVersion, rules: RULES },
    },
    automationDetails: {
      id: `deep-review/merged/${review.id}`,
      guid: runGuid(review.id),
      description: { text: "The findings of the panel as a whole." },
    },
    baselineGuid: baselineGuid(report),
    invocations: [invocation(report)],
    versionControlProvenance: provenance(review.scope),
    originalUriBaseIds: ORIGINAL_URI_BASE_IDS,
    artifacts: table.artifacts.length > 0 ? table.artifacts : undefined,
    results: [
      ...findings.map((finding, index) => result(finding, prints[index] ?? "", table)),
      ...earlier.map((one, index) => earlierResult(one, prints[findings.length + index] ?? "", table)),
    ],
    columnKind: "utf16CodeUnits" as const,
    properties: runProperties(report),
  };
}

/** The baseline run: that of the previous round. */
function baselineGuid({ review: { series } }: Report): string | undefined {
  const before = series?.entries.at(-1);
  return before === undefined ? undefined : runGuid(before.review);
}

/** Describes the base of all paths; its location depends on the reader's machine. */
export const ORIGINAL_URI_BASE_IDS: NonNullable<Run["originalUriBaseIds"]> = {
  [SOURCE_ROOT]: { description: { text: "The root of the repository at the reviewed commit." } },
};

/** The reviewed commit, if the address of its repository is known: SARIF requires both. */
export function provenance(scope: Scope): Run["versionControlProvenance"] {
  const repositoryUri =
    webAddress(scope.repository?.url) ?? webAddress(scope.pullRequest?.url?.replace(/\/pull\/\d+.*$/, ""));
  if (repositoryUri === undefined) return undefined;
  const details = { repositoryUri, revisionId: scope.head, branch: scope.branch, mappedTo: { uriBaseId: SOURCE_ROOT } };
  return [omitUndefined(details)];
}

function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { href } = new URL(text);
  return WEB_ADDRESS.test(href) ? href : undefined;
}

// Stricter than the URL parser, which accepts characters that are not allowed in a URI.
const WEB_ADDRESS = /^https?:\/\/[\w.:-]+\/(?:[\w.~!$&'()*+,;=:@/-]|%[\dA-Fa-f]{2})*$/;

function* filesOf(
  scope: Scope,
  findings: readonly { readonly locations?: readonly Location[] | undefined }[],
): Generator<ArtifactUse> {
  for (const file of scope.files) {
    yield { path: file.path, role: "analysisTarget" };
    yield { path: file.path, role: ROLES[file.change] };
  }
  for (const { locations = [] } of findings) for (const { path } of locations) yield { path, role: "resultFile" };
}

const ROLES: Readonly<Record<ChangedFile["change"], Artifact.roles>> = {
  added: "added",
  copied: "added",
  modified: "modified",
  "type-changed": "modified",
  deleted: "deleted",
  renamed: "renamed",
};

function invocation({ review, verdict }: Report): Invocation {
  const notifications: Notification[] = [];
  for (const { reviewer, outcome, message } of review.runs) {
    if (outcome !== "failed") continue;
    notifications.push({
      level: "error",
      message: textMessage(`${reviewer} failed${message === undefined ? "" : `: ${message}`}`),
      properties: { reviewer },
    });
  }
  for (const gap of review.gaps) notifications.push({ level: "note", message: textMessage(gap) });
  return {
    executionSuccessful: verdict.rule.kind !== "incomplete",
    ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
  };
}

function result(finding: ReportFinding, print: string, table: ArtifactTable): Result {
  const isFailure = finding.fate !== "routed";
  const { fate, because, dropReason } = finding;
  const suppressions: Result["suppressions"] =
    fate === "dropped"
      ? [
          {
            kind: "external",
            justification: [`${dropReason ?? "dropped"}: ${because}`, ...decided(finding)].join("; "),
          },
        ]
      : undefined;
  return {
    ...ruleOf(finding.class),
    // SARIF: only a result of kind "fail" has a level.
    kind: isFailure ? ("fail" as const) : ("informational" as const),
    level: isFailure ? levelOf(finding.severity) : ("none" as const),
    message: problemMessage(finding.title, bodyOf(finding)),
    ...resultLocations(finding, table),
    partialFingerprints: { [FINGERPRINT_KEY]: print, ...identityPrints(finding.cluster.identity) },
    baselineState: baselineState(finding),
    suppressions,
    properties: resultProperties(finding),
  };
}

/** Viewers show little besides the message. */
function bodyOf(finding: ReportFinding): string {
  const { body, silenced } = finding;
  const members = describeMembers(finding).map((text) => `- ${text.replaceAll(/[\r\n]+/g, " ")}`);
  return [
    ...(silenced === undefined ? [] : [`Silenced by this change, ${silenced}`]),
    ...(body === "" ? [] : [body]),
    ...(members.length === 0 ? [] : [`Merged from:\n${members.join("\n")}`]),
  ].join("\n\n");
}

/** The decision behind a dropped finding, if its reason does not name it. */
function decided({ comesFrom }: ReportFinding): string[] {
  return (comesFrom?.sides ?? []).map(({ who, says }) => `${who}: ${says}`);
}

function resultProperties(finding: ReportFinding): NonNullable<Result["properties"]> {
  const { evidence, fix, repros, decisions } = finding;
  return omitUndefined({
    id: finding.id,
    fate: finding.fate,
    severity: finding.severity,
    writtenSeverity: finding.writtenSeverity,
    class: finding.class,
    because: finding.because,
    overrules: finding.overrules.length > 0 ? finding.overrules : undefined,
    routedTo: finding.routedTo,
    dropReason: finding.dropReason,
    attribution: finding.voices.map(attribution),
    silent: finding.silent,
    evidence: omitUndefined({
      level: evidence.level,
      text: evidence.text,
      unproven: evidence.unproven,
      verified: evidence.verified,
      grounding: evidence.grounding,
    }),
    runClaims: finding.runClaims.length > 0 ? finding.runClaims : undefined,
    contested: finding.contested,
    comesFrom: finding.comesFrom,
    notes: finding.notes.length > 0 ? finding.notes : undefined,
    silenced: finding.silenced,
    fix,
    repros: repros.length > 0 ? repros : undefined,
    decisions: decisions.length > 0 ? decisions : undefined,
  });
}

function attribution({ reviewer, credit, members, unlinked }: Voice): object {
  return {
    reviewer: reviewer.id,
    name: reviewerTitle(reviewer),
    family: reviewer.family,
    note: credit?.note,
    findings: members,
    unlinked,
  };
}

function runProperties({ review, verdict, counts, history, worth, unseen }: Report): NonNullable<Run["properties"]> {
  return omitUndefined({
    review: review.id,
    kind: review.kind,
    round: review.round,
    head: review.scope.head,
    base: review.scope.base,
    verdict: omitUndefined({
      phrase: verdict.phrase,
      kind: verdict.kind,
      decidedBy: verdict.decidedBy,
      rule: verdict.rule,
    }),
    counts,
    rounds: history,
    worth: worth && { isWorth: worth.isWorth, because: worth.because },
    unseen,
    reviewers: review.reviewers,
  });
}
