import { capLines, oneLine, truncate } from "#util/words.ts";
import { ownVerdict } from "./own-run.ts";
import type { SarifRun } from "./sarif-schema.ts";

/** Why the run of a tool did not succeed, as it says itself; undefined where it did, or says nothing of it. */
export function toolFailure(run: SarifRun): string | undefined {
  const invocations = run.invocations ?? [];
  const hasFailed = invocations.some(
    ({ executionSuccessful: ended }) => ended !== undefined && ended !== null && ended !== true,
  );
  const own = ownVerdict(run);
  // A round of ours is whole without its optional reviewers; their failures are told as errors all the same.
  if (own !== undefined) return hasFailed ? `its round was incomplete: ${own.because}` : undefined;
  const errors = invocations
    .flatMap((one) => [...(one.toolExecutionNotifications ?? []), ...(one.toolConfigurationNotifications ?? [])])
    .filter(({ level }) => level?.toLowerCase() === "error")
    .map(({ message }) => message?.text ?? message?.markdown ?? "an error without a message");
  if (!hasFailed && errors.length === 0) return undefined;
  const told = errors.length > 0 ? errors : invocations.flatMap(({ exitCodeDescription: why }) => why ?? []);
  const what = hasFailed ? "the tool's run did not succeed" : "the tool reports errors of its own";
  const lines = told.map((text) => truncate(oneLine(text), MAX_LENGTH));
  return [what, ...capLines(lines, MAX_TOLD)].join(": ");
}

const MAX_TOLD = 3;
const MAX_LENGTH = 200;
