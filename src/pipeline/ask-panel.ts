import { omitUndefined } from "#util/omit-undefined.ts";
import { EventEmitter, once } from "node:events";
import { performance } from "node:perf_hooks";
import type { Journal, JournalEntry, StartEntry } from "#adapters/store/journal.ts";
import { keepElsewhere } from "#adapters/store/keep-elsewhere.ts";
import { openRawOutput, type RawOutput } from "#adapters/store/raw-output.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import type { Finding } from "#model/finding.ts";
import type { Reading, SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun, ReviewerStatements } from "#model/panel/reviewer.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import type { Verification } from "#model/panel/verification.ts";
import type { EarlierFinding } from "#steps/build-context/bundle-input.ts";
import { readReview } from "#steps/read-review/read-review.ts";
import { messageOf } from "#util/errors.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { createMasker, type Mask, openMask } from "#util/secrets/mask-secrets.ts";
import { settleFew } from "#util/concurrency/settle-few.ts";
import type { Assignment, PanelMember } from "./panel.ts";
import { MAX_REVIEW_LENGTH } from "./agents/review-limits.ts";
import { pullForReaders } from "./pulls/pull-for-readers.ts";
import { type Code, type RoundMask, secretsCited } from "./round/round-mask.ts";

/** What one member of the panel said in one pass, and how it went. */
export interface ReviewerResult extends ReviewerStatements {
  readonly run: ReviewerRun;
  readonly findings: readonly Finding[];
  readonly switchedOff?: readonly SwitchedOff[];
  /** What it provably read, where its tools were watched. */
  readonly reading?: Reading;
  /** How many passes its reviewer has in all; absent: this one. */
  readonly passes?: number;
  /** The user stopped it: it has not ended, and a resumed round asks it again. */
  readonly isStopped?: true;
  /** Why its journal entry could not be written. */
  readonly unkept?: unknown;
}

/** What a panel is asked about, and where its answers are kept. */
export interface RunContext {
  readonly opened: OpenedChange;
  readonly index: ChangeIndex;
  readonly journal: Journal;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
  readonly settings: RoundSettings;
  /** Masks what is said before it is kept and held against the code, which is masked in the same way. */
  readonly masked: RoundMask;
  /** The code as it is. */
  readonly code: Code;
  /** What earlier rounds raised; reviewers get it as facts. */
  readonly earlier?: () => Promise<readonly EarlierFinding[]>;
  readonly emit: (event: RoundEvent) => void;
  /** Ends the round at once. */
  readonly signal: AbortSignal;
  /** Ends the reviewers that still run; the round goes on with what they have said. */
  readonly stop: AbortSignal;
  /** What verifiers have answered by now, to be kept with what the panel says. */
  readonly verifications?: () => readonly Verification[];
  /** Called when somebody has ended a pass, while others still work. */
  readonly onResult?: (result: ReviewerResult) => void;
}

/** Everybody reviews, and everybody is waited for: what one has said is kept, whatever happens to the others. */
export async function askPanel(
  members: readonly PanelMember[],
  occasion: RunContext,
): Promise<readonly ReviewerResult[]> {
  const { journal, start, signal } = occasion;
  const evidence = openEvidence(members);
  const settled = await Promise.allSettled(members.map((member) => reviewInPasses(member, { ...occasion, evidence })));
  const ended = settled.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const thrown = settled.find((result) => result.status === "rejected");
  const unkept = ended.find(({ unkept: error }) => error !== undefined)?.unkept;
  if (unkept !== undefined) {
    throw await keepElsewhere(journal.id, [start, ...entriesOf(ended, occasion)], unkept);
  }
  signal.throwIfAborted();
  if (thrown !== undefined) throw thrown.reason;
  return ended;
}

/** What the journal would hold, could it be written. */
function entriesOf(ended: readonly ReviewerResult[], { verifications }: RunContext): JournalEntry[] {
  const said = ended.flatMap(({ unkept: _unkept, isStopped, switchedOff = [], ...result }) =>
    isStopped === true ? [] : [{ type: "reviewer" as const, ...result, switchedOff }],
  );
  const answers = (verifications?.() ?? []).map((verification) => ({ type: "verification" as const, verification }));
  return [...said, ...answers];
}

interface Evidence {
  /** One more has ended. */
  add(member: PanelMember, findings: readonly Finding[]): void;
  /** What the built-in reviewers found, once all of them have ended. */
  readonly whole: Promise<readonly Finding[]>;
}

