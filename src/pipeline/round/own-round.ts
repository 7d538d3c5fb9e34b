import { lstat, realpath, rename } from "node:fs/promises";
import { join } from "node:path";
import {
  type Journal,
  type JournalEntry,
  readJournal,
  type ReadJournal,
  type StartEntry,
} from "#adapters/store/journal.ts";
import type { RoundNotes } from "#config/round-notes.ts";
import type { RoundSettings } from "#model/change/settings.ts";
import { UserError } from "#util/errors.ts";
import type { PanelMember } from "../panel.ts";
import { findRepositoryRoot } from "../repository-root.ts";

/** The user that resumes a round. */
export interface Resumer {
  readonly notes: RoundNotes;
  /** The root of the repository from which it is resumed. */
  readonly root: string;
  /** The members named with `--reviewers` or `--panel`. Absent: none. */
  readonly named?: readonly PanelMember[] | undefined;
  readonly settings: RoundSettings;
}

/** The trustworthy part of a journal. */
export interface OwnedRound {
  /** This user started it on this machine. */
  readonly isOurs: boolean;
  readonly start: StartEntry;
  readonly entries: readonly JournalEntry[];
}

/**
 * A journal may have come with the repository. If this user did not start the round here, only its commits are used, with
 * all their files: its panel is not asked, and its reviews are ignored.
 */
export async function ownRound({ journal, start, entries }: ReadJournal, resumer: Resumer): Promise<OwnedRound> {
  const { notes, root, named, settings } = resumer;
  if (await notes.knows({ id: journal.id, start })) return { isOurs: true, start, entries };
  await requireHere(journal, start.repository, root);
  const isCalled = start.panel.some(({ kind }) => kind === "agent" || kind === "model");
  if (isCalled && named === undefined) throw notOurs(journal.id, "it names agents or models");
  const panel = named?.map(({ reviewer }) => reviewer) ?? start.panel;
  return { isOurs: false, start: { ...start, panel, settings, paths: [] }, entries: [] };
}

/** The newest of these rounds that this user started here, else the newest. One from the repository must not hide it. */
export async function newestOwn(
  ids: readonly string[],
  archive: string,
  notes: RoundNotes,
): Promise<string | undefined> {
  for (const id of ids.toReversed()) {
    const read = await readJournal(archive, id).catch(() => undefined);
    if (read !== undefined && (await notes.knows({ id, start: read.start }))) return id;
  }
  return ids.at(-1);
}

/** Makes it this user's round, with a new journal. The old one is kept under another name. */
export async function adoptRound(journal: Journal, start: StartEntry, notes: RoundNotes): Promise<void> {
  await rename(join(journal.folder, "events.jsonl"), join(journal.folder, "events.before.jsonl"));
  await notes.note({ id: journal.id, start });
  await journal.append(start);
}

/** Throws if the round is about another repository, or if its folder is a link. */
async function requireHere({ id, folder }: Journal, repository: string, root: string): Promise<void> {
  const there = await findRepositoryRoot(repository).catch(() => undefined);
  if (there === undefined || (await realpath(there)) !== (await realpath(root))) {
    throw notOurs(id, `it is about another repository, ${repository}`);
  }
  if ((await lstat(folder)).isSymbolicLink()) throw notOurs(id, "its folder is a link");
}

function notOurs(id: string, why: string): UserError {
  return new UserError({
    what: `cannot resume ${id}`,
    why: `this round was not started by you on this machine, and ${why}`,
    fix: "review the change anew, or say whom to ask: --reviewers or --panel; what its journal says was said is not taken",
  });
}
