import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, read, readdirSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** How a run of the program ended. */
export interface ProgramEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
}

interface Host {
  readonly requests: number;
  readonly answers: number;
}

const dist = new URL("../../dist", import.meta.url).pathname;
let host: Host | undefined;

/**
 * Runs the built program with these words, folder and environment, and waits for its end. A review costs half of what a
 * start of its own costs: one process serves all calls of a worker. It also costs less than a review inside of the
 * worker: to start git takes the longer the more memory a process has. What is about the process itself (signals,
 * terminals, broken pipes, exit codes of a crash) is tested with a start of its own.
 */
export function runProgram(args: readonly string[], options: ProgramOptions): ProgramEnd {
  const { answers } = request(args, options);
  return parseAnswer(args, readLine(answers));
}

/** The same for a test that answers the program meanwhile, as a server does. One call at a time; others wait. */
export async function callProgram(args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const before = lastCall;
  const call = (async () => {
    await before.catch(() => undefined);
    const { answers } = request(args, options);
    return parseAnswer(args, await nextLine(answers));
  })();
  lastCall = call;
  return call;
}

let lastCall: Promise<unknown> = Promise.resolve();

function request(args: readonly string[], { cwd, env, input = "" }: ProgramOptions): Host {
  host ??= startHost();
  writeAll(host.requests, `${JSON.stringify({ args, cwd, env, stdin: input, now: Date.now() })}\n`);
  return host;
}

function parseAnswer(args: readonly string[], answer: string | undefined): ProgramEnd {
  if (answer !== undefined) return JSON.parse(answer) as ProgramEnd;
  host = undefined;
  throw new Error(`the program ended in the middle of ${JSON.stringify(args)}`);
}

/** The review that was written last: those of one second are not ordered by their names. */
export function newestIn(reviews: string): string {
  const times = readdirSync(reviews).map((id) => [statSync(join(reviews, id)).mtimeMs, id] as const);
  return times.toSorted(([one], [other]) => one - other).at(-1)?.[1] ?? "";
}

/** It ends by itself when nobody holds the other end of its requests any more. */
function startHost(): Host {
  const folder = mkdtempSync(join(tmpdir(), "deep-review-host-"));
  const [requests, answers] = [join(folder, "requests"), join(folder, "answers")] as const;
  execFileSync("mkfifo", [requests, answers]);
  const script = new URL("program-host.mjs", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, requests, answers, dist], { stdio: ["ignore", "ignore", "inherit"] });
  child.unref();
  const opened = { requests: openSync(requests, "w"), answers: openSync(answers, "r") };
  rmSync(folder, { recursive: true });
  return opened;
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** The next line; undefined when there is none because the writer is gone. */
function readLine(file: number): string | undefined {
  const parts: Buffer[] = [];
  while (!isLine(parts)) {
    const part = Buffer.alloc(65_536);
    const length = readSync(file, part);
    if (length === 0) return undefined;
    parts.push(part.subarray(0, length));
  }
  return Buffer.concat(parts).toString("utf8");
}

async function nextLine(file: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  while (!isLine(parts)) {
    const { bytesRead, buffer } = await promisify(read)(file, Buffer.alloc(65_536), 0, 65_536, null);
    if (bytesRead === 0) return undefined;
    parts.push(buffer.subarray(0, bytesRead));
  }
  return Buffer.concat(parts).toString("utf8");
}

function isLine(parts: readonly Buffer[]): boolean {
  return parts.at(-1)?.at(-1) === 0x0a;
}