function openEvidence(members: readonly PanelMember[]): Evidence {
  const open = new Set(members.filter(({ reviewer }) => reviewer.kind === "analyzer"));
  const order = members.map(({ reviewer }) => reviewer.id);
  const found: Finding[] = [];
  const ready = new EventEmitter();
  const whole = open.size === 0 ? Promise.resolve([[]]) : once(ready, "whole");
  return {
    add(member, findings) {
      if (!open.delete(member)) return;
      found.push(...findings);
      // In the order of the panel, whoever ended first: the same change gives the same bundle.
      const sorted = found.toSorted((a, b) => order.indexOf(a.reviewer) - order.indexOf(b.reviewer));
      if (open.size === 0) ready.emit("whole", sorted);
    },
    whole: whole.then(([findings]) => findings as readonly Finding[]),
  };
}

interface Table extends RunContext {
  readonly evidence: Evidence;
}

/** All passes of one reviewer. It has begun with the first and ended with the last. */
async function reviewInPasses(member: PanelMember, table: Table): Promise<readonly ReviewerResult[]> {
  const { entries, emit, evidence } = table;
  const { id } = member.reviewer;
  const { known, count, isOver } = endedPasses(entries, id);
  const started = performance.now();
  const results: ReviewerResult[] = [];
  try {
    if (!isOver) emit({ type: "reviewer:start", reviewer: id });
    const passes = count ?? (await countPasses(member, table));
    const work = Array.from({ length: passes }, (_, at) => async (): Promise<ReviewerResult> => {
      const earlier = known.find(({ run }) => run.pass === at + 1);
      return earlier ?? reviewOnce(member, { ...table, pass: at + 1, passes });
    });
    // All are waited for: one that is thrown out of the round must not leave the others at work behind it.
    const settled = await settleFew(work, PASSES_AT_ONCE);
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    results.push(...settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  } finally {
    // Also when it was stopped: whoever waits for the evidence must not wait for ever.
    evidence.add(
      member,
      results.flatMap((result) => result.findings),
    );
  }
  const findings = results.flatMap((result) => result.findings);
  const seconds = (performance.now() - started) / 1000;
  emit({
    type: "reviewer:end",
    reviewer: id,
    run: runOf(results, seconds),
    findings: findings.length,
    earlier: isOver,
  });
  return results;
}

/** Agents are large programs, and their servers count requests. */
const PASSES_AT_ONCE = 2;

/** Which passes of a reviewer have ended, and whether these are all. */
export function endedPasses(entries: readonly JournalEntry[], reviewer: Reviewer["id"]) {
  const known = entries.flatMap((entry) =>
    entry.type === "reviewer" && entry.run.reviewer === reviewer ? [entry] : [],
  );
  const count = known[0]?.passes ?? (known.length > 0 ? 1 : undefined);
  return { known, count, isOver: count !== undefined && known.length >= count };
}

/** How the passes went together. */
function runOf(results: readonly ReviewerResult[], seconds: number): ReviewerRun {
  const failed = results.find(({ run }) => run.outcome === "failed");
  const { run } = failed ?? results[0]!;
  return results.length === 1 ? run : { ...run, durationSeconds: seconds };
}

interface Chair extends Table {
  readonly pass: number;
  readonly passes: number;
}

async function countPasses(member: PanelMember, table: Table): Promise<number> {
  // What goes wrong here goes wrong in the review too, where it is the reviewer's failure and not the round's.
  return (await member.passes?.(assignmentOf(member, table)).catch(() => 1)) ?? 1;
}

/** A pass that has ended is not asked for again; what was said is on disk. */
async function reviewOnce(member: PanelMember, chair: Chair): Promise<ReviewerResult> {
  const { journal, pass, passes, stop } = chair;
  const { id } = member.reviewer;
  const started = performance.now();
  const output = openRawOutput(journal.folder, pass === 1 ? id : `${id}-p${pass}`);
  try {
    const plain = await runMember(member, { ...chair, output });
    const { run, ...said } = maskAll(plain, await maskFor(plain, chair));
    const timed = { ...run, durationSeconds: Math.round(performance.now() - started) / 1000 };
    const result = { run: timed, ...said, ...(passes > 1 ? { passes } : {}) };
    // One that the user stopped has not ended: a resumed round asks it again.
    const isStopped = stop.aborted && run.outcome === "failed" ? true : undefined;
    const entry = { type: "reviewer" as const, ...result };
    if (isStopped === true) await noteCost(run, journal);
    const unkept = isStopped === true ? undefined : await journal.append(entry).catch((error: unknown) => error);
    await output.close({ whole: isStopped !== true && unkept === undefined && run.outcome === "completed" });
    chair.onResult?.(result);
    return {
      ...result,
      ...(isStopped === undefined ? {} : { isStopped }),
      ...(unkept === undefined ? {} : { unkept }),
    };
  } finally {
    await output.close({ whole: false });
  }
}

/** Of what somebody says everything is masked that the change, or a file that it cites, shows to be a credential. */
async function maskFor({ findings }: ReviewerResult, { masked, code }: RunContext): Promise<Mask> {
  const cited = await secretsCited(findings, code);
  return cited.length === 0 ? masked.mask : openMask([...masked.secrets, ...cited]);
}

/** What was paid is paid, also for a run that is asked for again. */
async function noteCost({ usage }: ReviewerRun, journal: Journal): Promise<void> {
  if (usage?.costUsd === undefined) return;
  // Where it cannot be kept, the journal complains of what matters more.
  await journal.append({ type: "spent", costUsd: usage.costUsd }).catch(() => undefined);
}

interface MemberSetting extends Chair {
  readonly output: RawOutput;
}

/** The only catch on the review path: what one reviewer throws must not cost the others their findings. */
async function runMember(member: PanelMember, seat: MemberSetting): Promise<ReviewerResult> {
  const { pass, signal, stop } = seat;
  const { id: reviewer } = member.reviewer;
  const said: string[] = [];
  let length = 0;
  const masker = createMasker(seat.masked.secrets);
  const keep = async (words: string): Promise<void> => {
    const part = words.slice(0, Math.max(0, MAX_REVIEW_LENGTH - length));
    length += part.length;
    if (part === "") return;
    said.push(part);
    await seat.output.write(part);
  };
  const output = { write: (chunk: string): Promise<void> => keep(masker.write(chunk)) };
  try {
    const assignment = assignmentOf(member, seat, { pass, output });
    const { text, summary, run, ...rest } = await member.review(assignment).finally(() => keep(masker.end()));
    // Ended in the middle, with everything else: a resumed round asks it again.
    if (run?.outcome === "failed") signal.throwIfAborted();
    const told = summary === undefined ? { text } : { text, summary };
    return {
      run: { reviewer, pass, outcome: "completed", ...told, textStatus: "verbatim", ...omitUndefined(run ?? {}) },
      ...rest,
    };
  } catch (error) {
    // The user ended the round; that is not the reviewer's failure.
    if (signal.aborted) throw error;
    const failed = { reviewer, pass, outcome: "failed" as const, textStatus: "absent" as const };
    const text = said.join("");
    if (!stop.aborted) return salvage(text, { ...failed, message: messageOf(error) });
    const message = "stopped by the user";
    return salvage(text, { ...failed, message, incidents: [{ kind: "stopped", text: message }] });
  }
}

/** What somebody said before it failed is read like any review, and marked. */
function salvage(text: string, run: ReviewerRun): ReviewerResult {
  if (text.trim() === "") return { run, findings: [] };
  const { summary, ...read } = readReview(text, run);
  const told = summary === undefined ? { text } : { text, summary };
  return { run: { ...run, ...omitUndefined(told), textStatus: "verbatim", isPartial: true }, ...read };
}

function assignmentOf(member: PanelMember, table: Table, seat?: Pick<Assignment, "output" | "pass">): Assignment {
  const { opened, index, journal, start, settings, masked, signal, stop, emit, evidence, earlier = NONE } = table;
  const { id: reviewer } = member.reviewer;
  return {
    opened,
    index,
    switches: settings,
    signal: anySignal([signal, stop]),
    pass: seat?.pass ?? 1,
    folder: journal.folder,
    output: seat?.output ?? { write: () => Promise.resolve() },
    evidence: () => evidence.whole,
    earlier,
    ...(start.pull === undefined ? {} : { pull: pullForReaders(start.pull, start.panel) }),
    secrets: masked.secrets,
    progress: (note, found) => emit({ type: "reviewer:note", reviewer, note: masked.mask(note), findings: found }),
  };
}

const NONE = () => Promise.resolve([]);

/** Who can be called. */
interface Callable {
  readonly panel: readonly PanelMember[];
  readonly entries: readonly JournalEntry[];
  readonly recall?: ((reviewer: Reviewer) => Promise<PanelMember | undefined>) | undefined;
}

/** Who was on the panel when the round began stays on it. One that cannot be called again has failed, which the report says. */
export async function memberFor(reviewer: Reviewer, { panel, entries, recall }: Callable): Promise<PanelMember> {
  // Nobody is called who has ended: its program may be gone by now.
  const again = endedPasses(entries, reviewer.id).isOver ? undefined : recall;
  const present = panel.find((member) => member.reviewer.id === reviewer.id);
  try {
    const known = present ?? (await again?.(reviewer));
    if (known !== undefined) return known;
  } catch (error) {
    // One that is not installed any more must not cost the others their report.
    return absent(reviewer, messageOf(error));
  }
  const isCalled = reviewer.kind === "agent" || reviewer.kind === "model";
  return absent(reviewer, isCalled ? "its configuration is gone" : "name its file, or --with-comments, again");
}

function absent(reviewer: Reviewer, why: string): PanelMember {
  return { reviewer, review: () => Promise.reject(new Error(`not there when the round was resumed: ${why}`)) };
}
