import type { AgentEvent } from "#model/agent/agent-event.ts";

/**
 * Reads what it says of its retries, which it does on standard error only: `Attempt 1 failed with status 429. Retrying
 * with backoff…`, or `Attempt 1 failed: …` and, perhaps lines later, `Retrying after 7366ms…`.
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

function retryOf(said: { attempt: number; reason: string; wait: string | undefined }): AgentEvent {
  const status = /with (?:status )?(\d{3})\b/.exec(said.reason)?.[1];
  const words = said.reason
    .replace(/Retrying .*/, "")
    .replace(/with (?:status )?\d{3}\b/, "")
    .replace(/^[\s:.]+|[\s.]+$/g, "");
  return {
    type: "retry",
    reason: words === "" ? "tries again" : words,
    attempt: said.attempt,
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(said.wait === undefined ? {} : { waitSeconds: Math.round(Number(said.wait) / 1000) }),
  };
}
