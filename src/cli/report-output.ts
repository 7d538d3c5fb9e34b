import { spawn } from "node:child_process";
import { constants, type Stats } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isInGitFolder, realPlace } from "#adapters/store/inside.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Review } from "#model/review.ts";
import { type Format, FORMATS, renderReview } from "#pipeline/render-review.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { type Io, terminalOptions } from "./io.ts";

/** Reads a list of formats, separated by commas. Several formats can be written to a folder, but not printed. */
export function readFormats(list: string, printed: boolean): Format[] {
  const names = list.split(",").map((name) => name.trim());
  const formats = names.filter((name): name is Format => FORMATS.some((format) => format === name));
  const wrong = names.find((name) => !FORMATS.some((format) => format === name));
  if (wrong !== undefined) {
    throw new UserError({
      what: `unknown format "${wrong}"`,
      why: `--format is ${list}`,
      fix: `use one or more of ${FORMATS.join(", ")}, separated by commas`,
    });
  }
  if (printed && formats.length > 1) {
    throw new UserError({
      what: "several formats cannot be printed at once",
      why: `--format is ${list} and there is no --out`,
      fix: "name a folder with --out, or use one format",
    });
  }
  return formats;
}

/** Throws if a folder for files cannot be made or written to: better before a long review than after it. */
export async function requireFolder(out: string): Promise<void> {
  await requireOutsideGit(out);
  for (let at = out; ; at = dirname(at)) {
    const entry = await stat(at).catch(() => lstat(at).catch(() => undefined));
    if (entry === undefined && dirname(at) !== at) continue;
    const why = entry?.isDirectory() === true ? await whyNotWritable(at) : describeEntry(entry);
    if (why === undefined) return;
    throw new UserError({
      what: `cannot write to ${out}`,
      why: at === out ? `it ${why}` : `${at} ${why}`,
      fix: "name another folder with --out",
    });
  }
}

/** Throws if the files would be written among git's own. */
async function requireOutsideGit(out: string): Promise<void> {
  if (!isInGitFolder(await realPlace(out))) return;
  throw new UserError({
    what: `cannot write to ${out}`,
    why: "it is in git's own folder",
    fix: "name another folder with --out",
  });
}

function describeEntry(entry: Stats | undefined): string {
  return entry?.isSymbolicLink() === true ? "is a link that leads nowhere" : "is a file, not a folder";
}

async function whyNotWritable(folder: string): Promise<string | undefined> {
  return access(folder, constants.W_OK).then(
    () => undefined,
    () => "may not be written to",
  );
}

interface ReportTarget {
  readonly formats: readonly Format[];
  /** The folder for the files; undefined: standard output. */
  readonly out: string | undefined;
  readonly io: Io;
  /** Progress was shown and stays on the screen. */
  readonly isContinued?: boolean;
}

/** Writes a report to files or prints it. Returns the paths of the files. */
export async function writeReport(review: Review, { formats, out, io, isContinued }: ReportTarget): Promise<string[]> {
  if (out !== undefined) await requireOutsideGit(out);
  const { width, color } = terminalOptions(io);
  const terminal = { width, color: out === undefined && color, isContinued };
  const paths: string[] = [];
  for await (const { fileName, text } of renderReview(review, formats, terminal)) {
    if (out === undefined) io.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    else {
      const path = join(out, fileName);
      await writeFileWhole(path, text);
      paths.push(path);
    }
  }
  return paths;
}

/** Opens the page in a browser, or prints why not and where it is. The command does not fail for that. */
export async function openPage(path: string, io: Io): Promise<void> {
  const why = await openFile(path, io.env);
  if (why !== undefined) io.stderr.write(`cannot open the page: ${printable(why)}. It is ${printable(path)}\n`);
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer.exe" };

/** Starts the program for a file, which outlives this process. Resolves to the reason if that fails. */
function openFile(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const opener = OPENERS[process.platform] ?? "xdg-open";
  return new Promise((resolve) => {
    const child = spawn(opener, [path], { detached: true, stdio: "ignore", env, shell: false });
    child.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ENOENT" ? `there is no ${opener} here` : messageOf(error)),
    );
    child.once("spawn", () => {
      child.unref();
      resolve(undefined);
    });
  });
}
