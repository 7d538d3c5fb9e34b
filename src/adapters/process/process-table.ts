import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A living process. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The start time in the system's own format. It distinguishes the process from a later one with the same pid. */
  readonly start: string;
}

/** Lists all living processes, without zombies. */
export async function listProcesses(): Promise<readonly ProcessRow[]> {
  const names = readNames("/proc");
  return names === undefined ? listByPs() : names.flatMap((name) => readRow(Number(name)) ?? []);
}

/** The start time of a process; undefined if it is not alive. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (readNames("/proc/self") !== undefined) return readRow(pid)?.start;
  const [line = ""] = await ps(["-o", "stat=,lstart=", "-p", String(pid)]);
  return parseState(line);
}

/** The processes with this variable in their environment, as far as the system shows it. */
export function holdingVariable(rows: readonly ProcessRow[], name: string, value: string): readonly ProcessRow[] {
  const wanted = `${name}=${value}`;
  return rows.filter(({ pid }) => read(`/proc/${pid}/environ`)?.split("\0").includes(wanted) === true);
}

/** The processes with exactly this hard limit on file locks, as far as the system shows it. */
export function holdingLimit(rows: readonly ProcessRow[], locks: string): readonly ProcessRow[] {
  return rows.filter(({ pid }) => limitOf(pid) === locks);
}

/** The hard limit on file locks of a process: a number, or `unlimited`. */
export function limitOf(pid: number | "self"): string | undefined {
  return /^Max file locks +\S+ +(\d+|unlimited) /m.exec(read(`/proc/${pid}/limits`) ?? "")?.[1];
}

/** The command line of a process; undefined if it has ended. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (readNames("/proc/self") === undefined) {
    const [line = ""] = await ps(["-o", "command=", "-p", String(pid)]);
    return line.trim() === "" ? undefined : line.trim();
  }
  return read(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() || undefined;
}

/** The short name of a process, where the system shows it. */
export function nameOf(pid: number): string | undefined {
  return read(`/proc/${pid}/comm`)?.trim();
}

/** The memory of a process that is its own, in bytes; undefined where the system does not show it. */
export function ownMemoryOf(pid: number): number | undefined {
  const [, resident, shared] = (read(`/proc/${pid}/statm`) ?? "").split(" ").map(Number);
  return resident === undefined || shared === undefined ? undefined : (resident - shared) * PAGE;
}

/** Linux counts in pages, on nearly every machine of this size. A machine with larger ones allows more. */
const PAGE = 4096;

function readNames(folder: string): string[] | undefined {
  try {
    const names = readdirSync(folder);
    return names.includes("self") || names.includes("stat") ? names.filter((name) => /^\d+$/.test(name)) : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

/** Reads a living process from `/proc`. */
export function readRow(pid: number): ProcessRow | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may contain anything; the fields after it are fixed.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, group, session] = fields;
  if (state === "Z" || state === "X") return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start: fields[19] ?? "",
  };
}

/** Uses the group as the session, since not every `ps` has sessions. */
async function listByPs(): Promise<readonly ProcessRow[]> {
  const lines = await ps(["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="]);
  return lines.flatMap((line) => {
    const [, pid, parent, group, rest = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? [];
    const start = parseState(rest);
    if (start === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group), start }];
  });
}

function parseState(line: string): string | undefined {
  const [, state = "Z", start = ""] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
  return state.startsWith("Z") ? undefined : start;
}

function ps(args: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const env = { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC" };
    execFile("ps", args, { env, maxBuffer: 16 * 1024 * 1024 }, (_, stdout) => resolve(stdout.split("\n")));
  });
}
