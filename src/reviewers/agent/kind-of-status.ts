import type { FailureKind } from "#model/agent/agent-event.ts";

/** What a status of HTTP means for a run; undefined where it says nothing. */
export function kindOfStatus(status: number | undefined): FailureKind | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return "login";
  if (status === 402) return "budget";
  if (status === 413) return "limit";
  if (status === 429 || status === 529) return "overload";
  return status >= 500 && status < 600 ? "server" : undefined;
}
