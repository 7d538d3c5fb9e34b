import type { Actor, PullCheck } from "#model/pull/pull-request.ts";
import { lookUp } from "#util/look-up.ts";

/** Somebody, as either interface tells it: apps are called `name[bot]` by one and `name` by the other. */
export function actorOf(told: { readonly login: string; readonly kind: string } | undefined): Actor {
  if (told === undefined) return { login: "ghost", isBot: false };
  const login = plainLogin(told.login);
  return { login, isBot: told.kind === "Bot" || login !== told.login };
}

/** The login without the `[bot]` of an app. */
export function plainLogin(login: string): string {
  return login.replace(/\[bot\]$/, "");
}

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
