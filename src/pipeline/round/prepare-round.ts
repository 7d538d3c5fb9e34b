import { buildChangeIndex } from "#change-index/build-change-index.ts";
import type { Scope } from "#model/change/scope.ts";
import type { Finding } from "#model/finding.ts";
import { sourceFromIndex } from "#steps/ground-findings/source-from-index.ts";
import { readAround } from "#steps/ground-findings/read-around.ts";
import { previewProblems, type ProblemPreview } from "#steps/judge/preview-problems.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { memberFor, type ReviewerResult } from "../ask-panel.ts";
import { openHistory } from "../history.ts";
import { findStaleRules } from "../rules/find-stale-rules.ts";
import type { StartedRound } from "./begin-round.ts";
import { openVerification } from "./open-verification.ts";
import { ignoreFiles } from "./ignore-files.ts";
import { openIndexCache } from "./index-cache.ts";
import { maskSource } from "./mask-source.ts";
import { openGrounding } from "./open-grounding.ts";
import { factsOf } from "./round-facts.ts";

/** Everything that the reviewers' findings are held against. */
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
  const index = buildChangeIndex({ change, base, head, log: () => log.log(), cache, signal: signals.signal });
  const callable = { panel: panel.members, recall: panel.recall, entries };
  const members = await Promise.all(start.panel.map((reviewer) => memberFor(reviewer, callable)));
  const code = sourceFromIndex(index);
  const source = maskSource(code, masked.mask);
  const reviewed = { ...opened, change };
  const today = new Date().toISOString().slice(0, 10);
  const history = openHistory(loaded, { opened: reviewed, index, source, panel: start.panel, today });
  const isBrought = place.isCi ? () => true : loaded.isBrought;
  const facts = factsOf({ index, start, archive: place.archive, isBrought });
  // Whoever asks gets the error; until then it must not end the program.
  facts.catch(() => undefined);
  const answers = entries.flatMap((entry) => (entry.type === "verification" ? [entry.verification] : []));
  const second = await openVerification(panel.second, {
    opened: reviewed,
    journal: round.journal,
    start,
    source,
    answers,
    mask: masked.mask,
    emit: host.output.emit,
    signal: anySignal([signals.signal, signals.stop]),
  });
  const stale = findStaleRules(reviewed, start.panel);
  const ground = openGrounding(source);
  return { reviewed, settings, index, cache, members, code, source, history, facts, answers, second, stale, ground };
}

/** The problems so far: for the count on the screen, and for the verifier. Nothing is ruled on yet. */
export async function previewRound(
  prepared: PreparedRound,
  results: readonly ReviewerResult[],
  { host }: StartedRound,
): Promise<readonly ProblemPreview[]> {
  const raised = await prepared.ground(results.flatMap(({ findings }) => findings));
  return previewProblems({
    ...(await prepared.facts),
    raised,
    linesAround: await readAround(raised, prepared.source),
    decisions: await prepared.history.decisions(raised),
    observations: results.flatMap(({ observations = [] }) => observations),
    // Repros are run by us: a script may yet show what it claims.
    isPending: host.panel.second?.allowRun === true ? hasScript : undefined,
  });
}

const hasScript = ({ repros }: Finding): boolean => repros.some(({ script }) => script.trim() !== "");

function announce({ covers = "", files }: Scope, { start, host }: StartedRound): void {
  const sum = (side: "added" | "removed"): number =>
    files.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
  const size = { files: files.length, added: sum("added"), removed: sum("removed") };
  host.output.emit({ type: "scope", covers, ...size, panel: start.panel.map(({ id, name }) => ({ id, name })) });
}
