import { performance } from "node:perf_hooks";
import type { Journal, JournalEntry, StartEntry } from "#adapters/store/journal.ts";
import { keepElsewhere } from "#adapters/store/keep-elsewhere.ts";
import { openRawOutput, type RawOutput } from "#adapters/store/raw-output.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Finding } from "#model/finding.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun, Sayings } from "#model/panel/reviewer.ts";
import type { RoundEvent, SayProgress } from "#model/panel/round-event.ts";
import { messageOf } from "#util/errors.ts";
import type { PanelMember } from "./panel.ts";

/** What one member of the panel said, and how it went. */
export interface ReviewerResult extends Sayings {
  readonly run: ReviewerRun;
  readonly findings: readonly Finding[];
  readonly switchedOff?: readonly SwitchedOff[];
  /** Why its journal entry could not be written. */
  readonly unkept?: unknown;
}

/** What a panel is asked about, and where its answers are kept. */
export interface Occasion {
  readonly index: ChangeIndex;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
  readonly settings: RoundSettings;
  readonly emit: (event: RoundEvent) => void;
  readonly signal: AbortSignal;
}

/** Everybody reviews, and everybody is waited for: what one has said is kept, whatever happens to the others. */
export async function askPanel(
  members: readonly PanelMember[],
  occasion: Occasion,
): Promise<readonly ReviewerResult[]> {
  const { journal, start, signal } = occasion;
  const settled = await Promise.allSettled(members.map((member) => reviewOnce(member, occasion)));
  const ended = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const thrown = settled.find((result) => result.status === "rejected");
  const unkept = ended.find(({ unkept: error }) => error !== undefined)?.unkept;
  if (unkept !== undefined) {
    const entries = ended.map(({ unkept: _unkept, switchedOff = [], ...said }) => ({
      type: "reviewer" as const,
      ...said,
      switchedOff,
    }));
    throw await keepElsewhere(journal.id, [start, ...entries], unkept);
  }
  signal.throwIfAborted();
  if (thrown !== undefined) throw thrown.reason;
  return ended;
}

/** A reviewer that has ended is not asked again; what it said is on disk. */
async function reviewOnce(member: PanelMember, occasion: Occasion): Promise<ReviewerResult> {
  const { journal, entries, emit } = occasion;
  const { id } = member.reviewer;
  const known = entries.find((entry) => entry.type === "reviewer" && entry.run.reviewer === id);
  if (known?.type === "reviewer") {
    emit({ type: "reviewer:end", reviewer: id, run: known.run, findings: known.findings.length, earlier: true });
    return known;
  }
  emit({ type: "reviewer:start", reviewer: id });
  const started = performance.now();
  const output = openRawOutput(journal.folder, id);
  try {
    const { run, ...said } = await runMember(member, { ...occasion, output });
    const timed = { ...run, durationSeconds: Math.round(performance.now() - started) / 1000 };
    const unkept = await journal.append({ type: "reviewer", run: timed, ...said }).catch((error: unknown) => error);
    await output.close({ whole: unkept === undefined && run.outcome === "completed" });
    emit({ type: "reviewer:end", reviewer: id, run: timed, findings: said.findings.length, earlier: false });
    return { run: timed, ...said, unkept };
  } finally {
    await output.close({ whole: false });
  }
}

interface Chair extends Occasion {
  readonly output: RawOutput;
}

/** The only catch on the review path: what one reviewer throws must not cost the others their findings. */
async function runMember(
  member: PanelMember,
  { index, settings, output, signal, emit }: Chair,
): Promise<ReviewerResult> {
  const { id: reviewer } = member.reviewer;
  const progress: SayProgress = (note, found) => emit({ type: "reviewer:note", reviewer, note, findings: found });
  try {
    const { text, summary, ...said } = await member.review({ index, switches: settings, signal, output, progress });
    const told = summary === undefined ? { text } : { text, summary };
    return { run: { reviewer, pass: 1, outcome: "completed", ...told, textStatus: "verbatim" }, ...said };
  } catch (error) {
    // The user stopped the round; that is not the reviewer's failure.
    if (signal.aborted) throw error;
    const message = messageOf(error);
    return { run: { reviewer, pass: 1, outcome: "failed", message, textStatus: "absent" }, findings: [] };
  }
}

/** Who was on the panel when the round began stays on it. One that cannot be called again has failed, which the report says. */
export function memberFor(reviewer: Reviewer, panel: readonly PanelMember[]): PanelMember {
  const known = panel.find((member) => member.reviewer.id === reviewer.id);
  if (known !== undefined) return known;
  return {
    reviewer,
    review: () => Promise.reject(new Error("not there when the round was resumed: name its file again")),
  };
}
