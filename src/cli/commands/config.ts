import { z } from "zod";
import { resolve } from "node:path";
import { writtenConfigSchema } from "#config/config.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { formatTable } from "../format-table.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** `deep-review config`: what is in force here, and where each value comes from. */
export async function runConfig(
  options: { readonly schema?: boolean; readonly repo?: string },
  io: Io,
): Promise<ExitCode> {
  if (options.schema === true) {
    io.stdout.write(`${JSON.stringify(z.toJSONSchema(writtenConfigSchema), null, 2)}\n`);
    return EXIT.ok;
  }
  const root = await findRepositoryRoot(resolve(io.cwd(), options.repo ?? "."));
  const { archive, failOn, off, ignore, origins } = await loadConfig(root);
  const rows = [
    ["archive", archive, origins.archive],
    ["failOn", failOn ?? "never", origins.failOn],
    [
      "switched off",
      [...off].join(", ") || "nothing",
      origins.reviewers === "default" ? origins.checks : origins.reviewers,
    ],
    ["ignore", ignore.join(", ") || "nothing", origins.ignore],
  ];
  io.stdout.write(`${formatTable([["setting", "in force", "from"], ...rows])}\n`);
  return EXIT.ok;
}
