import { findContest } from "#evidence/find-contest.ts";
import { createLabelNamer, type LabelNamer } from "#grammar/labels/name-labels.ts";
import { describeRuling, type RuledCluster, type Ruling, speakerOf, wordingOf } from "#model/cluster.ts";
import { formatSilencing, type GroundedFinding } from "#model/finding.ts";
import type { Decision } from "#model/decision.ts";
import {
  type Contest,
  type Evidence,
  type EvidenceRemark,
  FINDING_STATES,
  FIX_APPLIES,
  STATED_RUN,
  type FindingState,
  type ReportFinding,
  type Voice,
} from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { ReportPatch } from "#model/panel/report-trial.ts";
import { auditWords, isUnsupportedRun, type RunClaim } from "#model/panel/run-claim.ts";
import { isByCommentersAlone, isProgram, type Reviewer, wasAsked } from "#model/panel/reviewer.ts";
import { verificationsOf, type Demonstration, type Verification } from "#model/panel/verification.ts";
import { formatLocation } from "#model/location.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { describeLineage } from "../history/describe/describe-lineage.ts";
import { addDoubts, describeDoubts } from "./describe-doubts.ts";
import { describeUnlinked } from "./describe-unlinked.ts";
import { findRung } from "#evidence/find-rung.ts";
import { findUnproven } from "./find-unproven.ts";
import { bestGrounding, type Excerpt, type FindingGrounding, type Grounding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import { choosePatch, describeTrial } from "./describe-trials.ts";
import { isAboutFix, summarizeGrounding } from "./summarize-grounding.ts";
import { describeVerified } from "./describe-verified.ts";

/** One cluster as a card that can be read on its own. */
export function buildFinding(
  review: Review,
  cluster: RuledCluster,
  name = createLabelNamer(review.reviewers, review.clusters),
): ReportFinding {
  const members = membersOf(review, cluster);
  const problem = problemOf(cluster, members);
  const voices = voicesOf(review, cluster, { members, title: problem.title, name });
  const { ruling } = cluster;
  const silencedBy = members.find(({ finding }) => finding.silencedBy !== undefined)?.finding.silencedBy;
  const excerpts = review.excerpts.filter((excerpt) => excerpt.cluster === cluster.id);
  const ids = members.map(({ finding }) => finding.id);
  const verifications = verificationsOf(review.verifications ?? [], cluster.members);
  const demonstrations = (review.demonstrations ?? []).filter(({ finding }) => ids.includes(finding));
  const patch = choosePatch(review, cluster, speakerOf(cluster));
  const runClaims = (review.runClaims ?? []).filter(({ finding }) => finding !== undefined && ids.includes(finding));
  const evidenceInput = { review, problem, members: ids, excerpts, verifications, demonstrations, runClaims, patch };
  const severity = ruling.kind === "keep" ? ruling.severity : worst(members, cluster);
  const decisions = review.decisions.filter(
    ({ source, about }) => source === "resolution" && about.cluster === cluster.id,
  );
  return {
    id: cluster.id,
    cluster,
    fate: ruling.kind === "keep" ? "kept" : ruling.kind === "route" ? "routed" : "dropped",
    severity,
    writtenSeverity: cluster.statement?.writtenSeverity,
    ...nameProblem(problem, speakerOf(cluster), name),
    class: shownClass(problem, demonstrations),
    notes: [...problem.notes, ...notesOn(review, cluster, silencedBy !== undefined)],
    foldedInto: undefined,
    silenced: silencedBy === undefined ? undefined : formatSilencing(silencedBy),
    excerpts,
    evidence: evidenceOf(evidenceInput, { review, cluster, members, severity, demonstrations }),
    verifications,
    demonstrations,
    runClaims: runClaims.filter(isUnsupportedRun),
    trials: demonstrations.map(describeTrial),
    patch,
    voices,
    silent: silentOf(review, voices),
    contested: contestOf({ review, cluster, members, verifications }, name),
    routedTo: ruling.kind === "route" ? ruling.to : undefined,
    dropReason: ruling.kind === "drop" ? ruling.reason : undefined,
    because: ruling.because,
    overrules: describeOverruled(ruling),
    comesFrom: describeLineage(review, cluster),
    decisions,
    state: stateOf(decisions),
  };
}

function evidenceOf(input: EvidenceInput, about: UnprovenInput): ReportFinding["evidence"] {
  const weighed = weighEvidence(input);
  const doubts = describeDoubts(
    about.review.runs,
    about.members.map(({ finding }) => finding),
  );
  return addDoubts({ ...weighed, unproven: unprovenOf(about, weighed) }, doubts);
}

/** The last decision that settles or reopens a finding counts. */
function stateOf(decisions: readonly Decision[]): FindingState {
  const last = decisions.findLast(({ kind }) => kind !== "commented" && kind !== "other")?.kind ?? "open";
  return FINDING_STATES.find((state) => state === last) ?? "open";
}

function notesOn(review: Review, cluster: RuledCluster, isSilenced: boolean): string[] {
  return [...describeCommentersOnly(review, cluster), ...(isSilenced ? ["silenced by this change"] : [])];
}

/** Notes that the finding does not affect the verdict, for readers of only this card. */
function describeCommentersOnly({ reviewers }: Review, cluster: RuledCluster): string[] {
  const isListedOnly = cluster.ruling.kind === "keep" && isByCommentersAlone(cluster, reviewers);
  return isListedOnly ? ["raised by commenters alone, does not decide"] : [];
}

interface LinkedMember extends GroundedFinding {
  readonly member: RuledCluster["members"][number];
}

function membersOf(review: Review, cluster: RuledCluster): LinkedMember[] {
  const linked: LinkedMember[] = [];
  for (const member of cluster.members) {
    const finding = review.findings.find(({ id }) => id === member.finding);
    const grounding = review.groundings?.find((checked) => checked.finding === member.finding);
    if (finding !== undefined) linked.push({ finding, grounding, member });
  }
  return linked;
}

type Problem = Pick<
  ReportFinding,
  "title" | "class" | "locations" | "places" | "body" | "quotes" | "fix" | "repros" | "notes"
>;

function problemOf(cluster: RuledCluster, members: readonly LinkedMember[]): Problem {
  const findings = new Map(members.map(({ finding }) => [finding.id, finding]));
  const { class: stated, fix, ...words } = wordingOf(cluster, findings) ?? NO_WORDS;
  const { title, locations, places, body, quotes, repros } = words;
  const notes = cluster.statement?.notes ?? [];
  // A report often leaves the class out although its members agree on one.
  const classes = new Set(members.map(({ finding }) => finding.class));
  const agreed = classes.size === 1 ? members[0]?.finding.class : undefined;
  return { title, class: stated ?? agreed, locations, places, body, quotes, fix, repros, notes };
}

/** The class that the runs of a repro show outweighs what a reviewer says, except that something could be better. */
function shownClass({ class: stated }: Problem, demonstrations: readonly Demonstration[]): Problem["class"] {
  const shown = demonstrations.find(({ class: own }) => own !== undefined)?.class;
  return stated === "enhancement" ? stated : (shown ?? stated);
}

/** In the words of a reviewer, labels are its own. */
function nameProblem(problem: Problem, speaker: FindingId | undefined, name: LabelNamer): Problem {
  if (speaker === undefined) return problem;
  const { title, body, fix } = problem;
  return {
    ...problem,
    title: name(title, speaker, "title"),
    body: name(body, speaker),
    fix: fix?.text === undefined ? fix : { ...fix, text: name(fix.text, speaker) },
  };
}

function contestOf(
  {
    review,
    cluster,
    members,
    verifications,
  }: Omit<UnprovenInput, "severity" | "demonstrations"> & Pick<EvidenceInput, "verifications">,
  name: LabelNamer,
): Contest | undefined {
  if (cluster.ruling.kind !== "keep") return undefined;
  return nameContest(findContest({ members, observations: review.observations, verifications }), name);
}

function nameContest(contest: Contest | undefined, name: LabelNamer): Contest | undefined {
  if (contest === undefined) return undefined;
  const sides = contest.sides.map(({ says, reviewers }) => ({ says: name(says, `${reviewers[0] ?? ""}:`), reviewers }));
  return { ...contest, sides };
}

const NO_WORDS = {
  title: "",
  class: undefined,
  locations: [],
  places: [],
  body: "",
  quotes: [],
  fix: undefined,
  repros: [],
};

/** The rulings that the last one replaces, the newest first: `kept as important`, `moved to design by Ann`. */
export function describeOverruled({ overrules }: Ruling): string[] {
  if (overrules === undefined) return [];
  const { author } = overrules;
  const by = author?.kind === "person" ? ` by ${author.name ?? "somebody"}` : "";
  return [`${describeRuling(overrules)}${by}`, ...describeOverruled(overrules)];
}

function worst(members: readonly LinkedMember[], cluster: RuledCluster): Severity {
  const byLetter = cluster.id.startsWith("C") ? "critical" : cluster.id.startsWith("I") ? "important" : "suggestion";
  if (members.length === 0) return byLetter;
  return SEVERITIES.find((severity) => members.some(({ finding }) => finding.severity === severity)) ?? byLetter;
}

function voicesOf(
  review: Review,
  cluster: RuledCluster,
  {
    members,
    title,
    name,
  }: { readonly members: readonly LinkedMember[]; readonly title: string; readonly name: LabelNamer },
): Voice[] {
  const voices: Voice[] = [];
  for (const reviewer of review.reviewers) {
    const own = members.filter(({ finding }) => finding.reviewer === reviewer.id);
    const credit = cluster.credits.find((candidate) => candidate.reviewer === reviewer.id);
    if (own.length === 0 && credit === undefined) continue;
    voices.push({
      reviewer,
      credit,
      members: own.map(({ finding, member }) => ({
        finding: finding.id,
        label: finding.label,
        title:
          members.length > 1 && finding.title.trim() !== title.trim() ? name(finding.title, finding.id) : undefined,
        claimed: finding.severity,
        share: member.share,
        confidence: member.confidence,
        because: member.because,
      })),
      unlinked: own.length > 0 ? undefined : describeUnlinked(review, reviewer.id),
    });
  }
  return voices;
}

function silentOf(review: Review, voices: readonly Voice[]): Reviewer["id"][] {
  const raisedIt = new Set(voices.map(({ reviewer }) => reviewer.id));
  const silent: Reviewer["id"][] = [];
  for (const { id } of review.reviewers.filter(wasAsked)) {
    const completed = review.runs.some(({ reviewer, outcome }) => reviewer === id && outcome === "completed");
    if (completed && !raisedIt.has(id)) silent.push(id);
  }
  return silent;
}

interface UnprovenInput {
  readonly review: Review;
  readonly cluster: RuledCluster;
  readonly members: readonly LinkedMember[];
  readonly severity: Severity;
  readonly demonstrations: readonly Demonstration[];
}

/** An imported report was not checked by us, so it is not for us to say what it proves. */
function unprovenOf(
  { review, cluster, members, severity, demonstrations }: UnprovenInput,
  { level }: Pick<Evidence, "level">,
): string | undefined {
  if (review.groundings === undefined || cluster.ruling.kind !== "keep") return undefined;
  const programs = new Set(review.reviewers.filter(isProgram).map(({ id }) => id));
  const findings = members.map(({ finding }) => finding);
  // What a check computes from the code needs no script, whoever else says it.
  if (findings.some(({ reviewer }) => programs.has(reviewer))) return undefined;
  const isRunAllowed = review.demonstrations !== undefined;
  return findUnproven({ severity, level, findings, demonstrations, isRunAllowed });
}

/** A cluster's problem, the findings behind it and the code it cites. */
export interface EvidenceInput {
  readonly review: Pick<Review, "groundings">;
  readonly problem: Pick<ReportFinding, "quotes" | "repros">;
  readonly members: readonly FindingId[];
  readonly excerpts: readonly Excerpt[];
  /** What verifiers said of it. */
  readonly verifications?: readonly Verification[];
  /** Repros of its findings that we ran, or could not run. */
  readonly demonstrations?: readonly Demonstration[];
  /** What its authors say they ran. */
  readonly runClaims?: readonly RunClaim[];
  /** What became of the patch that they propose. */
  readonly patch?: ReportPatch | undefined;
}

/** The highest rung that a cluster reached, with the reason, and what was checked beside. */
export function weighEvidence(input: EvidenceInput): Omit<Evidence, "unproven"> {
  const { review, problem, members, excerpts, verifications = [], demonstrations = [], runClaims = [], patch } = input;
  const groundings = (review.groundings ?? []).filter(({ finding }) => members.includes(finding));
  const grounding = bestOf(groundings, excerpts);
  const verified = describeVerified(verifications);
  return {
    ...findRung({
      problem,
      groundings,
      grounding,
      verifications,
      demonstrations,
      runClaims,
      isChecked: review.groundings !== undefined,
    }),
    verified,
    grounding,
    remarks: [...groundings.flatMap((grounded) => remarksOn(grounded, patch)), ...demonstrations.flatMap(remarkOnRun)],
    brief: [
      ...summarizeGrounding(grounding, groundings).filter((text) => patch === undefined || !isAboutFix(text)),
      ...(verified === undefined ? [] : [verified.text]),
      ...demonstrations.map(runInBrief),
      ...unsupportedInBrief(runClaims),
      ...(patch === undefined ? [] : [patch.state === "applies" ? FIX_APPLIES : patch.words]),
    ],
  };
}

function bestOf(groundings: readonly FindingGrounding[], excerpts: readonly Excerpt[]): Grounding | undefined {
  const own = bestGrounding(groundings.map(({ summary }) => summary));
  if (own !== undefined) return own;
  return (excerpts.find((excerpt) => excerpt.grounding.status !== "unchecked") ?? excerpts[0])?.grounding;
}

/** Only what a reader would want to know: a plain confirmation of class or fix is silent. */
function remarksOn(
  { finding, summary, places, class: classed, fixes, claims }: FindingGrounding,
  patch: ReportPatch | undefined,
): EvidenceRemark[] {
  const texts: string[] = [];
  for (const { cited, status, why } of places) {
    const isWrong = status === "beyond-end" || status === "missing";
    if (isWrong && summary.why !== why) texts.push(`\`${formatLocation(cited)}\`: ${why}`);
  }
  if (classed.differs) texts.push(classed.why);
  // Of a patch, git says whether it applies.
  for (const { status, why } of fixes.filter((fix) => patch === undefined || fix.status === "applies")) {
    if (status === "applies" || status === "drifts" || status === "fails") texts.push(`the proposed fix: ${why}`);
    if (status === "present") texts.push(`the proposed fix is not needed: ${why}`);
  }
  for (const { words, answer, why } of claims) {
    texts.push(`"${words}": ${answer === "open" ? "" : `${answer}, `}${why}`);
  }
  return texts.map((text) => ({ finding, text }));
}

function remarkOnRun({ finding, outcome, why }: Demonstration): EvidenceRemark[] {
  return outcome === "shown" ? [] : [{ finding, text: `its repro: ${why}` }];
}

function unsupportedInBrief(runClaims: readonly RunClaim[]): string[] {
  return [...new Set(runClaims.filter(isUnsupportedRun).map((claim) => `${STATED_RUN} ${auditWords(claim)}`))];
}

function runInBrief(demonstration: Demonstration): string {
  const { outcome } = demonstration;
  return outcome === "could-not-run"
    ? "repro could not be run"
    : `repro run by us: ${describeTrial(demonstration).words}`;
}
