import { type Archive, openArchive } from "#adapters/store/archive.ts";
import { readDecisionsFile } from "#adapters/store/decisions.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Review } from "#model/review.ts";
import { dayOf } from "#pipeline/decisions/decide.ts";
import { listEarlier, type ListedFinding, listFindings } from "#pipeline/decisions/list-findings.ts";
import { renderOneFinding } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { printable, printableLine } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import { archiveFolder, type ArchiveOptions } from "../archive-folder.ts";
import { openReviewForName } from "../open-review-for-name.ts";
import { EXIT, type ExitCode, type Io, terminalOptions } from "../io.ts";
import { askChoice, askReason, promptTerminal, type PromptTerminal, type Reply } from "../prompts.ts";
import { describeDraft } from "./decide-words.ts";
import { describeWritten, draftAll, writeDecisions, type WrittenDecisions } from "./decide.ts";

/** What `deep-review triage` takes. */
export interface TriageOptions extends ArchiveOptions {
  readonly author?: string;
}

/** `deep-review triage [review]`: asks about each open finding. Each decision is written as soon as it is made. */
export async function runTriage(wanted: string | undefined, options: TriageOptions, io: Io): Promise<ExitCode> {
  const terminal = promptTerminal(io, io.stdout);
  if (terminal === undefined) throw noTerminal();
  const archive = openArchive(await archiveFolder(options, io));
  const { review } = await openReviewForName(archive, wanted, io);
  const open = await listOpen(archive, review);
  if (open.length === 0) {
    io.stdout.write(`Review ${printable(review.id)} has no open findings.\n`);
    return EXIT.ok;
  }
  const written: WrittenDecisions[] = [];
  let isStopped = false;
  for (const [at, finding] of open.entries()) {
    const decisions = await readDecisionsFile(archive.folder);
    const reasons = recentReasons(decisions);
    const choice = await chooseFor(finding, { at, count: open.length, reasons, terminal, io });
    isStopped = choice === "stopped";
    if (choice === "stopped" || choice === "quit") break;
    if (choice !== "skip") written.push(await write(choice, finding, { review, decisions, options, io }));
  }
  io.stdout.write(`${describeEnd(written, open.length, io).join("\n")}\n`);
  return isStopped ? EXIT.interrupted : EXIT.ok;
}

async function listOpen(archive: Archive, review: Review): Promise<ListedFinding[]> {
  const decisions = await readDecisionsFile(archive.folder);
  const today = dayOf(new Date());
  const earlier = await listEarlier(review, (id) => readIfAny(archive, id), { decisions, today });
  return [...listFindings(review, decisions, today), ...earlier].filter(({ decision }) => decision === undefined);
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
  return [...new Set(given.toReversed())].slice(0, MAX_REASONS);
}

const MAX_REASONS = 5;

/** A decision about a finding, before it is written. */
interface Choice {
  readonly kind: "declined" | "accepted-risk" | "fixed";
  readonly reason?: string;
}

interface Question {
  readonly at: number;
  readonly count: number;
  readonly reasons: readonly string[];
  readonly terminal: PromptTerminal;
  readonly io: Io;
}

const ACTIONS = [
  { value: "skip", label: "Skip", hint: "leave it open" },
  { value: "declined", label: "Decline", hint: "we will not do this" },
  { value: "accepted-risk", label: "Accept the risk", hint: "it is true, and it stays" },
  { value: "fixed", label: "Fixed", hint: "it is done" },
  { value: "show", label: "Show in full" },
  { value: "quit", label: "Quit" },
] as const;

/** Asks what to do with a finding, and for the reason if one is needed. Escape goes back to the first question. */
async function chooseFor(finding: ListedFinding, question: Question): Promise<Choice | "skip" | "quit" | "stopped"> {
  const { at, count, reasons, terminal, io } = question;
  const { id, severity, title, place, review, cluster } = finding;
  const head = `${printableLine(id)}, ${severity}, ${at + 1} of ${count}: ${printableLine(title)}`;
  const message = place === "" ? head : `${head}\n${printableLine(place)}`;
  for (;;) {
    const action = await askChoice(terminal, message, ACTIONS);
    if (action === "stopped") return action;
    if (action === "back") continue;
    const { value } = action;
    if (value === "skip" || value === "quit") return value;
    if (value === "fixed") return { kind: value };
    if (value === "show") {
      io.stdout.write(await renderOneFinding(review, cluster, terminalOptions(io)));
      continue;
    }
    const reason = await chooseReason(terminal, reasons);
    if (reason === "stopped") return reason;
    if (reason !== "back") return { kind: value, reason: reason.value };
  }
}

/** Offers the recent reasons, or asks for another one. */
async function chooseReason(terminal: PromptTerminal, recent: readonly string[]): Promise<Reply<string>> {
  if (recent.length > 0) {
    const options = [
      { value: "", label: "Another reason" },
      ...recent.map((reason) => ({ value: reason, label: printableLine(reason, 200) })),
    ];
    const chosen = await askChoice(terminal, "Reason", options);
    if (typeof chosen === "string" || chosen.value !== "") return chosen;
  }
  return askReason(terminal);
}

interface Writing {
  readonly review: Review;
  readonly decisions: readonly StandingDecision[];
  readonly options: TriageOptions;
  readonly io: Io;
}

async function write(
  choice: Choice,
  { id, review: home, cluster }: ListedFinding,
  { review, decisions, options, io }: Writing,
): Promise<WrittenDecisions> {
  try {
    const subject = { kind: "finding" as const, name: id, review: home, cluster };
    const drafts = await draftAll([{ subject, choice }], { options, io, now: new Date(), decisions });
    const written = await writeDecisions(drafts, options, io);
    io.stdout.write(`${drafts.map(describeDraft).join("\n")}\n`);
    return written;
  } catch (error) {
    const command = asCommand(choice, id, review.id);
    io.stderr.write(`Your decision could not be written. This command does the same:\n  ${command}\n\n`);
    throw error;
  }
}

function asCommand({ kind, reason }: Choice, id: string, review: string): string {
  const because = reason === undefined ? "" : ` --because ${quoted(reason)}`;
  return printable(`deep-review ${COMMANDS[kind]} ${id} --review ${quoted(review)}${because}`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const COMMANDS: Readonly<Record<Choice["kind"], string>> = {
  declined: "decline",
  "accepted-risk": "accept-risk",
  fixed: "fixed",
};

function describeEnd(written: readonly WrittenDecisions[], count: number, io: Io): string[] {
  const left = count - written.length;
  const open = left === 0 ? [] : [`${plural(left, "finding is", "findings are")} still open.`];
  const [first] = written;
  if (first === undefined) return ["Nothing was decided.", ...open];
  const all = { ...first, added: written.flatMap(({ added }) => added) };
  return [...describeWritten([], all, io), ...open];
}

function noTerminal(): UserError {
  return new UserError({
    what: "triage needs an interactive terminal",
    why: "standard input or output is a file or a pipe, or the terminal cannot be drawn on",
    fix: 'use a command instead: `deep-review decline I2 --because "…"`; `deep-review show` lists the findings',
  });
}
