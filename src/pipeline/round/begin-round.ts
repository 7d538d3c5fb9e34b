import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { type Journal, type JournalEntry, startJournal, type StartEntry } from "#adapters/store/journal.ts";
import { nextStart } from "#adapters/store/review-order.ts";
import type { Review } from "#model/review.ts";
import type { Severity } from "#model/severity.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { type LoadedHistory, loadHistory } from "../history.ts";
import { postedNames } from "../pulls/posted-names.ts";
import { readThreadDecisions } from "../pulls/read-thread-decisions.ts";
import { addCommenters } from "../pulls/add-commenters.ts";
import { renderFiles } from "../render-review.ts";
import { resolveBroughtSettings } from "./brought-switches.ts";
import { digestAsked, digestDecided, findKnownAnswer } from "./known-answer.ts";
import { nameRound } from "./name-round.ts";
import type { RoundHost } from "./round-host.ts";
import { maskJournal, maskNames, createRoundMask, type RoundMask } from "./masking.ts";

/** A round that has begun: the change, its history, and the journal. */
export interface StartedRound {
  readonly opened: OpenedChange;
  readonly loaded: LoadedHistory;
  readonly masked: RoundMask;
  readonly journal: Journal;
  readonly start: StartEntry;
  /** What is known already: from its own journal if it is resumed, or from an earlier round with the same input. */
  readonly entries: readonly JournalEntry[];
  readonly host: RoundHost;
}

/** Masks credentials, and overrides settings that the change under review must not decide itself. */
export async function secureRound(plain: OpenedChange, called: RoundHost) {
  const masked = createRoundMask(plain.change);
  const opened = maskNames(plain, masked.mask);
  const pull = { ...called.pull, request: maskAll(called.pull.request, masked.mask) };
  const settings = await resolveBroughtSettings(called.rules.settings, { ...opened, root: called.place.root });
  const rules = { ...called.rules, settings, failOn: settings.brought?.failOn ?? called.rules.failOn };
  const members = addCommenters({
    panel: called.panel.members,
    pull: pull.request,
    withComments: pull.withComments,
  });
  const host: RoundHost = { ...called, pull, rules, panel: { ...called.panel, members } };
  return { opened, masked, host };
}

/** Reads the earlier rounds and the decisions, also those in our threads of the pull request. */
export async function loadRoundHistory(opened: OpenedChange, host: RoundHost): Promise<LoadedHistory> {
  const { place, pull, history } = host;
  const threads = await readThreadDecisions(opened, { ...place, pull: pull.request, permissionOf: pull.permissionOf });
  return loadHistory(opened, { ...place, ...history, threads, posted: postedNames(pull.request) });
}

/** What a round begins with. */
type Beginning = Pick<StartedRound, "opened" | "loaded" | "masked" | "host">;

/** Begins a round, or returns the review of an earlier round that had the same input. */
export async function beginRound(
  beginning: Beginning,
  paths: readonly string[] = [],
): Promise<StartedRound | { readonly answer: Review }> {
  const { loaded, masked, host } = beginning;
  const { place, rules, output } = host;
  const { archive, notes } = place;
  const start = maskAll(describeStart(beginning, paths), masked.mask);
  const known =
    host.history.again === true ? undefined : await findKnownAnswer({ archive, begun: notes, start, ...loaded });
  if (known !== undefined) output.emit({ type: "round:known", id: known.review.id, isWhole: known.isWhole });
  if (known?.isWhole === true) return { answer: await keepFailOn(known.review, { archive, failOn: rules.failOn }) };
  const id = nameRound(start.scope, await nextStart(archive.folder, new Date(start.at)));
  const journal = maskJournal(await startJournal(archive.folder, id), masked.mask);
  return { ...beginning, journal, start, entries: known?.entries ?? [] };
}

/** The first entry of the journal. */
function describeStart({ opened, loaded, host }: Beginning, paths: readonly string[]): StartEntry {
  const { tool, panel, rules } = host;
  const { settings, failOn } = rules;
  const pull = host.pull.request;
  const start: StartEntry = {
    type: "start",
    tool,
    at: new Date().toISOString(),
    repository: opened.folder,
    scope: opened.change.scope,
    panel: panel.members.map(({ reviewer }) => reviewer),
    paths,
    settings,
  };
  const asked = digestAsked({ ...start, ...omitUndefined({ pull }) }, panel.verification);
  const decided = digestDecided({ ...loaded, pull }, start.at.slice(0, 10));
  const trusted = opened.trusted.commit === opened.base.commit ? undefined : opened.trusted.commit;
  return { ...start, ...omitUndefined({ asked, continues: loaded.continues, pull, trusted, failOn }), decided };
}

/** Stores the current gate in the review of an earlier round, because its check run is concluded by it. */
export async function keepFailOn(
  review: Review,
  { archive, failOn }: { readonly archive: Archive; readonly failOn?: Severity | undefined },
): Promise<Review> {
  if (review.failOn === failOn) return review;
  const { failOn: _, ...others } = review;
  const renewed: Review = failOn === undefined ? others : { ...others, failOn };
  await archive.write(renewed, await renderFiles(renewed));
  return renewed;
}

/** Writes the start of the round to its journal, with what is known already. */
export async function writeStart({ journal, start, entries, host }: StartedRound): Promise<void> {
  await host.place.notes.note({ id: journal.id, start });
  for (const entry of [start, ...entries]) await journal.append(entry);
}
