import type { BreakResult, NotProbed, ProbeResult } from "#model/panel/probe-result.ts";
import type { PlannedBreak } from "#probe/planned-break.ts";
import { messageOf } from "#util/errors.ts";
import { openBreakWork } from "./break-work.ts";
import { startClock } from "./probe-clock.ts";
import { summarizeBreaks } from "./run-breaks.ts";
import { onCopies, type ProbeRequest } from "./run-probe.ts";

/** Runs further breaks within the time that a probe has left. What cannot be run is listed with the reason. */
export async function runFurther(
  request: Pick<ProbeRequest, "settings" | "change" | "host">,
  probe: ProbeResult,
  breaks: readonly PlannedBreak[],
): Promise<ProbeResult> {
  const { host } = request;
  const { baseline } = probe;
  if (breaks.length === 0 || baseline === undefined) return probe;
  if (host.sandbox.level === "none") return withLeft(probe, { why: host.sandbox.says, count: breaks.length });
  const clock = startClock(Math.max(0, probe.budgetSeconds - probe.seconds));
  const end = (results: readonly BreakResult[], doubt: string | undefined): ProbeResult => {
    const all = [...probe.breaks, ...results];
    const seconds = Math.round((probe.seconds + clock.spent()) * 1000) / 1000;
    return { ...probe, ...summarizeBreaks(all), ...(doubt !== undefined && { doubt }), breaks: all, seconds };
  };
  try {
    return await onCopies(request, clock, async (suite) => {
      const work = await openBreakWork({ ...request, paths: pathsOf(breaks) }, suite, baseline);
      for (const planned of breaks) await work.tryBreak(planned);
      return end(work.results, await work.close());
    });
  } catch (error) {
    host.signal.throwIfAborted();
    return withLeft(probe, { why: `they could not be run: ${messageOf(error)}`, count: breaks.length });
  }
}

const pathsOf = (breaks: readonly PlannedBreak[]): string[] => [...new Set(breaks.map((each) => each.break.path))];

const withLeft = (probe: ProbeResult, left: NotProbed): ProbeResult => ({ ...probe, left: [...probe.left, left] });
