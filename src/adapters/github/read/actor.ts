import type { Actor, PullCheck } from "#model/pull/pull-request.ts";
import { lookUp } from "#util/look-up.ts";

/** An account from either API: REST calls an app `name[bot]`, GraphQL calls it `name`. */
export function actorOf(account: { readonly login: string; readonly kind: string } | undefined): Actor {
  if (account === undefined) return { login: "ghost", isBot: false };
  const login = plainLogin(account.login);
  return { login, isBot: account.kind === "Bot" || login !== account.login };
}

/** The login without the `[bot]` of an app. */
export function plainLogin(login: string): string {
  return login.replace(/\[bot\]$/, "");
}

/** The state of a check run from either API. */
export function checkState(status: string, conclusion: string | undefined): PullCheck["state"] {
  if (status.toLowerCase() !== "completed") return "pending";
  return lookUp(CONCLUSIONS, (conclusion ?? "").toLowerCase()) ?? "neutral";
}

/** The state of a commit status. */
export function statusState(state: string): PullCheck["state"] {
  const lower = state.toLowerCase();
  if (lower === "success") return "success";
  return lower === "failure" || lower === "error" ? "failure" : "pending";
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
