import { performance } from "node:perf_hooks";
import { type Journal, type JournalEntry, type StartEntry, saveElsewhere } from "#adapters/store/journal.ts";
import { openRawOutput, type RawOutput } from "#adapters/store/raw-output.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";
import { PROBE_ID } from "#model/panel/probe-result.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Verification } from "#model/panel/verification.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { messageOf } from "#util/errors.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { createMasker, type Mask, openMask } from "#util/secrets/mask-secrets.ts";
import { settleWithLimit } from "#util/concurrency/work-queue.ts";
import { type Assignment, MAX_REVIEW_LENGTH, type PanelMember, type ReviewerResult, withTools } from "./panel.ts";
import { pullForReaders } from "./pulls/pull-for-readers.ts";
import { type Code, type RoundMask, secretsCited } from "./round/masking.ts";
import { openEvidence, type PanelEvidence } from "./round/panel-evidence.ts";

/** What a panel reviews, and where its reviews are kept. */
export interface RunContext {
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
  readonly settings: RoundSettings;
  /** Masks reviews before they are kept and compared with the code, which is masked in the same way. */
  readonly masked: RoundMask;
  /** The code, not masked. */
  readonly code: Code;
  /** The findings of earlier rounds, for the bundles. */
  readonly earlier?: () => Promise<readonly EarlierFinding[]>;
  readonly emit: (event: RoundEvent) => void;
  /** Ends the round immediately. */
  readonly signal: AbortSignal;
  /** Ends the running reviewers. The round continues with what they have written. */
  readonly stop: AbortSignal;
  /** The answers of verifiers so far. */
  readonly verifications?: () => readonly Verification[];
  /** Called after each pass, while others still run. */
  readonly onResult?: (result: ReviewerResult) => void;
}

/** Runs all members and waits for all of them. The review of one is kept whatever happens to the others. */
export async function askPanel(
  members: readonly PanelMember[],
  context: RunContext,
): Promise<readonly ReviewerResult[]> {
  const { journal, start, signal } = context;
  const evidence = openEvidence(members);
  const stopped = new Set<ReviewerResult>();
  const unwritten = new Map<ReviewerResult, unknown>();
  const panel = { ...context, evidence, stopped, unwritten };
  const settled = await Promise.allSettled(members.map((member) => reviewInPasses(member, panel)));
  const ended = settled.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const thrown = settled.find((result) => result.status === "rejected");
  const lost = ended.find((result) => unwritten.has(result));
  if (lost !== undefined) {
    throw await saveElsewhere(journal.id, [start, ...entriesOf(ended, panel)], unwritten.get(lost));
  }
  signal.throwIfAborted();
  if (thrown !== undefined) throw thrown.reason;
  return ended.flatMap(withTools);
}

/** The entries that could not be written to the journal. */
function entriesOf(ended: readonly ReviewerResult[], { verifications, stopped }: PanelContext): JournalEntry[] {
  const reviews = ended.flatMap((result) =>
    stopped.has(result) ? [] : [{ type: "reviewer" as const, ...result, switchedOff: result.switchedOff ?? [] }],
  );
  const answers = (verifications?.() ?? []).map((verification) => ({ type: "verification" as const, verification }));
  return [...reviews, ...answers];
}

interface PanelContext extends RunContext {
  readonly evidence: PanelEvidence;
  /** The results of reviewers that the user stopped. A resumed round asks them again. */
  readonly stopped: Set<ReviewerResult>;
  /** The results that could not be written to the journal, with the error. */
  readonly unwritten: Map<ReviewerResult, unknown>;
}

