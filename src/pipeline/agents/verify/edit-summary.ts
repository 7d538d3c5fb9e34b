import type { Review } from "#model/review.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { promptFor } from "#steps/build-context/prompt-for.ts";
import { useEdited, withoutEditor } from "#steps/edit-report/use-edited.ts";
import { writeBrief } from "#steps/edit-report/write-brief.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { type AskAgent, type Askable, askSafely } from "./ask-agent.ts";

/** Who edits, and how long that may take. */
export interface EditHost<T extends Askable> {
  readonly editor: T;
  readonly ask: AskAgent<T>;
  /** `instructions/edit.md`. */
  readonly instructions: string;
  readonly signal: AbortSignal;
  readonly longestSeconds?: number;
}

const MAX_SECONDS = 5 * 60;

/** Lets an agent word the summary and the retro. A text that does not hold, or none, leaves the review's own and a gap. */
export async function editSummary<T extends Askable>(review: Review, host: EditHost<T>): Promise<Review> {
  if (host.signal.aborted) return withoutEditor(review, "the round was stopped");
  const report = buildReport(review);
  const late = AbortSignal.timeout((host.longestSeconds ?? MAX_SECONDS) * 1000);
  const reply = await askSafely(host.ask, host.editor, {
    files: writeBrief(report, host.instructions),
    prompt: promptFor("edit"),
    signal: anySignal([host.signal, late]),
    name: "edit",
  });
  if (host.signal.aborted) return withoutEditor(review, "the round was stopped");
  if (late.aborted) return withoutEditor(review, "it did not come in time");
  if (reply.failed !== undefined)
    return withoutEditor(review, `the editor failed: ${maskSecrets(reply.failed.message)}`);
  return useEdited(report, { text: maskSecrets(reply.text), editor: host.editor.reviewer });
}
