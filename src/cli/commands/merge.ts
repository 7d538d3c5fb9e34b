import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { asMerged, readPanels } from "#pipeline/merge/merged-json.ts";
import { mergeReviews } from "#pipeline/merge/merge-reviews.ts";
import { renderFiles } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { safeJson } from "#util/printable.ts";
import { namedArchive } from "../archive-folder.ts";
import { EXIT, type ExitCode, type Io, shortPath } from "../io.ts";
import { readFormats, writeReport } from "../report-output.ts";
import { readNamed } from "../read-named.ts";
import { VERSION } from "../version.ts";

export interface MergeOptions {
  readonly as?: readonly string[];
  readonly findings?: string;
  readonly repo?: string;
  readonly head?: string;
  readonly archive?: string;
  readonly format?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `deep-review merge`: merges existing reviews, from anywhere, into one report. */
export async function runMerge(files: readonly string[], options: MergeOptions, io: Io): Promise<ExitCode> {
  if (options.findings !== undefined) return mergePlain(options.findings, { ...options, files }, io);
  const named = (options.as ?? []).map(readAs);
  const names = [...files.map((file) => ({ file })), ...named];
  if (names.length === 0) throw nothingNamed();
  if (options.head !== undefined && options.repo === undefined) throw headWithoutRepo();
  const sources = await Promise.all(
    names.map(async ({ file, ...author }) => ({ ...author, ...(await readNamed(file, io)) })),
  );
  const place = await namedArchive(options, io);
  const archive = place === undefined ? undefined : openArchive(place);
  const review = await mergeReviews({
    sources,
    archive,
    tool: `deep-review ${VERSION}`,
    repository: options.repo === undefined ? undefined : resolve(io.cwd(), options.repo),
    head: options.head,
  });
  const folder = archive === undefined ? undefined : await archive.write(review, await renderFiles(review));
  const code = review.verdict.kind === "incomplete" ? EXIT.incomplete : EXIT.ok;
  if (options.json === true) {
    io.stdout.write(`${safeJson(asMerged(review.clusters, (id) => id))}\n`);
    return code;
  }
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  const formats = readFormats(options.format ?? "terminal", out === undefined);
  await writeReport(review, { formats, out, io });
  if (folder !== undefined && formats.includes("terminal"))
    io.stdout.write(`\n  Report   ${shortPath(join(folder, "report.html"), io)}\n`);
  return code;
}

/** Merges one panel, or with JSON Lines one panel per line. */
async function mergePlain(file: string, beside: MergeOptions & { readonly files: readonly string[] }, io: Io) {
  const unused = (["as", "repo", "head", "archive", "format", "out"] as const).filter(
    (option) => beside[option] !== undefined,
  );
  const others = [...beside.files, ...unused.map((option) => `--${option}`)];
  if (others.length > 0) {
    throw new UserError({
      what: `--findings cannot be combined with ${others.join(", ")}`,
      why: "--findings reads one file, merges only that, and prints JSON",
      fix: "leave the rest out, or merge reviews without --findings",
    });
  }
  const { text } = await readNamed(file, io);
  for (const result of readPanels(text, file)) io.stdout.write(`${safeJson(result, 0)}\n`);
  return EXIT.ok;
}

function readAs(text: string): { readonly file: string; readonly reviewer: string } {
  const [, reviewer, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (reviewer !== undefined && file !== undefined) return { file, reviewer };
  throw new UserError({
    what: `--as cannot be "${text}"`,
    why: "it takes a name and a file",
    fix: "write --as claude=review.md",
  });
}

function nothingNamed(): UserError {
  return new UserError({
    what: "there is nothing to merge",
    why: "no file was given",
    fix: "name reviews: deep-review merge claude.md codex.md results.sarif",
  });
}

function headWithoutRepo(): UserError {
  return new UserError({
    what: "--head needs --repo",
    why: "a commit needs the repository that contains it",
    fix: "add --repo DIR, or leave --head out",
  });
}