/** Runs all passes of one reviewer. */
async function reviewInPasses(member: PanelMember, context: PanelContext): Promise<readonly ReviewerResult[]> {
  const { entries, emit, evidence } = context;
  const { id } = member.reviewer;
  const { known, count, isOver } = endedPasses(entries, id);
  const started = performance.now();
  const results: ReviewerResult[] = [];
  try {
    if (!isOver) emit({ type: "reviewer:start", reviewer: id });
    const passes = count ?? (await countPasses(member, context));
    const work = Array.from({ length: passes }, (_, at) => async (): Promise<ReviewerResult> => {
      const earlier = known.find(({ run }) => run.pass === at + 1);
      return earlier ?? reviewOnce(member, { ...context, pass: at + 1, passes });
    });
    // Wait for all before an error ends the round, so that none is left running.
    const settled = await settleWithLimit(work, PASSES_AT_ONCE);
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    results.push(...settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  } finally {
    // Also after an error: others wait for the evidence.
    evidence.add(member, results);
  }
  const findings = results.flatMap((result) => result.findings);
  const seconds = (performance.now() - started) / 1000;
  emit({
    type: "reviewer:end",
    reviewer: id,
    run: joinRuns(results, seconds),
    findings: findings.length,
    earlier: isOver,
  });
  return results;
}

/** Agents are large programs, and their servers count requests. */
const PASSES_AT_ONCE = 2;

/** The passes of a reviewer that have ended, and whether these are all. */
export function endedPasses(entries: readonly JournalEntry[], reviewer: Reviewer["id"]) {
  const known = entries.flatMap((entry) =>
    entry.type === "reviewer" && entry.run.reviewer === reviewer ? [entry] : [],
  );
  const count = known[0]?.passes ?? (known.length > 0 ? 1 : undefined);
  return { known, count, isOver: count !== undefined && known.length >= count };
}

/** One run for all passes. */
function joinRuns(results: readonly ReviewerResult[], seconds: number): ReviewerRun {
  const failed = results.find(({ run }) => run.outcome === "failed");
  const { run } = failed ?? results[0]!;
  return results.length === 1 ? run : { ...run, durationSeconds: seconds };
}

interface PassContext extends PanelContext {
  readonly pass: number;
  readonly passes: number;
}

async function countPasses(member: PanelMember, context: PanelContext): Promise<number> {
  // An error here recurs in the review, where it counts as a failure of the reviewer and not of the round.
  return (await member.passes?.(assignmentOf(member, context)).catch(() => 1)) ?? 1;
}

/** Runs one pass and writes it to the journal, so that a resumed round need not repeat it. */
async function reviewOnce(member: PanelMember, context: PassContext): Promise<ReviewerResult> {
  const { journal, pass, passes } = context;
  const { id } = member.reviewer;
  const started = performance.now();
  const output = openRawOutput(journal.folder, pass === 1 ? id : `${id}-p${pass}`);
  try {
    const plain = await runMember(member, context, output);
    const { run, ...rest } = maskAll(plain, await maskFor(plain, context));
    const timed = { ...run, durationSeconds: Math.round(performance.now() - started) / 1000 };
    const result = { run: timed, ...rest, ...(passes > 1 ? { passes } : {}) };
    const isWritten = await writeResult(result, context);
    await output.close({ whole: isWritten && run.outcome === "completed" });
    for (const one of withTools(result)) context.onResult?.(one);
    return result;
  } finally {
    await output.close({ whole: false });
  }
}

/** Writes a result to the journal, if its reviewer need not run again. */
async function writeResult(result: ReviewerResult, context: PassContext): Promise<boolean> {
  const { journal, stop, stopped, unwritten } = context;
  if (stop.aborted && result.run.outcome === "failed") {
    stopped.add(result);
    await noteCost(result.run, journal);
    return false;
  }
  try {
    await journal.append({ type: "reviewer", ...result });
    return true;
  } catch (error) {
    unwritten.set(result, error);
    return false;
  }
}

/** Masks the credentials in the change and in the files that the findings cite. */
async function maskFor({ findings, tools = [] }: ReviewerResult, { masked, code }: RunContext): Promise<Mask> {
  const cited = await secretsCited([...findings, ...tools.flatMap((one) => one.findings)], code);
  return cited.length === 0 ? masked.mask : openMask([...masked.secrets, ...cited]);
}

/** Keeps the cost of a run that will be repeated. */
async function noteCost({ usage }: ReviewerRun, journal: Journal): Promise<void> {
  if (usage?.costUsd === undefined) return;
  // If the journal cannot be written, more important entries fail, too.
  await journal.append({ type: "spent", costUsd: usage.costUsd }).catch(() => undefined);
}

/** The only catch on the review path: an error of one reviewer must not cost the findings of the others. */
async function runMember(member: PanelMember, context: PassContext, raw: RawOutput): Promise<ReviewerResult> {
  const { pass, signal, stop } = context;
  const { id: reviewer } = member.reviewer;
  let written = "";
  const masker = createMasker(context.masked.secrets);
  const keep = async (text: string): Promise<void> => {
    const part = text.slice(0, Math.max(0, MAX_REVIEW_LENGTH - written.length));
    if (part === "") return;
    written += part;
    await raw.write(part);
  };
  const output = { write: (chunk: string): Promise<void> => keep(masker.write(chunk)) };
  try {
    const assignment = assignmentOf(member, context, { pass, output });
    const result = await member.review(assignment).finally(() => keep(masker.end()));
    // The round itself was ended: a resumed round asks this reviewer again.
    if (result.run.outcome === "failed") signal.throwIfAborted();
    return result;
  } catch (error) {
    // The user ended the round; the reviewer has not failed.
    if (signal.aborted) throw error;
    const failed = { reviewer, pass, outcome: "failed" as const, textStatus: "absent" as const };
    if (!stop.aborted) return salvage(written, { ...failed, message: messageOf(error) });
    const message = "stopped by the user";
    return salvage(written, { ...failed, message, incidents: [{ kind: "stopped", text: message }] });
  }
}

/** Reads what a reviewer wrote before it failed, and marks it as partial. */
function salvage(text: string, run: ReviewerRun): ReviewerResult {
  if (text.trim() === "") return { run, findings: [] };
  const { summary, ...read } = readReview(text, { ...run, isPartial: true });
  return { run: { ...run, text, summary, textStatus: "verbatim", isPartial: true }, ...read };
}

function assignmentOf(
  member: PanelMember,
  context: PanelContext,
  { pass, output }: Pick<Assignment, "output" | "pass"> = { pass: 1, output: NO_OUTPUT },
): Assignment {
  const { opened, index, journal, start, settings, masked, signal, stop, emit, evidence, earlier = NONE } = context;
  const { id: reviewer } = member.reviewer;
  return {
    opened,
    index,
    switches: settings,
    signal: anySignal([signal, stop]),
    pass,
    folder: journal.folder,
    panel: start.panel.map(({ id }) => id),
    output,
    evidence: () => evidence.findings,
    gates: () => evidence.gates(),
    earlier,
    pull: start.pull === undefined ? undefined : pullForReaders(start.pull, start.panel),
    secrets: masked.secrets,
    progress: (note, found) => emit({ type: "reviewer:note", reviewer, note: masked.mask(note), findings: found }),
  };
}

const NONE = () => Promise.resolve([]);
const NO_OUTPUT: Assignment["output"] = { write: () => Promise.resolve() };

interface KnownMembers {
  readonly panel: readonly PanelMember[];
  readonly entries: readonly JournalEntry[];
  readonly recall?: ((reviewer: Reviewer) => Promise<PanelMember | undefined>) | undefined;
}

/** The member for a reviewer of a resumed round. One that cannot be built again fails, and the report shows it. */
export async function memberFor(reviewer: Reviewer, { panel, entries, recall }: KnownMembers): Promise<PanelMember> {
  // A reviewer that has ended is not needed, and its program may be gone.
  const again = endedPasses(entries, reviewer.id).isOver ? undefined : recall;
  const present = panel.find((member) => member.reviewer.id === reviewer.id);
  try {
    const known = present ?? (await again?.(reviewer));
    if (known !== undefined) return known;
  } catch (error) {
    // A program that was uninstalled must not cost the others their report.
    return absent(reviewer, messageOf(error));
  }
  // Its command may have been given with --test, which is not kept.
  if (reviewer.id === PROBE_ID) return absent(reviewer, "allow it again with --allow-run; with --test, start it anew");
  return absent(reviewer, ABSENT[reviewer.kind] ?? "name its file, or --with-comments, again");
}

const ABSENT: Readonly<Partial<Record<Reviewer["kind"], string>>> = {
  agent: "its configuration is gone",
  model: "its configuration is gone",
  gate: "allow it again with --allow-run",
};

function absent(reviewer: Reviewer, why: string): PanelMember {
  return { reviewer, review: () => Promise.reject(new Error(`not there when the round was resumed: ${why}`)) };
}
