import type { ProbeResult } from "#model/panel/probe-result.ts";
import { PROBE_ID } from "#model/panel/probe-result.ts";
import { isCommenter } from "#model/panel/reviewer.ts";
import { collectTexts } from "#probe/named/collect-texts.ts";
import { planNamed } from "#probe/named/plan-named.ts";
import { reuseResults } from "#probe/named/reuse-results.ts";
import { provesFinding } from "#probe/outcome/demonstrate-named.ts";
import type { UnmadeBreak } from "#probe/planned-break.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { oneLine, truncate } from "#util/words.ts";
import type { ReviewerResult } from "../../panel.ts";
import type { PreparedRound } from "../prepare-round.ts";
import { openChangedFiles, raiseFindings } from "./probe-member.ts";

/**
 * Runs the breaks that reviewers name, once all have ended, and adds the outcomes to those of the probe. A resumed round
 * takes what it finds in its journal.
 */
export async function runNamedBreaks(
  results: readonly ReviewerResult[],
  round: PreparedRound,
): Promise<readonly ReviewerResult[]> {
  const own = results.find(({ probe }) => probe !== undefined);
  if (own?.probe === undefined || !showsSomething(own.probe)) return results;
  const known = round.entries.findLast((entry) => entry.type === "named");
  const probe = known?.probe ?? (await runNamed(own.probe, results, round));
  if (probe === undefined) return results;
  // If the user stopped the round, a resumed one asks further reviewers, who may name others.
  const isFinal = known === undefined && !round.host.signals.stop.aborted;
  if (isFinal) await round.journal.append({ type: "named", probe });
  const findings = results.flatMap((result) => result.findings);
  const { text, ...raised } = raiseFindings(probe, (result) => provesFinding(result, findings));
  const done = { ...own, ...raised, run: { ...own.run, text } };
  return results.map((result) => (result === own ? done : result));
}

/** Only where the suite was green and noticed a failure does a further break mean anything. */
function showsSomething({ baseline, breaks }: ProbeResult): boolean {
  return (
    baseline?.state === "green" &&
    breaks.some(({ outcome, break: { kind } }) => kind === "control" && outcome === "noticed")
  );
}

/** Undefined: nobody names a break. */
async function runNamed(
  probe: ProbeResult,
  results: readonly ReviewerResult[],
  round: PreparedRound,
): Promise<ProbeResult | undefined> {
  const { reviewed: opened, index, journal, members, host, masked } = round;
  const asked = results.filter((result) => isAsked(result, round));
  const texts = collectTexts(
    asked.flatMap(({ findings }) => findings),
    asked.flatMap(({ assessments = [] }) => assessments),
  );
  const { files } = await openChangedFiles({ opened, index });
  const { planned, unmade } = planNamed(files, texts);
  if (planned.length + unmade.length === 0) return undefined;
  const { known, fresh } = reuseResults(probe.breaks, planned, files);
  const started = { ...probe, breaks: [...known], left: [...probe.left, ...unmade.map(describeUnmade)] };
  const member = members.find(({ reviewer }) => reviewer.id === PROBE_ID);
  const why = host.signals.stop.aborted
    ? "the round was stopped"
    : "the probe was not there when the round was resumed";
  const isRunnable = member?.runBreaks !== undefined && !host.signals.stop.aborted;
  const left = {
    ...started,
    left: [...started.left, { why: `named by reviewers, not run: ${why}`, count: fresh.length }],
  };
  if (fresh.length === 0) return maskAll(started, masked.mask);
  if (!isRunnable || member.runBreaks === undefined) return maskAll(left, masked.mask);
  host.output.emit({ type: "round:note", note: "running the tests with the breaks that reviewers name" });
  const place = {
    opened,
    index,
    folder: journal.folder,
    signal: anySignal([host.signals.signal, host.signals.stop]),
    progress: (note: string) => host.output.emit({ type: "round:note", note: masked.mask(note) }),
  };
  const ended = await member.runBreaks(started, fresh, place).catch((error: unknown) => {
    if (host.signals.signal.aborted || !host.signals.stop.aborted) throw error;
    return left;
  });
  return maskAll(ended, masked.mask);
}

/** Anybody can comment on a pull request, and programs name no breaks. */
function isAsked({ run }: ReviewerResult, { members }: PreparedRound): boolean {
  const reviewer = members.find((member) => member.reviewer.id === run.reviewer)?.reviewer;
  return reviewer !== undefined && !isCommenter(reviewer) && !PROGRAMS.has(reviewer.kind);
}

const PROGRAMS: ReadonlySet<string> = new Set(["analyzer", "gate", "import"]);

const MAX_TEXT = 160;

function describeUnmade({ by, text, path, why }: UnmadeBreak): ProbeResult["left"][number] {
  const named = `named by ${by.reviewer} ("${truncate(oneLine(text), MAX_TEXT)}"), not made: ${why}`;
  return { ...(path !== undefined && { path }), why: named };
}
