import { openChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { explainUnwritten } from "#adapters/store/journal.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import type { Review } from "#model/review.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { judge } from "#steps/judge/judge.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import type { VerificationResult } from "./agents/verification-run.ts";
import type { ReviewerResult } from "./ask-panel.ts";
import { keepConversation } from "./pulls/keep-conversation.ts";
import { renderFiles } from "./render-review.ts";
import { type StartedRound, beginRound, loadRoundHistory, settleRound, writeStart } from "./round/begin-round.ts";
import { classifyBeside } from "./round/ignore-files.ts";
import { type PreparedRound, prepareRound, previewRound } from "./round/prepare-round.ts";
import { endedFacts } from "./round/round-facts.ts";
import type { RoundHost } from "./round/round-host.ts";
import { runReviewers } from "./round/run-reviewers.ts";
import { writeRecord } from "./write-record.ts";

export type { ScopeRequest };

/** Reviews a change: opens it, reads what is known of it, and lets the panel review it under the round's lock. */
export async function runRound(request: ScopeRequest, called: RoundHost): Promise<Review> {
  const { signal } = called.signals;
  const plain = await openChange({ ...request, signal }, classifyBeside(called.rules.settings.ignore));
  try {
    const settled = await settleRound(plain, called);
    const loaded = await loadRoundHistory(settled.opened, settled.host);
    const begun = await beginRound({ ...settled, loaded }, request.paths);
    if ("answer" in begun) return begun.answer;
    return await withRoundLock(begun.journal, async () => {
      await writeStart(begun);
      return reviewChange(begun);
    });
  } finally {
    await plain.close();
  }
}

/** The order of a review once it has begun. A resumed round comes here too. */
export async function reviewChange(round: StartedRound): Promise<Review> {
  const { emit } = round.host.output;
  const prepared = await prepareRound(round);
  const results = await runReviewers(prepared, round);
  emit({ type: "round:note", note: "checking what they cite" });
  const findings = results.flatMap((result) => result.findings);
  const raised = await prepared.ground(findings);
  const second = await prepared.second?.finish(await previewRound(prepared, results, round), findings);
  const written = await judgeAndWrite({ results, raised, second: second ?? {} }, prepared, round);
  const edited = (await prepared.second?.edit(written)) ?? written;
  return archiveReview(maskAll(edited, round.masked.mask), prepared, round);
}

/** Everything that a round is judged by. */
interface Heard {
  readonly results: readonly ReviewerResult[];
  readonly raised: readonly GroundedFinding[];
  /** What came of verifying; empty where nobody was to. */
  readonly second: Partial<VerificationResult>;
}

/** Rules on every problem, decides the verdict, and draws up the record. */
async function judgeAndWrite(heard: Heard, prepared: PreparedRound, round: StartedRound): Promise<Review> {
  const { results, raised, second } = heard;
  const { opened, journal, start, host } = round;
  const { source, history } = prepared;
  const matched = await history.match(raised, results);
  const { facts, reasons } = endedFacts(results, prepared, { start, ...host.rules, isHistoryLost: matched.isLost });
  const judged = await judge({
    ...(await prepared.facts),
    raised,
    linesAround: await readAround(raised, source),
    ...second,
    ...matched,
    runs: facts.runs,
    ...reasons,
  });
  const findings = raised.map(({ finding }) => finding);
  const { conversation, leftOut } = await keepConversation({ ...host.pull, ...start }, opened);
  return writeRecord({
    id: journal.id,
    tool: host.tool,
    startedAt: start.at,
    ...facts,
    raised,
    ...second,
    ...judged,
    excerpts: await takeExcerpts(source, judged.clusters, findings),
    conversation,
    gaps: [...(second.gaps ?? []), ...(await prepared.stale), ...leftOut],
  });
}

/** Puts the record into the archive, with the reports: a folder with a record lacks nothing. */
async function archiveReview(
  review: Review,
  { cache }: PreparedRound,
  { opened, journal, host }: StartedRound,
): Promise<Review> {
  const reports = await renderFiles(review);
  const folder = await host.place.archive.write(review, reports).catch((error: unknown) => {
    throw explainUnwritten(journal.id, error);
  });
  await journal.setStopped(host.signals.stop.aborted);
  host.output.emit({ type: "round:end", id: review.id, folder });
  // What could not be read today must not be remembered as empty.
  if (opened.isWhole) await cache.save();
  return review;
}
