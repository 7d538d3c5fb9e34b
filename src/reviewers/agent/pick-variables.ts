import type { AgentLogin } from "./agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/** The variables that an agent names for its login, of those that are set. A stranger's are not passed on. */
export function pickVariables(
  { variables, companions }: AgentLogin,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...variables, ...companions].filter((name) => lookUp(given, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, lookUp(given, name) ?? ""]));
}
