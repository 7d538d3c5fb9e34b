import type { AgentLogin } from "./agent-adapter.ts";
import { lookUp } from "#util/look-up.ts";

/**
 * The values that must not stand in anything that is kept. Companions are none, unless they are named so: a project's
 * name must not be masked wherever it stands in a review.
 */
export function pickSecrets(
  { variables, secretCompanions = [] }: AgentLogin,
  given: Readonly<Record<string, string>>,
): string[] {
  const keys = variables.flatMap((name) => lookUp(given, name) ?? []);
  const carriers = secretCompanions.flatMap((name) => lookUp(given, name) ?? []);
  return [...keys, ...carriers.flatMap(headerValues)];
}

/** The headers as a whole, and the value of each: whoever quotes one does not quote the others. */
function headerValues(headers: string): string[] {
  const values = headers.split("\n").map((line) => line.slice(line.indexOf(":") + 1).trim());
  return [...new Set([headers, ...values])].filter((value) => value !== "");
}
