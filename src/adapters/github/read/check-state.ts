import type { PullCheck } from "#model/pull/pull-request.ts";
import { lookUp } from "#util/look-up.ts";

/** How a check run stands, in the words of either interface. */
export function checkState(status: string, conclusion: string | undefined): PullCheck["state"] {
  if (status.toLowerCase() !== "completed") return "pending";
  return lookUp(CONCLUSIONS, (conclusion ?? "").toLowerCase()) ?? "neutral";
}

/** How a commit status stands. */
export function statusState(state: string): PullCheck["state"] {
  const said = state.toLowerCase();
  if (said === "success") return "success";
  return said === "failure" || said === "error" ? "failure" : "pending";
}

const CONCLUSIONS: Readonly<Record<string, PullCheck["state"]>> = {
  success: "success",
  failure: "failure",
  startup_failure: "failure",
  neutral: "neutral",
  stale: "neutral",
  cancelled: "cancelled",
  skipped: "skipped",
  timed_out: "timed-out",
  action_required: "action-required",
};
