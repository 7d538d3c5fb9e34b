import { askPanel, type ReviewerResult } from "../ask-panel.ts";
import type { StartedRound } from "./begin-round.ts";
import { type PreparedRound, previewRound } from "./prepare-round.ts";

/** Runs all reviewers. While some still run, what the others found is counted, and what matters is verified. */
export async function runReviewers(prepared: PreparedRound, round: StartedRound): Promise<readonly ReviewerResult[]> {
  const { journal, start, entries, masked, host } = round;
  const { reviewed, index, members, code, settings, history, answers } = prepared;
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
    verifications: () => answers,
    onResult(result) {
      ended.push(result);
      void showProblems(prepared, [...ended], round);
    },
  });
  signal.throwIfAborted();
  // Nobody had said anything when the user stopped it: there is nothing to report.
  if (stop.aborted && results.every(({ run: { text = "" } }) => text === "")) stop.throwIfAborted();
  return results;
}

/** Counts the problems so far, and puts those that matter to a verifier. */
async function showProblems(
  prepared: PreparedRound,
  ended: readonly ReviewerResult[],
  round: StartedRound,
): Promise<void> {
  try {
    const problems = await previewRound(prepared, ended, round);
    prepared.second?.take(problems);
    const note = `${problems.length} ${problems.length === 1 ? "problem" : "problems"} so far`;
    if (problems.length > 0) round.host.output.emit({ type: "round:note", note });
  } catch {
    // What is wrong shows again when everything is asked for.
  }
}
