import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { whyUnreadable } from "#util/errors.ts";
import { refuseEndless } from "../store/read-plain-file.ts";

/** A file that may be a report. Its id is the file's name without extension. */
export interface ReportFile {
  readonly path: string;
  readonly id: string;
}

/** A path that cannot be read, and why. */
export interface UnreadablePath {
  readonly path: string;
  readonly why: string;
}

/** Lists the report files at these paths: a file itself, and for a folder the `.md` files directly inside, by name. */
export async function findReports(paths: readonly string[]): Promise<(ReportFile | UnreadablePath)[]> {
  const found: (ReportFile | UnreadablePath)[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const file of await expand(path)) {
      if (!seen.has(file.path)) found.push(file);
      seen.add(file.path);
    }
  }
  return found;
}

/** A typical report has 100 kB. A larger file than this is not a report. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The file's text, or why it cannot be read. */
export async function readReportFile(path: string): Promise<{ readonly text: string } | { readonly why: string }> {
  try {
    await refuseEndless(path);
    const { size } = await stat(path);
    if (size > MAX_BYTES) return { why: `the file has ${Math.round(size / 1024 / 1024)} MB, a report has at most 32` };
    const bytes = await readFile(path);
    if (bytes.includes(0)) return { why: "the file is binary" };
    return { text: bytes.toString("utf8") };
  } catch (error) {
    return { why: whyUnreadable(error) };
  }
}

async function expand(path: string): Promise<(ReportFile | UnreadablePath)[]> {
  try {
    const info = await stat(path);
    if (!info.isDirectory()) return [reportFile(path)];
    const names = await readdir(path);
    const reports = names.filter((name) => extname(name).toLowerCase() === ".md").sort();
    if (reports.length === 0) return [{ path, why: "the folder has no .md file" }];
    return reports.map((name) => reportFile(join(path, name)));
  } catch (error) {
    return [{ path, why: whyUnreadable(error) }];
  }
}

function reportFile(path: string): ReportFile {
  return { path, id: basename(path, extname(path)) };
}
