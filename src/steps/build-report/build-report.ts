import { createLabelNamer, type LabelNamer } from "#grammar/labels/name-labels.ts";
import type { Section } from "#model/assessment.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId, FindingId } from "#model/ids.ts";
import type { AccountRow, RawReview, Report, ReportCounts, ReportFinding, ReportVerdict } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { Severity } from "#model/severity.ts";
import { isCommenter, outcomeOf } from "#model/panel/reviewer.ts";
import { judgeWorth } from "#model/history/judge-worth.ts";
import { verdictPhrase } from "#model/verdict.ts";
import { buildFinding, describeOverruled } from "./build-finding.ts";
import { computeCoverage } from "./compute-coverage.ts";
import { computeRetro } from "./compute-retro.ts";
import { countOtherDecisions } from "./count-decisions.ts";
import { countSeverities } from "./count-severities.ts";
import { describeGates } from "./describe-gates.ts";
import { describeProbe } from "./describe-probe.ts";
import { describeUnproven } from "./describe-unproven.ts";
import { describeSource } from "./describe-source.ts";
import { findContradictions } from "./find-contradictions.ts";
import { mapReadings } from "./map-readings.ts";
import { describeHistory } from "../history/describe/describe-history.ts";
import { computeUnseen } from "./unseen/compute-unseen.ts";
import { findSupporters } from "./supporters.ts";

/** Computes what to show from the record. Nothing after this decides anything; renderers only format. */
export function buildReport(review: Review): Report {
  const stands = findSupporters(review);
  const name = createLabelNamer(review.reviewers, review.clusters);
  const findings = review.clusters.map((cluster) => buildFinding(review, cluster, name));
  const kept = findings.filter(({ fate }) => fate === "kept");
  const coverage = computeCoverage(review, stands);
  const retro = computeRetro({ review, stands, coverage });
  const reading = mapReadings(review);
  return {
    review,
    source: describeSource(review),
    verdict: buildVerdict(review),
    counts: countReport(review, findings),
    history: describeHistory(review),
    worth: review.series === undefined ? undefined : judgeWorth(review),
    unseen: computeUnseen({ review, stands, reading }),
    kept: foldFindings(bySeverity(kept), review),
    dropped: findings.filter(({ fate }) => fate === "dropped"),
    routed: findings.filter(({ fate }) => fate === "routed"),
    sections: review.sections.map((section) => ({
      ...nameRemarks(section, name),
      observations:
        section.key === "design" ? review.observations.filter(({ reviewer }) => reviewer === undefined) : [],
    })),
    coverage,
    reading,
    unproven: describeUnproven(kept),
    gates: describeGates(review),
    probe: describeProbe(review),
    retro,
    contradictions: findContradictions(review, retro),
    account: buildAccount(review, name),
    rawReviews: buildRawReviews(review),
  };
}

/** A section of remarks in the reviewers' words: labels in them are their own. */
function nameRemarks(section: Section, name: LabelNamer): Section {
  let { text } = section;
  let from = 0;
  const remarks = section.remarks?.map((remark) => {
    const named = { ...remark, text: name(remark.text, remark.sources[0] ?? "") };
    const [written, wanted] = [remark.text, named.text].map((words) => words.replaceAll(/\n(?!\n|$)/g, "\n  "));
    const at = written === undefined ? -1 : text.indexOf(written, from);
    if (written === undefined || wanted === undefined || at < 0) return named;
    text = text.slice(0, at) + wanted + text.slice(at + written.length);
    from = at + wanted.length;
    return named;
  });
  return remarks === undefined ? section : { ...section, text, remarks };
}

function buildVerdict({ kind, verdict, statedVerdict }: Review): ReportVerdict {
  const rule = { kind: verdict.kind, phrase: verdictPhrase(verdict.kind), because: verdict.because };
  if (statedVerdict === undefined && kind === "architecture") {
    const rationale = "an architecture review judges no change";
    return { phrase: "No verdict", kind: undefined, rationale, decidedBy: [], rule: { ...rule, differs: false } };
  }
  if (statedVerdict === undefined) {
    return {
      phrase: rule.phrase,
      kind: verdict.kind,
      rationale: verdict.because,
      decidedBy: verdict.decidedBy,
      rule: { ...rule, differs: false },
    };
  }
  return {
    phrase: statedVerdict.phrase,
    kind: statedVerdict.kind,
    rationale: statedVerdict.rationale,
    decidedBy: verdict.decidedBy,
    rule: { ...rule, differs: statedVerdict.kind !== verdict.kind },
  };
}

