import type { AgentEnd } from "#model/agent/agent-event.ts";
import { failureKind } from "../../failure-kind.ts";
import type { AgentExit } from "../agent-adapter.ts";

/** The outcome of a turn that was answered with a stop reason. */
export function endByStop(reason: string, { hasText, denied }: { hasText: boolean; denied: number }): AgentEnd {
  const after = denied === 0 ? "" : ` after ${denied} of its tool calls had been refused`;
  switch (reason) {
    case "end_turn":
      // opencode ends like this after a refused call. The refusal is then the reason.
      return hasText ? { ok: true } : { ok: false, kind: "empty", message: `it ended without any text${after}` };
    case "refusal":
      return { ok: false, kind: "refusal", message: "the model refused" };
    case "max_tokens":
      return { ok: false, kind: "limit", message: "its answer reached the maximum number of tokens" };
    case "max_turn_requests":
      return { ok: false, kind: "limit", message: "it reached the maximum number of requests" };
    case "cancelled":
      return { ok: false, kind: "crash", message: `it cancelled its turn${after}` };
    default:
      return { ok: false, kind: "garbage", message: `it stopped for an unknown reason: ${reason.slice(0, 100)}` };
  }
}

/** The outcome of a run that ended before the prompt was answered. */
export function endByExit(exit: AgentExit, { messages, odd }: { messages: number; odd: number }): AgentEnd {
  const how = exit.signal === null ? `with exit code ${exit.code ?? "unknown"}` : `by signal ${exit.signal}`;
  const complaint = exit.complaint.trim();
  const words = complaint === "" ? "" : `: ${complaint.slice(complaint.lastIndexOf("\n") + 1).slice(0, 300)}`;
  if (messages === 0 && odd > 0) {
    const message = `none of its ${odd} lines is a message of the Agent Client Protocol${words}`;
    return { ok: false, kind: "garbage", message };
  }
  const kind = exit.signal === null && complaint !== "" ? failureKind(complaint) : "crash";
  return { ok: false, kind, message: `it ended ${how} before it had answered${words}` };
}
