import type { Actor } from "#model/pull/pull-request.ts";

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
