import type { AgentEvent } from "#model/agent/agent-event.ts";

/**
 * Reads retries from standard error: `Attempt 1 failed with status 429. Retrying with backoff…`, or `Attempt 1 failed: …`
 * and, possibly some lines later, `Retrying after 7366ms…`.
 */
export function createGeminiRetryReader(): (line: string) => AgentEvent[] {
  let attempt: number | undefined;
  let reason = "";
  return (text) => {
    const line = text.slice(0, MAX_LENGTH);
    const [, number, words] = /^Attempt (\d{1,4}) failed(.*)$/.exec(line) ?? [];
    if (number !== undefined) {
      attempt = Number(number);
      reason = words ?? "";
    }
    const [found, wait] = /Retrying (?:with backoff|after (\d{1,9})ms)\.\.\./.exec(line) ?? [];
    if (attempt === undefined || found === undefined) return [];
    const event = retryOf({ attempt, reason, wait });
    attempt = undefined;
    return [event];
  };
}

const MAX_LENGTH = 2000;

function retryOf(retry: { attempt: number; reason: string; wait: string | undefined }): AgentEvent {
  const status = /with (?:status )?(\d{3})\b/.exec(retry.reason)?.[1];
  const words = retry.reason
    .replace(/Retrying .*/, "")
    .replace(/with (?:status )?\d{3}\b/, "")
    .replace(/^[\s:.]+|[\s.]+$/g, "");
  return {
    type: "retry",
    reason: words === "" ? "retries" : words,
    attempt: retry.attempt,
    status: status === undefined ? undefined : Number(status),
    waitSeconds: retry.wait === undefined ? undefined : Math.round(Number(retry.wait) / 1000),
  };
}
