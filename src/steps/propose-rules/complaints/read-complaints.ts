import { type RuledCluster, wordingOf } from "#model/cluster.ts";
import { checkOf, type Finding } from "#model/finding.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { type Complaint, MAX_TEXT } from "./complaint.ts";

/** The unwanted findings of a review: those that people declined, and those that it dropped itself. */
export function complaintsOf(review: Review, series?: string): Complaint[] {
  const shared = { review: review.id, series, ref: review.id, date: dayOf(review) };
  const findings = new Map(review.findings.map((finding) => [finding.id, finding]));
  const problems = new Map(review.clusters.map((cluster) => [cluster.id, problemOf(cluster, findings)]));
  const declined = review.decisions.flatMap(({ kind, about, reason }): Complaint[] => {
    const fate = FATES[kind];
    const problem = about.cluster === undefined ? undefined : problems.get(about.cluster);
    if (fate === undefined || about.kind !== "finding" || (problem === undefined && about.text.length < MIN_LENGTH))
      return [];
    return [{ ...(problem ?? { title: about.text, text: "" }), fate, reason, ...shared }];
  });
  const dropped = review.clusters.flatMap(({ id, ruling }): Complaint[] => {
    const problem = problems.get(id);
    if (problem === undefined || ruling.kind !== "drop" || !COUNTED.has(ruling.reason)) return [];
    // Repeats a decision that is read separately, with its last day.
    if (NAMES_DECISION.test(ruling.because)) return [];
    return [{ ...problem, fate: "dropped" as const, reason: ruling.because, ...shared }];
  });
  return [...declined, ...dropped];
}

/** The complaint in a person's decision. An expired one no longer counts. */
export function complaintOf(decision: StandingDecision, today: string, series?: string): Complaint[] {
  const { kind, problem, id, of, reason, date, until } = decision;
  const fate = FATES[kind];
  if (fate === undefined || (until !== undefined && until < today)) return [];
  const { title, text, identity, locations, severity } = problem;
  const path = locations[0]?.path;
  const known = {
    fate,
    title,
    text: text.slice(0, MAX_TEXT),
    path,
    identity,
    severity,
    check: checkOf({ body: text }),
  };
  return [{ ...known, review: of.review, series, ref: id, reason, date: date.slice(0, 10), until }];
}

const FATES: Readonly<Record<string, Complaint["fate"]>> = {
  declined: "declined",
  "accepted-risk": "declined",
  fixed: "fixed",
  reopened: "reopened",
};

/** The drop reasons that say something about the claim itself. */
const COUNTED: ReadonlySet<string> = new Set(["refuted", "out-of-scope", "declined-earlier"]);
const NAMES_DECISION = /\bD-[0-9a-f]{10}\b/;
const MIN_LENGTH = 15;

function problemOf(
  cluster: RuledCluster,
  findings: ReadonlyMap<string, Finding>,
): Pick<Complaint, "title" | "text" | "path" | "check" | "identity" | "severity"> | undefined {
  const { members, identity, ruling } = cluster;
  const speaker = wordingOf(cluster, findings);
  if (speaker === undefined || speaker.title.trim() === "") return undefined;
  const { title, body, locations } = speaker;
  const path = locations[0]?.path;
  const claimed = members.flatMap(({ finding }) => findings.get(finding)?.severity ?? []);
  const severity = worst(ruling.kind === "keep" ? [ruling.severity] : claimed);
  return { title, text: body.slice(0, MAX_TEXT), path, identity, severity, check: checkOf(speaker) };
}

function worst(severities: readonly Severity[]): Severity | undefined {
  return severities.toSorted((one, other) => severityLevel(other) - severityLevel(one))[0];
}

function dayOf({ id }: Review): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)-/.exec(id) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}
