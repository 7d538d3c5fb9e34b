import type { Finding } from "#model/finding.ts";
import type { OpenProblem } from "#model/panel/verification.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { previewProblems } from "#steps/judge/preview-problems.ts";
import { plural } from "#util/words.ts";
import { askPanel } from "../ask-panel.ts";
import { type ReviewerResult, withJoined } from "../panel.ts";
import type { PreparedRound } from "./prepare-round.ts";

/** Runs all reviewers. While some still run, counts the problems of the others and has the important ones verified. */
export async function runReviewers(round: PreparedRound): Promise<readonly ReviewerResult[]> {
  const { journal, start, entries, masked, host } = round;
  const { reviewed, index, members, code, settings, history, verifications } = round;
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
      void previewResults([...ended], round);
    },
  });
  signal.throwIfAborted();
  // The user stopped the round before any reviewer had written anything, so there is nothing to report.
  if (stop.aborted && results.every(({ run: { text = "" } }) => text === "")) stop.throwIfAborted();
  return results;
}

/** Shows how many problems there are so far, and sends the important ones to a verifier. */
async function previewResults(ended: readonly ReviewerResult[], round: PreparedRound): Promise<void> {
  try {
    const problems = await previewRound(ended, round);
    round.verification?.verifyEarly(toVerify(problems, ended, round));
    if (problems.length > 0)
      round.host.output.emit({ type: "round:note", note: `${plural(problems.length, "problem")} so far` });
  } catch {
    // The same error recurs when the round is judged, and is reported there.
  }
}

/** The problems so far. Nothing is ruled on yet. */
export async function previewRound(
  results: readonly ReviewerResult[],
  round: PreparedRound,
): Promise<readonly OpenProblem[]> {
  const raised = await round.grounder.ground(results.flatMap(({ findings }) => findings));
  return previewProblems({
    ...(await round.rulingFacts),
    reviewers: withJoined(round.start.panel, results),
    raised,
    linesAround: await readAround(raised, round.source),
    decisions: await round.history.decisions(raised),
    observations: results.flatMap(({ observations = [] }) => observations),
    // We run repros later: a script may still show what it claims.
    isPending: round.host.panel.verification?.allowRun === true ? hasScript : undefined,
  });
}

/** The problems that a verifier may get. What gates and linters show was run by us, and nobody need judge it. */
export function toVerify(
  problems: readonly OpenProblem[],
  results: readonly ReviewerResult[],
  { start }: PreparedRound,
): readonly OpenProblem[] {
  const panel = withJoined(start.panel, results);
  const gates = new Set(panel.filter(({ kind }) => kind === "gate").map(({ id }) => id));
  return problems.filter(({ finding }) => !gates.has(finding.reviewer));
}

const hasScript = ({ repros }: Finding): boolean => repros.some(({ script }) => script.trim() !== "");
