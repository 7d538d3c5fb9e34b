import { openChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { explainUnwritten } from "#adapters/store/journal.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import type { Finding } from "#model/finding.ts";
import { isCommenter } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import { auditClaims } from "#steps/audit-claims/audit-claims.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { demonstrateGates } from "#steps/judge-gates/describe-gates.ts";
import { demonstrateNamed } from "#probe/outcome/demonstrate-named.ts";
import { demonstrateProbe } from "#probe/outcome/describe-probe.ts";
import { classByRuns } from "#steps/ground-findings/class-by-runs.ts";
import { judge } from "#steps/judge/judge.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import type { VerificationResult } from "./agents/verification-run.ts";
import { checkPatches } from "./agents/verify/check-patches.ts";
import { type ReviewerResult, withJoined } from "./panel.ts";
import { keepConversation } from "./pulls/keep-conversation.ts";
import { renderFiles } from "./render-review.ts";
import { type StartedRound, beginRound, loadRoundHistory, secureRound, writeStart } from "./round/begin-round.ts";
import { createClassifier } from "./round/ignore-files.ts";
import { type PreparedRound, prepareRound } from "./round/prepare-round.ts";
import type { RoundHost } from "./round/round-host.ts";
import { runNamedBreaks } from "./round/probe/run-named-breaks.ts";
import { findIncomplete, findRemarks, summarizeRuns } from "./round/round-outcome.ts";
import { previewRound, runReviewers, toVerify } from "./round/run-reviewers.ts";
import { watchRepository } from "./round/watch-repository.ts";
import { buildRecord } from "./build-record.ts";

export type { ScopeRequest };

/** Reviews a change: opens it, loads its history, and runs the panel under the round's lock. */
export async function runRound(request: ScopeRequest, called: RoundHost): Promise<Review> {
  const { signal } = called.signals;
  const plain = await openChange({ ...request, signal }, createClassifier(called.rules.settings.ignore));
  try {
    const { opened, masked, host } = await secureRound(plain, called);
    const loaded = await loadRoundHistory(opened, host);
    const begun = await beginRound({ opened, masked, host, loaded }, request.paths);
    if ("answer" in begun) return begun.answer;
    return await withRoundLock(begun.journal, async () => {
      await writeStart(begun);
      return reviewChange(begun);
    });
  } finally {
    await plain.close();
  }
}

/** Reviews a change once the round has begun. Also called for a resumed round. */
export async function reviewChange(started: StartedRound): Promise<Review> {
  const round = await prepareRound(started);
  const { start, host, journal } = round;
  const lookAgain = await watchRepository({
    opened: round.opened,
    archive: host.place.archive.folder,
    members: start.panel,
    allowRun: host.panel.verification?.allowRun === true,
  });
  const results = await runNamedBreaks(await runReviewers(round), round);
  round.host.output.emit({ type: "round:note", note: "checking what they cite" });
  const findings = results.flatMap((result) => result.findings);
  const problems = toVerify(await previewRound(results, round), results, round);
  const asked = ofAskedReviewers(findings, round);
  const patches = await checkPatches(asked, round.opened);
  const gates = results.flatMap((result) => result.gates ?? []);
  const finished = await round.verification?.finish({ problems, findings: asked, patches, gates });
  const verified = withOwnRuns({ ...finished, patches: finished?.patches ?? patches }, results);
  const record = await judgeAndRecord({ results, verified, gaps: await lookAgain(journal.folder) }, round);
  const review = (await round.verification?.edit(record)) ?? record;
  return archiveReview(maskAll(review, round.masked.mask), round);
}

/** Findings whose scripts and patches may be tried. Anybody can comment on a pull request, and nothing of that is run or offered. */
function ofAskedReviewers(findings: readonly Finding[], { members }: PreparedRound): Finding[] {
  const commenters = new Set(members.flatMap(({ reviewer }) => (isCommenter(reviewer) ? [reviewer.id] : [])));
  return findings.filter(({ reviewer }) => !commenters.has(reviewer));
}

/** Without gaps if nobody was to verify anything. */
type FinishedVerification = Partial<VerificationResult>;

/** The runs of newly red gates and of probes show their findings, as the runs of repros do. */
function withOwnRuns(verified: FinishedVerification, results: readonly ReviewerResult[]): FinishedVerification {
  const others = results.flatMap(({ findings }) => findings);
  const shown = results.flatMap(({ gates = [], probe, findings }) => [
    ...demonstrateGates(gates, findings),
    ...demonstrateProbe(probe, findings),
    ...demonstrateNamed(probe, others),
  ]);
  return shown.length === 0
    ? verified
    : { ...verified, demonstrations: [...(verified.demonstrations ?? []), ...shown] };
}

interface Outcomes {
  readonly results: readonly ReviewerResult[];
  readonly verified: FinishedVerification;
  /** What else the reader must know, a sentence each. */
  readonly gaps: readonly string[];
}

/** Grounds all findings, rules on every problem, decides the verdict, and makes the record. */
async function judgeAndRecord({ results, verified, gaps: seen }: Outcomes, round: PreparedRound): Promise<Review> {
  const { journal, start, host, source } = round;
  const findings = results.flatMap((result) => result.findings);
  const grounded = await round.grounder.ground(findings);
  const raised = classByRuns(grounded, verified.demonstrations ?? []);
  const matched = await round.history.match(raised, results);
  const outcome = summarizeRuns(results, {
    scope: round.reviewed.change.scope,
    reviewers: withJoined(
      round.members.map(({ reviewer }) => reviewer),
      results,
    ),
    settings: round.settings,
    failOn: host.rules.failOn,
    isHistoryLost: matched.isLost,
    incomplete: matched.unread,
  });
  const runClaims = auditClaims({ ...outcome, findings });
  const judgement = await judge({
    ...(await round.rulingFacts),
    reviewers: withJoined(round.start.panel, results),
    raised,
    runClaims,
    linesAround: await readAround(raised, source),
    verifications: verified.verifications,
    demonstrations: verified.demonstrations,
    decisions: matched.decisions,
    names: matched.names,
    trace: matched.trace,
    runs: outcome.runs,
    incomplete: findIncomplete(outcome),
    remarks: findRemarks(outcome),
  });
  const { conversation, gaps } = await keepConversation({ ...host.pull, ...start }, round.opened);
  return buildRecord({
    id: journal.id,
    tool: host.tool,
    startedAt: start.at,
    outcome,
    raised,
    judgement,
    excerpts: await takeExcerpts(source, judgement.clusters, findings),
    verified,
    runClaims,
    conversation,
    gaps: [...(await round.staleRules), ...seen, ...gaps],
  });
}

/** Writes the record and the reports to the archive. */
async function archiveReview(review: Review, round: PreparedRound): Promise<Review> {
  const { opened, journal, host, cache } = round;
  const reports = await renderFiles(review);
  const folder = await host.place.archive.write(review, reports).catch((error: unknown) => {
    throw explainUnwritten(journal.id, error);
  });
  await journal.setStopped(host.signals.stop.aborted);
  host.output.emit({ type: "round:end", id: review.id, folder });
  // What could not be read today must not be cached as empty.
  if (opened.isWhole) await cache.save();
  return review;
}
