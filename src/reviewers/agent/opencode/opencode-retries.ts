import type { AgentEvent } from "#model/agent/agent-event.ts";

/**
 * Finds retries in the log: a second stream for the same step. The log does not show how long it waits.
 */
export function createOpencodeRetryReader(): (line: string) => AgentEvent[] {
  let streams = 0;
  let failure: string | undefined;
  return (text) => {
    const line = text.slice(0, MAX_LENGTH);
    if (line.includes(" message=process ") || line.includes(" message=loop ")) streams = 0;
    if (line.includes(' message="stream error" ')) {
      failure = / error\.error="((?:[^"\\]|\\.){1,300})/.exec(line)?.[1];
    }
    if (!line.includes(" message=stream ") || line.includes(" small=true")) return [];
    streams += 1;
    const reason = failure ?? "The answer broke off.";
    failure = undefined;
    return streams === 1 ? [] : [{ type: "retry", reason, attempt: streams - 1 }];
  };
}

const MAX_LENGTH = 4000;
