import { oneLine, truncate } from "#util/words.ts";
import { ownVerdict } from "./own-run.ts";
import type { SarifRun } from "./sarif-schema.ts";

/** Why the run of a tool failed, as it reports itself; undefined if it reports no failure. */
export function toolFailure(run: SarifRun): string | undefined {
  const invocations = run.invocations ?? [];
  const hasFailed = invocations.some(
    ({ executionSuccessful: ended }) => ended !== undefined && ended !== null && ended !== true,
  );
  const own = ownVerdict(run);
  // Failed optional reviewers are reported as errors, but our round is complete without them.
  if (own !== undefined) return hasFailed ? `its round was incomplete: ${own.because}` : undefined;
  const errors = invocations
    .flatMap((one) => [...(one.toolExecutionNotifications ?? []), ...(one.toolConfigurationNotifications ?? [])])
    .filter(({ level }) => level?.toLowerCase() === "error")
    .map(({ message }) => message?.text ?? message?.markdown ?? "an error without a message");
  if (!hasFailed && errors.length === 0) return undefined;
  const reasons = errors.length > 0 ? errors : invocations.flatMap(({ exitCodeDescription: why }) => why ?? []);
  const what = hasFailed ? "the tool's run did not succeed" : "the tool reports errors of its own";
  const left = reasons.length - MAX_REASONS;
  const shown = [what, ...reasons.slice(0, MAX_REASONS).map((reason) => truncate(oneLine(reason), 200))].join(": ");
  return left > 0 ? `${shown} (and ${left} more)` : shown;
}

const MAX_REASONS = 3;
