import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { appendDecisions, DECISIONS_FILE, readDecisionsFile } from "#adapters/store/decisions.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import {
  type DecisionChoice,
  dayOf,
  type DraftDecision,
  draftDecision,
  type DecisionSubject,
} from "#pipeline/decisions/decide.ts";
import { gitAuthor } from "#pipeline/decisions/git-author.ts";
import { howToShare } from "#pipeline/decisions/how-to-share.ts";
import { findReviewHere } from "#pipeline/decisions/review-here.ts";
import { openOwnDecisions } from "#pipeline/decisions/own-decisions.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { UserError } from "#util/errors.ts";
import { plural } from "#util/words.ts";
import { archiveFolder, type ArchiveOptions, prepareArchive } from "../archive-folder.ts";
import { findReviewId } from "../find-review.ts";
import { EXIT, type ExitCode, type Io, printJson, shortPath } from "../io.ts";
import { findSubjects } from "./decide-subjects.ts";
import { describeDraft } from "./decide-words.ts";

/** What `decline`, `accept-risk`, `fixed` and `reopen` take. */
export interface DecideOptions extends ArchiveOptions {
  readonly because?: string;
  readonly until?: string;
  readonly onlyHere?: boolean;
  readonly review?: string;
  readonly author?: string;
  readonly json?: boolean;
}

/** `deep-review decline I2 …`, `accept-risk`, `fixed` and `reopen`: records a decision about findings of a review. */
export async function runDecide(
  { kind, words }: { readonly kind: StandingDecision["kind"]; readonly words: readonly string[] },
  options: DecideOptions,
  io: Io,
): Promise<ExitCode> {
  const now = new Date();
  const until = readUntil(options.until, now);
  const archive = openArchive(await archiveFolder(options, io));
  const named = options.review ?? (await findReviewHere(archive, await repositoryOf(options, io))) ?? "last";
  const review = await archive.read(await findReviewId(archive, named));
  const decisions = await readDecisionsFile(archive.folder);
  const isReviewNamed = options.review !== undefined && options.review !== "last";
  const subjects = await findSubjects(words, { archive, review, isReviewNamed, decisions });
  const reason = await readReason(kind, options.because, io);
  if (reason === "left") {
    io.stderr.write("\nNothing was decided.\n");
    return EXIT.interrupted;
  }
  const choice = { kind, isOnlyHere: options.onlyHere === true, reason, until };
  const chosen = subjects.map((subject) => ({ subject, choice }));
  const drafts = await draftAll(chosen, { options, io, now, decisions });
  const written = await writeDecisions(drafts, options, io);
  if (options.json === true) {
    const rows = drafts.map(({ subject, outcome, decision }) => ({ finding: subject.name, outcome, decision }));
    printJson({ schema: 1, file: written.file, decisions: rows }, io);
  } else io.stdout.write(`${describeWritten(drafts, written, io).join("\n")}\n`);
  return EXIT.ok;
}

/** What was written, and where; `share` describes the first time how to share it. */
export interface WrittenDecisions {
  readonly file: string;
  readonly added: readonly StandingDecision[];
  readonly share: string | undefined;
}

/** Appends the new decisions to those of the archive, all or none. */
export async function writeDecisions(
  drafts: readonly DraftDecision[],
  options: ArchiveOptions,
  io: Io,
): Promise<WrittenDecisions> {
  const folder = await prepareArchive(options, io);
  const file = join(folder, DECISIONS_FILE);
  const isFirst = !existsSync(file);
  const added = await appendDecisions(
    folder,
    drafts.flatMap((draft) => (draft.outcome === "new" ? [draft.decision] : [])),
  );
  // Deciding what the branch already contains means agreeing to it.
  const agreed = drafts.flatMap(({ outcome, decision }) => (outcome === "same" ? (decision ?? []) : []));
  await openOwnDecisions(io.env).note([...added, ...agreed]);
  const share = isFirst && added.length > 0 ? await howToShare(file, await repositoryOf(options, io)) : undefined;
  return { file, added, share };
}

/** Lines about what was decided and where it was written. */
export function describeWritten(
  drafts: readonly DraftDecision[],
  { file, added, share }: WrittenDecisions,
  io: Io,
): string[] {
  const place = shortPath(file, io);
  return [
    ...drafts.map(describeDraft),
    added.length === 0
      ? `Nothing was written; ${place} is unchanged.`
      : `Wrote ${plural(added.length, "decision")} to ${place}.`,
    ...(share === undefined ? [] : [share]),
  ];
}

/** What all decisions of one command share. */
interface DecisionContext {
  readonly options: ArchiveOptions & { readonly author?: string };
  readonly io: Io;
  readonly now: Date;
  readonly decisions: readonly StandingDecision[];
}

/** Drafts a decision for each choice. Writes nothing. */
export async function draftAll(
  chosen: readonly { readonly subject: DecisionSubject; readonly choice: DecisionChoice }[],
  { options, io, now, decisions }: DecisionContext,
): Promise<DraftDecision[]> {
  const author = readAuthor(options.author) ?? (await gitAuthor(resolve(io.cwd(), options.repo ?? ".")));
  const repository = await repositoryOf(options, io);
  const drafts: DraftDecision[] = [];
  for (const { subject, choice } of chosen) {
    drafts.push(await draftDecision(subject, choice, { author, now, decisions, repository }));
  }
  return drafts;
}

function repositoryOf({ repo }: ArchiveOptions, io: Io): Promise<string | undefined> {
  return findRepositoryRoot(resolve(io.cwd(), repo ?? ".")).catch((error: unknown) => {
    // An archive can be outside a repository, but a repository that the user names must exist.
    if (error instanceof UserError && repo === undefined) return undefined;
    throw error;
  });
}

function readUntil(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // `Date` reads 31 February as 3 March.
  const isDay = day !== undefined && !Number.isNaN(day.getTime()) && dayOf(day) === text;
  if (isDay && text > dayOf(now)) return text;
  throw new UserError({
    what: `--until cannot be "${text.slice(0, 40)}"`,
    why: isDay ? `that day is not in the future; today is ${dayOf(now)} (UTC)` : "it is not a date",
    fix: "write the last day on which the decision applies, such as 2027-01-31, or leave it out",
  });
}

function readAuthor(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() !== "") return text?.trim();
  throw new UserError({
    what: "--author is empty",
    why: "nobody could be asked about a decision without an author",
    fix: 'write who decides, --author "Ada Example <ada@example.org>", or leave it out to use git\'s user.name',
  });
}

/** The reason; undefined if none is needed and none was given, `left` if the person pressed Escape or Ctrl-C. */
async function readReason(
  kind: StandingDecision["kind"],
  text: string | undefined,
  io: Io,
): Promise<string | undefined | "left"> {
  const given = text?.trim();
  if (given !== undefined && given !== "") return given;
  if (text === undefined && (kind === "fixed" || kind === "reopened")) return undefined;
  if (text === undefined && io.stdin?.isTTY === true) {
    const { askReason, promptTerminal } = await import("../prompts.ts");
    const terminal = promptTerminal(io, io.stderr);
    const reply = terminal === undefined ? undefined : await askReason(terminal);
    if (reply !== undefined) return typeof reply === "string" ? "left" : reply.value;
  }
  throw new UserError({
    what: text === undefined ? "a reason is missing" : "--because is empty",
    why: "people and reviewers who see this finding again need the reason",
    fix: 'add it: --because "the queue gives up after a day"',
  });
}
