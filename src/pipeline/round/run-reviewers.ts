import type { Finding } from "#model/finding.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { previewProblems } from "#steps/judge/preview-problems.ts";
import { plural } from "#util/words.ts";
import { askPanel } from "../ask-panel.ts";
import type { ReviewerResult } from "../panel.ts";
import type { StartedRound } from "./begin-round.ts";
import type { PreparedRound } from "./prepare-round.ts";

/** Runs all reviewers. While some still run, counts the problems of the others and has the important ones verified. */
export async function runReviewers(prepared: PreparedRound, round: StartedRound): Promise<readonly ReviewerResult[]> {
  const { journal, start, entries, masked, host } = round;
  const { reviewed, index, members, code, settings, history, verifications } = prepared;
  const { signal, stop } = host.signals;
  const ended: ReviewerResult[] = [];
  const results = await askPanel(members, {
    opened: reviewed,
    index,
    journal,
    start,
    entries,
    masked,
    code,
    settings,
    earlier: () => history.earlier(),
    emit: host.output.emit,
    signal,
    stop,
    verifications: () => verifications,
    onResult(result) {
      ended.push(result);
      void previewResults(prepared, [...ended], round);
    },
  });
  signal.throwIfAborted();
  // The user stopped the round before any reviewer had written anything, so there is nothing to report.
  if (stop.aborted && results.every(({ run: { text = "" } }) => text === "")) stop.throwIfAborted();
  return results;
}

/** Shows how many problems there are so far, and sends the important ones to a verifier. */
async function previewResults(
  prepared: PreparedRound,
  ended: readonly ReviewerResult[],
  round: StartedRound,
): Promise<void> {
  try {
    const problems = await previewRound(prepared, ended, round);
    prepared.verification?.verifyEarly(problems);
    if (problems.length > 0)
      round.host.output.emit({ type: "round:note", note: `${plural(problems.length, "problem")} so far` });
  } catch {
    // The same error recurs when the round is judged, and is reported there.
  }
}

/** The problems so far. Nothing is ruled on yet. */
export async function previewRound(
  prepared: PreparedRound,
  results: readonly ReviewerResult[],
  { host }: StartedRound,
): Promise<readonly OpenProblem[]> {
  const raised = await prepared.ground(results.flatMap(({ findings }) => findings));
  return previewProblems({
    ...(await prepared.rulingFacts),
    raised,
    linesAround: await readAround(raised, prepared.source),
    decisions: await prepared.history.decisions(raised),
    observations: results.flatMap(({ observations = [] }) => observations),
    // We run repros later: a script may still show what it claims.
    isPending: host.panel.verification?.allowRun === true ? hasScript : undefined,
  });
}

const hasScript = ({ repros }: Finding): boolean => repros.some(({ script }) => script.trim() !== "");
