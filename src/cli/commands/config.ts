import { resolve } from "node:path";
import type { Config } from "#config/config.ts";
import { type ConfigFrom, loadConfig, readConfigFrom, trustConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { printable } from "#util/printable.ts";
import { formatTable } from "../format-table.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { runSchema } from "./schema.ts";

/** What `deep-review config` takes. */
export interface ConfigOptions {
  readonly schema?: boolean;
  readonly json?: boolean;
  readonly trust?: boolean;
  readonly configFrom?: string;
  readonly base?: string;
  readonly repo?: string;
}

/** `deep-review config`: what is in force here, and where each value comes from. */
export async function runConfig(target: string | undefined, options: ConfigOptions, io: Io): Promise<ExitCode> {
  if (options.schema === true) return runSchema({ config: true }, io);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const root = await findRepositoryRoot(folder);
  if (options.trust === true) {
    const { name, note } = await trustConfig(root, io.env);
    io.stdout.write(`${name} may be run as it is now; noted in ${printable(note)}\n`);
  }
  const from = readConfigFrom(options.configFrom, io.env);
  const { base } = options;
  const change = { folder, ...(target === undefined ? {} : { target }), ...(base === undefined ? {} : { base }) };
  const config = await loadConfig({ root, env: io.env, from, change });
  if (options.json === true) io.stdout.write(`${JSON.stringify(config.written, null, 2)}\n`);
  else io.stdout.write(`${printable(config.from)}${WHY[from]}\n\n${formatTable(rowsOf(config))}\n`);
  return EXIT.ok;
}

const WHY: Readonly<Record<ConfigFrom, string>> = {
  base: " (the base of the change speaks, so that no change can switch its own review off)",
  worktree: " (the working tree speaks; in CI the base of the change would)",
};

function rowsOf({ archive, failOn, off, offIn, ignore, origins }: Config): string[][] {
  return [
    ["setting", "in force", "from"],
    ["archive", archive, origins.archive],
    ["failOn", failOn ?? "never", origins.failOn],
    ["reviewers off", list(off.filter((id) => !isCheck(id))), origins.reviewers],
    ["checks off", list(off.filter(isCheck)), origins.checks],
    ...(offIn.length === 0 ? [["off by path", "none", origins.paths]] : []),
    ...offIn.map(({ glob, ids }) => [`off in ${glob}`, list(ids), origins.paths]),
    ["ignore", list(ignore), origins.ignore],
  ];
}

const list = (values: readonly string[]): string => values.join(", ") || "none";
const isCheck = (id: string): boolean => id.includes("/");
