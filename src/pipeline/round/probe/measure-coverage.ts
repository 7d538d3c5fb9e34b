import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CoverageByPath, joinCoverage } from "#probe/measured/line-coverage.ts";
import { type CoveragePlan, planCoverage, PYTHON_TRACER } from "#probe/measured/plan-coverage.ts";
import { readGoProfile } from "#probe/measured/read-go.ts";
import { readIstanbul } from "#probe/measured/read-istanbul.ts";
import { readTracedLines } from "#probe/measured/read-lines.ts";
import { readV8 } from "#probe/measured/read-v8.ts";
import type { Runner } from "#probe/runner/find-runner.ts";
import type { Measured } from "./find-gaps.ts";
import type { ProbeChange } from "./probe-plan.ts";
import { runTests, type Suite } from "./suite.ts";

export interface CoverageRequest {
  readonly suite: Suite;
  readonly runner: Runner | undefined;
  readonly change: ProbeChange;
  /** The changed files that can be broken. */
  readonly paths: readonly string[];
  readonly baselineSeconds: number;
}

/** A measured run may take this many times as long. */
const PATIENCE = 4;
const MIN_TIMEOUT = 30;

/** Runs the suite once more and measures which lines it runs. A text says why that is not known. */
export async function measureCoverage(request: CoverageRequest): Promise<Measured | string> {
  const { suite, runner, change, paths, baselineSeconds } = request;
  const place = await suite.runner.place();
  const folder = join(place.folder, "measured");
  const packages = new Set(await readdir(join(place.code, "node_modules", "@vitest")).catch(() => []));
  const hasPackage = (name: string): boolean => packages.has(name.replace("@vitest/", ""));
  const plan = planCoverage({ command: suite.command, runner, paths, folder, hasPackage });
  if (typeof plan === "string") return plan;
  await mkdir(folder);
  if (plan.reads === "lines") await writeFile(join(folder, "sitecustomize.py"), PYTHON_TRACER);
  const run = await runTests(suite, plan.command, {
    timeoutSeconds: Math.max(MIN_TIMEOUT, PATIENCE * baselineSeconds),
    env: { ...plan.env, DEEP_REVIEW_ROOT: place.code },
  });
  if (run.exitCode !== 0) return `the suite did not pass while it was measured (${run.ended})`;
  const lines = await readMeasured(plan, { folder, code: place.code, change });
  if (lines === undefined) return "the measured run wrote more than can be read";
  return lines.size === 0 ? "the measured run told nothing about files of the repository" : { by: plan.by, lines, run };
}

interface MeasuredPlace {
  readonly folder: string;
  readonly code: string;
  readonly change: ProbeChange;
}

/** Reads what the run wrote. It is the repository's doing, so nothing in it is trusted, and too much of it is not read. */
async function readMeasured(
  { reads }: CoveragePlan,
  { folder, code, change }: MeasuredPlace,
): Promise<CoverageByPath | undefined> {
  const toPath = (file: string): string | undefined => {
    const path = file.startsWith(`${code}/`) ? file.slice(code.length + 1) : undefined;
    return path === undefined || path.split("/").includes("node_modules") ? undefined : path;
  };
  const files = await readFiles(folder, FILES.get(reads) ?? NO_FILE);
  if (files === undefined) return undefined;
  const [first = ""] = files;
  switch (reads) {
    case "v8": {
      const code = {
        toPath: (url: string) => toPath(pathOfUrl(url)),
        textOf: (path: string) => change.texts.get(path),
      };
      return joinCoverage(files.map((text) => readV8(parse(text), code)));
    }
    case "istanbul":
      return readIstanbul(parse(first), toPath);
    case "lines":
      return readTracedLines(first);
    default:
      return readGoProfile(first, change.goModule ?? "");
  }
}

const FILES: ReadonlyMap<CoveragePlan["reads"], RegExp> = new Map<CoveragePlan["reads"], RegExp>([
  ["v8", /^coverage-.*\.json$/],
  ["istanbul", /^coverage-final\.json$/],
  ["lines", /^lines$/],
  ["go", /^profile$/],
]);
const NO_FILE = /^$/;

const MAX_FILES = 400;
const MAX_BYTES = 96 * 1024 * 1024;

/** The texts of the files; undefined if there is more than can be read, because a part would be wrong. */
async function readFiles(folder: string, pattern: RegExp): Promise<string[] | undefined> {
  const isFolder = (await lstat(folder).catch(() => undefined))?.isDirectory() === true;
  const names = isFolder ? (await readdir(folder)).filter((name) => pattern.test(name)) : [];
  if (names.length > MAX_FILES) return undefined;
  const texts: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    const entry = await lstat(path).catch(() => undefined);
    if (entry?.isFile() !== true) continue;
    bytes += entry.size;
    if (bytes > MAX_BYTES) return undefined;
    texts.push(await readFile(path, "utf8"));
  }
  return texts;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pathOfUrl(url: string): string {
  try {
    return url.startsWith("file:") ? fileURLToPath(url) : url;
  } catch {
    return url;
  }
}
