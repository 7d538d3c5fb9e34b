import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import { hasCode, UserError } from "#util/errors.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { printable, safeJson } from "#util/printable.ts";
import { endsWithNewline, openPlainFile, readPlainFile } from "./read-plain-file.ts";
import { explainWriteError, makeFolder } from "./write-file.ts";

/** People's decisions, one per line. Lines are only ever added. */
export const DECISIONS_FILE = "decisions.jsonl";

/** Reads the decisions of an archive, each once, oldest first; none if there is no file. Throws a UserError for a bad line. */
export async function readDecisionsFile(archive: string): Promise<StandingDecision[]> {
  const path = join(archive, DECISIONS_FILE);
  try {
    return parseDecisions(await readPlainFile(path), path);
  } catch (error) {
    // If a file blocks the archive's path, writing reports it.
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
    if (!hasCode(error, "EACCES") && !hasCode(error, "EPERM")) throw error;
    throw new UserError({
      what: `cannot read ${path}`,
      why: "permission was denied",
      fix: "allow it to be read, or name another archive: --archive FOLDER",
      cause: error,
    });
  }
}

/**
 * Parses a `decisions.jsonl`. The order of the lines does not matter, and two lines with one id are one decision. A bad
 * line is a UserError: to skip it would be to forget a decision.
 */
export function parseDecisions(text: string, name: string): StandingDecision[] {
  const byId = new Map<string, StandingDecision>();
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const decision = parseLine(line, { name, number: at + 1 });
    const other = byId.get(decision.id);
    // Somebody edited one of two copies. The same one must win, whatever their order is after a merge.
    if (other === undefined || isBefore(other, decision)) byId.set(decision.id, decision);
  }
  return [...byId.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** Adds the decisions with new ids in one write, so that concurrent processes lose nothing. Returns those it added. */
export async function appendDecisions(
  archive: string,
  decisions: readonly StandingDecision[],
): Promise<StandingDecision[]> {
  if (decisions.length === 0) return [];
  const known = new Set((await readDecisionsFile(archive)).map(({ id }) => id));
  const added = decisions.filter(({ id }, at) => !known.has(id) && decisions.findIndex((one) => one.id === id) === at);
  if (added.length === 0) return [];
  const path = join(archive, DECISIONS_FILE);
  try {
    await makeFolder(archive);
    const file = await openPlainFile(path, "append");
    try {
      await appendLines(file, added.map((decision) => `${safeJson(maskAll(decision, maskSecrets))}\n`).join(""));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw explainWriteError(error, path);
  }
  return added;
}

/** Appends in one write. A full disk must not leave half a line, unless another process has written meanwhile. */
async function appendLines(file: FileHandle, lines: string): Promise<void> {
  const { size } = await file.stat();
  const content = Buffer.from(`${(await endsWithNewline(file)) ? "" : "\n"}${lines}`);
  let written = 0;
  try {
    while (written < content.length) {
      written += (await file.write(content, written, content.length - written)).bytesWritten;
    }
    await file.datasync();
  } catch (error) {
    if ((await file.stat()).size === size + written) await file.truncate(size);
    throw error;
  }
}

function isBefore(one: StandingDecision, other: StandingDecision): boolean {
  return one.date === other.date ? safeJson(one) < safeJson(other) : Date.parse(one.date) < Date.parse(other.date);
}

interface Place {
  readonly name: string;
  readonly number: number;
}

function parseLine(line: string, place: Place): StandingDecision {
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(line)) {
    throw wrongLine(place, "a conflict that git could not merge", "keep the lines of both sides, delete the markers");
  }
  const value = readJson(line);
  const version = typeof value === "object" && value !== null && "version" in value ? value.version : undefined;
  if (typeof version === "number" && version > 1) {
    throw wrongLine(place, `version ${version}, and this program reads version 1`, "update deep-review");
  }
  const result = standingDecisionSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const why =
    value === undefined ? "no JSON" : `no decision: ${issue?.path.join(".") || "the whole line"}: ${issue?.message}`;
  throw wrongLine(place, why, "restore the line, from git if it was committed, or delete it");
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function wrongLine({ name, number }: Place, holds: string, fix: string): UserError {
  return new UserError({
    what: `cannot read the decisions in ${name}`,
    why: `line ${number} holds ${printable(holds)}`,
    fix: `${fix}; then run the command again`,
  });
}
