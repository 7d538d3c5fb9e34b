import type { StartEntry } from "#adapters/store/journal.ts";
import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Scope } from "#model/change/scope.ts";
import type { Verification } from "#model/panel/verification.ts";
import { Grounder } from "#steps/ground-findings/ground-finding.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import type { RulingFacts } from "#steps/judge/ruling/rule.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { mayBeMisread, comparableName } from "#util/text/comparable-text.ts";
import type { VerificationRun, VerifiedRound } from "../agents/verification-run.ts";
import { memberFor } from "../ask-panel.ts";
import { openHistory } from "../history.ts";
import { readTeamRecord } from "../merge/team-record.ts";
import { findStaleRules } from "../rules/find-stale-rules.ts";
import type { StartedRound } from "./begin-round.ts";
import { ignoreFiles, ignorePassing } from "./ignore-files.ts";
import { openIndexCache } from "./index-cache.ts";
import { maskSource } from "./masking.ts";

/** A round with everything that it needs once its reviewers run. */
export type PreparedRound = Awaited<ReturnType<typeof prepareRound>>;

/** Prepares what the round needs before the first reviewer runs. */
export async function prepareRound(round: StartedRound) {
  const { opened, start, entries, loaded, masked, host } = round;
  const { place, panel, rules, signals } = host;
  const cache = await openIndexCache(place.indexFile);
  const settings = start.settings ?? rules.settings;
  const change = ignoreFiles(opened.change, settings.ignore);
  announce(change.scope, round);
  const { base, head, history: log } = opened;
  const passing = ignorePassing(opened.passing, settings.ignore);
  const index = buildChangeIndex({ change, base, head, log: () => log.log(), passing, cache, signal: signals.signal });
  const callable = { panel: panel.members, recall: panel.recall, entries };
  const members = await Promise.all(start.panel.map((reviewer) => memberFor(reviewer, callable)));
  const code = sourceFromIndex(index);
  const source = maskSource(code, masked.mask);
  const reviewed = { ...opened, change };
  const today = new Date().toISOString().slice(0, 10);
  const history = openHistory(loaded, { opened: reviewed, index, source, panel: start.panel, today });
  const rulingFacts = readRulingFacts(index, round);
  // Whoever awaits it gets the error; until then it must not end the program.
  rulingFacts.catch(() => undefined);
  const verifications = entries.flatMap((entry) => (entry.type === "verification" ? [entry.verification] : []));
  return {
    ...round,
    /** The change without ignored files. */
    reviewed,
    settings,
    index,
    cache,
    members,
    code,
    source,
    history,
    rulingFacts,
    /** The answers of verifiers so far. Grows while they run. */
    verifications,
    verification: await openVerification(verifications, { opened: reviewed, source }, round),
    staleRules: findStaleRules(reviewed, start.panel),
    grounder: new Grounder(source),
  };
}

function announce({ covers = "", files }: Scope, { start, host }: StartedRound): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  const size = { files: files.length, added: sum("added"), removed: sum("removed") };
  host.output.emit({ type: "scope", covers, ...size, panel: start.panel.map(({ id, name }) => ({ id, name })) });
}

/** What problems are ruled by and is known before the first reviewer has ended. */
async function readRulingFacts(
  index: ChangeIndex,
  { start, loaded, host: { place } }: StartedRound,
): Promise<Pick<RulingFacts, "reviewers" | "severities" | "hasFileNamed" | "narrowedTo">> {
  const isBrought = place.isCi ? () => true : loaded.isBrought;
  return {
    reviewers: start.panel,
    severities: await readTeamRecord(place.archive, start.panel, isBrought),
    hasFileNamed: fileNames(index),
    narrowedTo: narrowedPaths(index, start),
  };
}

function narrowedPaths({ change }: ChangeIndex, { paths }: StartEntry): readonly string[] | undefined {
  return paths.length === 0 ? undefined : change.scope.files.map(({ path }) => path);
}

/** Whether a file on either side has this name. Always true if a changed file has a name that reviewers may misspell. */
function fileNames({ change, base, head }: ChangeIndex): (name: string) => boolean {
  const changed = change.scope.files.map(({ path }) => path);
  if (changed.some((path) => mayBeMisread(path) || /["\\`:|]|\s/.test(path))) return () => true;
  let names: Set<string> | undefined;
  return (name) => {
    names ??= new Set(
      [...base.tree.files, ...head.tree.files, ...change.scope.files].map(({ path }) => comparableName(path)),
    );
    return names.has(comparableName(name));
  };
}

/** Undefined if there is nothing to verify, run or edit, which is usual. */
async function openVerification(
  verifications: Verification[],
  { opened, source }: Pick<VerifiedRound, "opened" | "source">,
  { journal, start, masked, host, loaded }: StartedRound,
): Promise<VerificationRun | undefined> {
  const { panel, signals, output } = host;
  if (panel.verification === undefined) return undefined;
  const { verifiers, editor, allowRun, missing = [] } = panel.verification;
  const isNobody = verifiers.length === 0 && editor === undefined && !allowRun;
  if (isNobody && missing.length + verifications.length === 0) return undefined;
  const { startVerification } = await import("../agents/verification-run.ts");
  return startVerification(panel.verification, {
    opened,
    folder: journal.folder,
    source,
    reviewers: start.panel,
    signal: anySignal([signals.signal, signals.stop]),
    // A record that the change brings could name any commit of this repository.
    previous: loaded.reviews.findLast(({ id }) => !loaded.isBrought(id))?.scope.head,
    earlier: [...verifications],
    onAnswer(answer) {
      const verification = maskAll(answer, masked.mask);
      verifications.push(verification);
      return journal.append({ type: "verification", verification });
    },
    onNote: (note) => output.emit({ type: "round:note", note }),
  });
}
