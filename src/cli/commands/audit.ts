import { resolve } from "node:path";
import { auditTree } from "#pipeline/audit/audit.ts";
import { loadConfig, settingsOf } from "#pipeline/load-config.ts";
import { AUDIT_FORMATS, type AuditFormat, renderAudit } from "#pipeline/audit/render-audit.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { UserError } from "#util/errors.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";

/** What `deep-review audit` takes. */
export interface AuditOptions {
  readonly check?: string;
  readonly limit?: string;
  readonly format?: string;
  readonly json?: boolean;
  readonly repo?: string;
}

/** `deep-review audit [path…]`: runs the checks over the whole tree at HEAD. Not part of a review. */
export async function runAudit(paths: readonly string[], options: AuditOptions, io: Io): Promise<ExitCode> {
  const format = readFormat(options);
  const limit = readLimit(options.limit);
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const root = await findRepositoryRoot(folder);
  const config = await loadConfig({ root, env: io.env, from: "worktree", change: { folder } });
  const { check } = options;
  let text: string | undefined;
  const interrupted = await interruptible(async (signal) => {
    const request = { folder, paths, settings: settingsOf(config), signal, check };
    const audit = await auditTree(request).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    text = audit === undefined ? undefined : renderAudit(audit, { format, limit });
  });
  if (interrupted || text === undefined) return EXIT.interrupted;
  io.stdout.write(text);
  return EXIT.ok;
}

function readFormat({ format, json }: AuditOptions): AuditFormat {
  if (format === undefined) return json === true ? "json" : "terminal";
  const known = AUDIT_FORMATS.find((name) => name === format);
  if (known !== undefined) return known;
  throw new UserError({
    what: `"${format}" is not a format for an audit`,
    why: `--format is ${format}`,
    fix: `use one of ${AUDIT_FORMATS.join(", ")}`,
  });
}

function readLimit(text = "10"): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError({
    what: `"${text}" is not a number of places`,
    why: `--limit is ${text}`,
    fix: "give a whole number",
  });
}
