import { lookUp } from "#util/look-up.ts";
import type { AgentLogin } from "./agent-adapter.ts";

/** Of the variables that are set, those that an agent names for its login. No others are passed on. */
export function pickVariables(
  { variables, companions }: AgentLogin,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...variables, ...companions].filter((name) => lookUp(given, name) !== undefined);
  return Object.fromEntries(names.map((name) => [name, lookUp(given, name) ?? ""]));
}

/**
 * The values to mask in everything that is kept. Companions are masked only if they are declared secret, because a
 * project's name may appear anywhere in a review.
 */
export function pickSecrets(
  { variables, secretCompanions = [] }: AgentLogin,
  given: Readonly<Record<string, string>>,
): string[] {
  const keys = variables.flatMap((name) => lookUp(given, name) ?? []);
  const secrets = secretCompanions.flatMap((name) => lookUp(given, name) ?? []);
  return [...keys, ...secrets.flatMap(headerValues)];
}

/** The headers as a whole and the value of each, because a text may quote only one of them. */
function headerValues(headers: string): string[] {
  const values = headers.split("\n").map((line) => line.slice(line.indexOf(":") + 1).trim());
  return [...new Set([headers, ...values])].filter((value) => value !== "");
}
