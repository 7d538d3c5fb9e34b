import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { type StandingDecision, standingDecisionSchema } from "#model/history/standing-decision.ts";
import { hasCode, UserError } from "#util/errors.ts";
import { maskAll } from "#util/secrets/mask-all.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { printable, safeJson } from "#util/printable.ts";
import { openPlainFile, readPlainFile } from "./read-plain-file.ts";
import { explainWriteError, makeFolder } from "./write-file.ts";

/** What people decided, beside the reviews: one line each, only ever added. */
export const DECISIONS_FILE = "decisions.jsonl";

/** The decisions of an archive, each once, oldest first. None where there is no file; a UserError where a line cannot be read. */
export async function readDecisionsFile(archive: string): Promise<StandingDecision[]> {
  const path = join(archive, DECISIONS_FILE);
  try {
    return parseDecisions(await readPlainFile(path), path);
  } catch (error) {
    // Where a file is in the way of the archive, writing to it says so.
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
    throw hasCode(error, "EACCES") || hasCode(error, "EPERM") ? unreadable(path, error) : error;
  }
}

/**
 * Reads the text of a `decisions.jsonl`. The order of the lines does not matter, and the same id twice is one decision.
 * What cannot be read is a UserError: to leave it out would be to forget what somebody decided.
 */
export function parseDecisions(text: string, name: string): StandingDecision[] {
  const byId = new Map<string, StandingDecision>();
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const decision = parseLine(line, { name, number: at + 1 });
    const other = byId.get(decision.id);
    // Somebody edited one of two copies. Whichever order git left them in, the same one must count.
    if (other === undefined || isBefore(other, decision)) byId.set(decision.id, decision);
  }
  return [...byId.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** Adds those whose id is not there yet, all with one write, so that two processes at a time lose nothing. Says which were added. */
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

/** One write at the end of the file. A full disk must not leave half a line, unless somebody else has written meanwhile. */
async function appendLines(file: FileHandle, lines: string): Promise<void> {
  const { size } = await file.stat();
  const content = Buffer.from(`${(await endsInLine(file, size)) ? "" : "\n"}${lines}`);
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

/** A line that somebody left open must not swallow the next one. */
async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") === "\n";
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

function unreadable(path: string, cause: unknown): UserError {
  return new UserError({
    what: `cannot read ${path}`,
    why: "permission was denied",
    fix: "allow it to be read",
    cause,
  });
}
