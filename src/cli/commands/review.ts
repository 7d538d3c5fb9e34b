import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { unfinishedRounds } from "#adapters/store/journal.ts";
import { writeFileWhole } from "#adapters/store/write-file.ts";
import type { Review } from "#model/review.ts";
import type { RoundEvent } from "#model/round-event.ts";
import { severityLevel, severitySchema } from "#model/severity.ts";
import { analyzerMember, builtInAnalyzers, sarifMembers, scriptedMembers } from "#pipeline/panel.ts";
import { loadConfig } from "#pipeline/load-config.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { type Format, renderReview } from "#pipeline/render-review.ts";
import { resumeRound, type RoundHost, runRound } from "#pipeline/run-round.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { saveMemory } from "#util/save-memory.ts";
import { archiveFolder, prepareArchive } from "../archive-folder.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io, wantsColor } from "../io.ts";
import { readFormats } from "../read-formats.ts";
import { createProgress } from "../progress.ts";
import { VERSION } from "../version.ts";

/** What `deep-review [target]` and `deep-review resume` take. */
export interface ReviewOptions {
  readonly staged?: boolean;
  readonly uncommitted?: boolean;
  readonly base?: string;
  readonly repo?: string;
  readonly archive?: string;
  readonly format?: string;
  readonly out?: string;
  readonly failOn?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly sarif?: readonly string[];
  readonly scripted?: readonly string[];
}

/** `deep-review [target] [-- path…]`: reviews a change with the built-in reviewers. */
export async function runReview(
  { target, paths }: { readonly target: string | undefined; readonly paths: readonly string[] },
  options: ReviewOptions,
  io: Io,
): Promise<ExitCode> {
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const request = { folder, paths, ...(target === undefined ? {} : { target }), ...pick(options) };
  return review(options, io, (host) => runRound(request, host));
}

/** `deep-review resume [id]`: goes on with the last round that was cut short, or the one named. */
export async function runResume(id: string | undefined, options: ReviewOptions, io: Io): Promise<ExitCode> {
  const archive = await archiveFolder(options, io);
  const wanted = id ?? (await unfinishedRounds(archive)).at(-1);
  if (wanted === undefined) {
    throw new UserError({
      what: "nothing to resume",
      why: `every review in ${archive} has ended`,
      fix: "run `deep-review` to review a change",
    });
  }
  return review(options, io, (host) => resumeRound(wanted, host));
}

async function review(options: ReviewOptions, io: Io, work: (host: RoundHost) => Promise<Review>): Promise<ExitCode> {
  saveMemory();
  const root = await findRepositoryRoot(resolve(io.cwd(), options.repo ?? "."));
  const config = await loadConfig(root);
  const failOn = readFailOn(options.failOn) ?? config.failOn;
  const formats = readFormats(
    options.format ?? (options.json === true ? "json" : "terminal"),
    options.out === undefined,
  );
  const builtIn = builtInAnalyzers().filter(({ id }) => !config.off.has(id));
  const panel = [...builtIn.map(analyzerMember), ...(await filePanel(options, { io, root }))];
  const archive = openArchive(await prepareArchive(options, io));
  const progress = createProgress(io, options.quiet === true || options.json === true);
  let done: Review | undefined;
  const emit = (event: RoundEvent): void => progress.show(event);
  const interrupted = await interruptible(async (signal) => {
    done = await work({
      archive,
      panel,
      off: config.off,
      ignore: config.ignore,
      tool: `deep-review ${VERSION}`,
      emit,
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  });
  progress.end();
  if (done === undefined || interrupted) {
    io.stderr.write("Interrupted. What the reviewers said so far is kept: `deep-review resume` goes on.\n");
    return EXIT.interrupted;
  }
  await present(done, { formats, options, io, archive: archive.folder });
  return exitCodeOf(done, failOn);
}

async function filePanel({ sarif = [], scripted = [] }: ReviewOptions, { io, root }: { io: Io; root: string }) {
  const read = (names: readonly string[]) => Promise.all(names.map((name) => readNamed(name, io)));
  return [...sarifMembers(await read(sarif), root), ...scriptedMembers(await read(scripted))];
}

async function readNamed(name: string, io: Io): Promise<{ readonly name: string; readonly text: string }> {
  try {
    return { name, text: await readFile(resolve(io.cwd(), name), "utf8") };
  } catch (error) {
    throw new UserError({
      what: `cannot read ${name}`,
      why: messageOf(error),
      fix: "check the file's name",
      cause: error,
    });
  }
}

interface Presentation {
  readonly formats: readonly Format[];
  readonly options: ReviewOptions;
  readonly io: Io;
  readonly archive: string;
}

/** Rendered beside every record. */
const KEPT_FORMATS: readonly Format[] = ["html", "md", "sarif"];

async function present(review: Review, { formats, options, io, archive }: Presentation): Promise<void> {
  const folder = join(archive, "reviews", review.id);
  const terminal = { width: io.stdout.columns ?? 100, color: options.out === undefined && wantsColor(io, io.stdout) };
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  const wanted = [...new Set<Format>([...KEPT_FORMATS, ...formats])];
  for await (const { format, fileName, text } of renderReview(review, wanted, terminal)) {
    if (KEPT_FORMATS.includes(format)) await writeFileWhole(join(folder, fileName), text);
    if (!formats.includes(format)) continue;
    if (out !== undefined) await writeFileWhole(join(out, fileName), text);
    else if (options.quiet !== true) io.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  }
  if (options.json !== true && options.quiet !== true && out === undefined && formats.includes("terminal")) {
    io.stdout.write(`\n  Report   ${join(folder, "report.html")}\n`);
  }
}

function pick({ staged, uncommitted, base }: ReviewOptions) {
  return {
    ...(staged === true ? { staged } : {}),
    ...(uncommitted === true ? { uncommitted } : {}),
    ...(base === undefined ? {} : { base }),
  };
}

function readFailOn(text: string | undefined): Review["findings"][number]["severity"] | undefined {
  if (text === undefined) return undefined;
  const severity = severitySchema.safeParse(text);
  if (severity.success) return severity.data;
  throw new UserError({
    what: `«${text}» is no severity`,
    why: `--fail-on got ${text}`,
    fix: `use one of ${severitySchema.options.join(", ")}`,
  });
}

function exitCodeOf({ clusters, verdict }: Review, failOn: ReturnType<typeof readFailOn>): ExitCode {
  if (verdict.kind === "incomplete") return EXIT.incomplete;
  if (failOn === undefined) return EXIT.ok;
  const isAtOrAbove = clusters.some(
    ({ ruling }) => ruling.kind === "keep" && severityLevel(ruling.severity) >= severityLevel(failOn),
  );
  return isAtOrAbove ? EXIT.findings : EXIT.ok;
}
