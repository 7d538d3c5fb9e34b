import type { OpenedChange } from "#adapters/git/open-change.ts";
import { type Journal, type JournalEntry, startJournal, type StartEntry } from "#adapters/store/journal.ts";
import { nextStart } from "#adapters/store/review-order.ts";
import type { Review } from "#model/review.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { type LoadedHistory, loadHistory } from "../history.ts";
import { readThreadDecisions } from "../pulls/read-thread-decisions.ts";
import { addCommenters } from "../pulls/add-commenters.ts";
import { resolveBroughtSettings } from "./brought-switches.ts";
import { describeStart } from "./describe-start.ts";
import { keepFailOn } from "./keep-fail-on.ts";
import { findKnownAnswer } from "./known-answer.ts";
import { nameRound } from "./name-round.ts";
import type { RoundHost } from "./round-host.ts";
import { maskJournal, maskNames, createRoundMask, type RoundMask } from "./round-mask.ts";

/** A round that reviewers can begin: what is reviewed, what is known of it, and where it is kept. */
export interface StartedRound {
  readonly opened: OpenedChange;
  readonly loaded: LoadedHistory;
  readonly masked: RoundMask;
  readonly journal: Journal;
  readonly start: StartEntry;
  /** What the journal has of it already, or an earlier round that asked the same. */
  readonly entries: readonly JournalEntry[];
  readonly host: RoundHost;
}

/** The change and the host with credentials masked, and with what the change itself must not decide settled. */
export async function settleRound(plain: OpenedChange, called: RoundHost) {
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

/** What the earlier rounds found and what people decided, in our threads too. */
export async function loadRoundHistory(opened: OpenedChange, host: RoundHost): Promise<LoadedHistory> {
  const { place, pull, history } = host;
  const threads = await readThreadDecisions(opened, { ...place, pull: pull.request, permissionOf: pull.permissionOf });
  return loadHistory(opened, { ...place, ...history, threads });
}

/** Begins a round, or gives the review that already answers what is asked. */
export async function beginRound(
  { opened, loaded, masked, host }: Pick<StartedRound, "opened" | "loaded" | "masked" | "host">,
  paths: readonly string[] | undefined,
): Promise<StartedRound | { readonly answer: Review }> {
  const { place, panel, pull, rules, tool, output } = host;
  const { archive, notes } = place;
  const said = describeStart({
    opened,
    recalled: loaded,
    paths,
    tool,
    panel: panel.members,
    second: panel.second,
    pull: pull.request,
    ...rules,
  });
  const start = maskAll(said, masked.mask);
  const known =
    host.history.again === true ? undefined : await findKnownAnswer({ archive, begun: notes, start, ...loaded });
  if (known !== undefined) output.emit({ type: "round:known", id: known.review.id, isWhole: known.isWhole });
  if (known?.isWhole === true) return { answer: await keepFailOn(known.review, { archive, failOn: rules.failOn }) };
  const id = nameRound(start.scope, await nextStart(archive.folder, new Date(start.at)));
  const journal = maskJournal(await startJournal(archive.folder, id), masked.mask);
  return { opened, loaded, masked, journal, start, entries: known?.entries ?? [], host };
}

/** Writes down that the round has begun, with what is known of its answers. */
export async function writeStart({ journal, start, entries, host }: StartedRound): Promise<void> {
  await host.place.notes.note({ id: journal.id, start });
  for (const entry of [start, ...entries]) await journal.append(entry);
}
