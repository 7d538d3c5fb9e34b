import { type Archive, openArchive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { dayOf } from "#pipeline/decisions/decide.ts";
import { listEarlier, type ListedFinding, listFindings } from "#pipeline/decisions/list-findings.ts";
import { renderOneFinding } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { painter } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";
import { drawTriage } from "../triage/draw.ts";
import { keyTerminal, runChecklist, type Size } from "../triage/run-checklist.ts";
import { currentRow, openChecklist, plannedFor, type TriageStep, type TriageState } from "../triage/state.ts";
import { describeWritten, draftAll, writeDecisions } from "./decide.ts";

/** What `deep-review triage` takes. */
export interface TriageOptions extends ArchiveOptions {
  readonly author?: string;
}

/** `deep-review triage [review]`: a checklist of the findings. Decisions are written when the user saves. */
export async function runTriage(wanted: string, options: TriageOptions, io: Io): Promise<ExitCode> {
  const terminal = keyTerminal(io);
  if (terminal === undefined) throw noTerminal();
  const archive = openArchive(await archiveFolder(options, io));
  const review = await archive.read(await findReviewId(archive, wanted));
  const decisions = await readDecisionsFile(archive.folder);
  const today = dayOf(new Date());
  const earlier = await listEarlier(review, (id) => readIfAny(archive, id), { decisions, today });
  const findings = [...listFindings(review, decisions, today), ...earlier];
  if (findings.length === 0) {
    io.stdout.write(`Review ${printable(review.id)} has no findings to decide on.\n`);
    return EXIT.ok;
  }
  const rows = findings.map(({ id, severity, title, place, decision }) => ({ id, severity, title, place, decision }));
  const start = openChecklist(rows, recentReasons(decisions));
  const end = await runChecklist(start, drawer(review, findings, io), terminal);
  if (end.outcome !== "save") {
    io.stdout.write("Nothing was written.\n");
    return end.outcome === "interrupted" ? EXIT.interrupted : EXIT.ok;
  }
  await save(end, { review, findings, decisions }, { options, io });
  return EXIT.ok;
}

/** The record of an earlier round; undefined if it was removed. */
async function readIfAny(archive: Archive, id: string): Promise<Review | undefined> {
  try {
    return await archive.read(id);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Recent reasons in this archive, the latest first, each once. */
function recentReasons(decisions: readonly StandingDecision[]): string[] {
  const given = decisions.filter(({ source }) => source === "person").flatMap(({ reason }) => reason ?? []);
  return [...new Set(given.toReversed())].slice(0, 20);
}

function drawer(review: Review, findings: readonly ListedFinding[], io: Io) {
  const paint = painter(wantsColor(io, io.stdout));
  return async (state: TriageState, size: Size): Promise<readonly string[]> => {
    const current = state.mode.kind === "finding" ? currentRow(state)?.id : undefined;
    const found = findings.find(({ id }) => id === current);
    const text =
      found === undefined
        ? ""
        : await renderOneFinding(found.review, found.cluster, { width: size.columns - 1, color: false });
    return drawTriage(state, { ...size, paint, title: review.id, text: text.trimEnd().split("\n") });
  };
}

interface Triaged {
  readonly review: Review;
  readonly findings: readonly ListedFinding[];
  readonly decisions: readonly StandingDecision[];
}

async function save(
  state: TriageState,
  { review, findings, decisions }: Triaged,
  { options, io }: { readonly options: TriageOptions; readonly io: Io },
): Promise<void> {
  const chosen = state.rows.flatMap((row) => {
    const step = plannedFor(state, row);
    const found = findings.find(({ id }) => id === row.id);
    if (step === undefined || found === undefined) return [];
    const { kind, reason } = step;
    const subject = { kind: "finding" as const, name: row.id, review: found.review, cluster: found.cluster };
    return [{ subject, choice: { kind, reason } }];
  });
  const write = async (): Promise<string[]> => {
    const drafts = await draftAll(chosen, { options, io, now: new Date(), decisions });
    return describeWritten(drafts, await writeDecisions(drafts, options, io), io);
  };
  const lines = await write().catch((error: unknown) => {
    if (chosen.length > 0) io.stderr.write(`${asCommands(state, review.id).join("\n")}\n\n`);
    throw error;
  });
  io.stdout.write(`${lines.join("\n")}\n`);
}

/** The decisions as commands, to run when the disk is writable again. */
function asCommands(state: TriageState, review: string): string[] {
  const lines = state.rows.flatMap((row) => {
    const step = plannedFor(state, row);
    if (step === undefined) return [];
    const because = step.reason === undefined ? "" : ` --because ${quoted(step.reason)}`;
    return [`  deep-review ${COMMANDS[step.kind]} ${row.id} --review ${quoted(review)}${because}`];
  });
  return ["What you decided could not be written. These commands do the same:", ...lines].map((line) =>
    printable(line),
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const COMMANDS: Readonly<Record<TriageStep["kind"], string>> = {
  declined: "decline",
  "accepted-risk": "accept-risk",
  fixed: "fixed",
  reopened: "reopen",
};

function noTerminal(): UserError {
  return new UserError({
    what: "the checklist needs a terminal",
    why: "standard input or output is a file or a pipe, or the terminal cannot be drawn on",
    fix: 'use a command instead: `deep-review decline I2 --because "…"`; `deep-review show` lists the findings',
  });
}
