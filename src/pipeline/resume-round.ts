import { openChange } from "#adapters/git/open-change.ts";
import { readJournal, type StartEntry } from "#adapters/store/journal.ts";
import { withRoundLock } from "#adapters/store/round-lock.ts";
import type { Review } from "#model/review.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { loadHistory } from "./history.ts";
import { recallWith } from "./pulls/add-commenters.ts";
import { postedNames } from "./pulls/posted-names.ts";
import { createClassifier } from "./round/ignore-files.ts";
import { adoptRound, type OwnedRound, ownRound } from "./round/own-round.ts";
import type { RoundHost, HostPanel, RoundRules } from "./round/round-host.ts";
import { maskJournal, maskNames, createRoundMask } from "./round/masking.ts";
import { spentBefore, summarizeResume } from "./round/summarize-resume.ts";
import { reviewChange } from "./run-round.ts";

/** Continues an interrupted round. Only reviewers that had not ended run again. */
export async function resumeRound(id: string, called: RoundHost): Promise<Review> {
  const { place, panel, rules, history, output, signals } = called;
  const read = await readJournal(place.archive.folder, id);
  const owned = await ownRound(read, { ...place, named: panel.named, settings: rules.settings });
  const { isOurs, start, entries } = owned;
  const { repository, scope, paths, trusted } = start;
  const opened = await openChange(
    {
      folder: repository,
      target: `${scope.base}..${scope.head}`,
      paths,
      signal: signals.signal,
      ...(isOurs && trusted !== undefined ? { trusted } : {}),
    },
    createClassifier((start.settings ?? rules.settings).ignore),
  );
  try {
    const masked = createRoundMask(opened.change);
    const journal = maskJournal(read.journal, masked.mask);
    const now = maskNames(opened, masked.mask);
    const { files, hunks } = now.change.scope;
    // Names of files are masked in the journal.
    const same = isOurs ? { ...now, change: { ...now.change, scope: { ...scope, files, hunks } } } : now;
    const { ownDecisions } = history;
    const posted = postedNames(isOurs ? start.pull : undefined);
    const earlier = { ...place, ownDecisions, continues: start.continues, isAsked: false, except: id, posted };
    const loaded = await loadHistory(same, earlier);
    const host: RoundHost = {
      ...called,
      panel: await panelFor(owned, panel),
      rules: { ...rules, failOn: gateOf(start, rules) },
    };
    panel.countEarlier?.(spentBefore(entries));
    return await withRoundLock(journal, async () => {
      if (!isOurs) await adoptRound(journal, start, place.notes);
      output.emit(await summarizeResume(journal, start.panel, entries));
      return reviewChange({ opened: same, loaded, masked, journal, start, entries, host });
    });
  } finally {
    await opened.close();
  }
}

/** The gate of a resumed round. A finding that would have failed the round still does. */
function gateOf({ failOn: begun }: StartEntry, { failOn, isFailOnNamed }: RoundRules): Severity | undefined {
  if (isFailOnNamed === true || begun === undefined) return failOn;
  return failOn !== undefined && severityLevel(failOn) < severityLevel(begun) ? failOn : begun;
}

/** The panel of a resumed round. If this user did not start the round, its journal does not choose the reviewers. */
async function panelFor({ isOurs, start }: OwnedRound, panel: HostPanel): Promise<HostPanel> {
  const { members, named, recall, verification, recallVerification } = panel;
  if (!isOurs) {
    return named === undefined ? { members } : { ...panel, members: named, recall: () => Promise.resolve(undefined) };
  }
  const again = await recallVerification?.(start.panel);
  return { members, recall: recallWith(start.pull, recall), verification: again ?? verification };
}