function countReport(review: Review, findings: readonly ReportFinding[]): ReportCounts {
  const kept = findings.filter(({ fate }) => fate === "kept");
  const linked = new Set(review.ledger.entries.map(({ cluster }) => cluster)).size;
  // Commenters were not invited, so they do not count as completed.
  const panel = review.reviewers.filter((reviewer) => !isCommenter(reviewer));
  const outcomes = panel.map(({ id }) => outcomeOf(review.runs.filter(({ reviewer }) => reviewer === id)));
  const raisers = new Set(review.findings.map(({ reviewer }) => reviewer));
  const heard = panel.filter(({ id }, at) => outcomes[at] !== "failed" || raisers.has(id)).length;
  const completed = outcomes.filter((outcome) => outcome === "completed").length;
  const failed = outcomes.filter((outcome) => outcome === "failed").length;
  return {
    raised: review.findings.length,
    merged: review.findings.length - linked,
    unlinked: findings.length - linked,
    kept: { ...countSeverities(kept), all: kept.length },
    moved: findings.filter(({ fate }) => fate === "routed").length,
    dropped: findings.filter(({ fate }) => fate === "dropped").length,
    otherDecisions: countOtherDecisions(review, kept),
    contested: kept.filter(({ contested }) => contested !== undefined).length,
    states: countStates(kept),
    remarks: review.sections.reduce((sum, { remarks = [] }) => sum + remarks.length, 0),
    reviewers: { all: panel.length, completed, failed, heard },
    commenters: review.reviewers.length - panel.length,
  };
}

function countStates(kept: readonly ReportFinding[]): ReportCounts["states"] {
  const counts = { fixed: 0, declined: 0, "accepted-risk": 0, "not-applicable": 0, open: 0 };
  for (const { state } of kept) counts[state] += 1;
  return counts;
}

function bySeverity(kept: readonly ReportFinding[]): ReportFinding[] {
  return (["critical", "important", "suggestion"] as const).flatMap((severity) =>
    kept.filter((finding) => finding.severity === severity),
  );
}

/**
 * The number of findings of one check that are shown individually. All are counted, and complete formats have them all.
 */
const MAX_SHOWN: Readonly<Record<Severity, number>> = { critical: 50, important: 50, suggestion: 5 };

/**
 * Marks the findings of a check that are folded below the first ones of their severity. Silenced findings are always
 * shown.
 */
function foldFindings(kept: readonly ReportFinding[], { findings }: Review): ReportFinding[] {
  const checks = new Map(findings.map(({ id, check }) => [id, check]));
  const shown = new Map<string, number>();
  return kept.map((finding) => {
    const check = checkOf(finding, checks);
    if (check === undefined || finding.silenced !== undefined) return finding;
    const key = `${finding.severity} ${check}`;
    const count = (shown.get(key) ?? 0) + 1;
    shown.set(key, count);
    return count > MAX_SHOWN[finding.severity] ? { ...finding, foldedInto: check } : finding;
  });
}

/** The check that alone raised it; undefined if somebody else did too. */
function checkOf({ cluster }: ReportFinding, checks: ReadonlyMap<FindingId, string | undefined>) {
  const [first, ...others] = new Set(cluster.members.map(({ finding }) => checks.get(finding)));
  return others.length === 0 ? first : undefined;
}

function buildAccount(review: Review, name: LabelNamer): AccountRow[] {
  const clusters = new Map<ClusterId, RuledCluster>(review.clusters.map((cluster) => [cluster.id, cluster]));
  const findings = new Map(review.findings.map((finding) => [finding.id, finding]));
  const rows: AccountRow[] = [];
  for (const entry of review.ledger.entries) {
    const finding = findings.get(entry.finding);
    const cluster = clusters.get(entry.cluster);
    if (finding !== undefined && cluster !== undefined)
      rows.push({
        entry,
        finding,
        title: name(finding.title, finding.id),
        cluster,
        overrules: describeOverruled(cluster.ruling),
      });
  }
  return rows;
}

function buildRawReviews(review: Review): RawReview[] {
  const entries = new Map(review.ledger.entries.map((entry) => [entry.finding, entry]));
  const clusters = clustersByFinding(review);
  const raw: RawReview[] = [];
  for (const run of review.runs) {
    const reviewer = review.reviewers.find(({ id }) => id === run.reviewer);
    if (reviewer === undefined) continue;
    const own = review.findings.filter((finding) => finding.reviewer === run.reviewer && finding.pass === run.pass);
    const findings = own.map((finding) => ({
      finding,
      clusters: clusters.get(finding.id) ?? [],
      fate: entries.get(finding.id)?.fate ?? "dropped",
    }));
    raw.push({ reviewer, run, findings });
  }
  return raw;
}

/** The clusters of each finding: its own first, then others that it contributes to. */
function clustersByFinding({ clusters }: Review): ReadonlyMap<FindingId, readonly ClusterId[]> {
  const known = new Map<FindingId, ClusterId[]>();
  const add = (isHome: boolean): void => {
    for (const { id, members } of clusters) {
      for (const { finding, share } of members) {
        if ((share !== "secondary") !== isHome) continue;
        const own = known.get(finding);
        if (own === undefined) known.set(finding, [id]);
        else own.push(id);
      }
    }
  };
  add(true);
  add(false);
  return known;
}
