import type { Config } from "#config/config.ts";
import { readConfig } from "#config/read-config.ts";
import { resolveConfig } from "#config/resolve-config.ts";
import { builtInAnalyzers } from "./panel.ts";

/** The configuration in force in a repository; knows which reviewers and checks there are. */
export async function loadConfig(root: string): Promise<Config> {
  const analyzers = builtInAnalyzers();
  const known = {
    reviewers: analyzers.map(({ id }) => id),
    offByDefault: analyzers.filter(({ offByDefault }) => offByDefault === true).map(({ id }) => id),
    checks: analyzers.flatMap(({ checks }) => checks.map(({ id }) => id)),
  };
  return resolveConfig(await readConfig(root), known);
}
