import { join, resolve } from "node:path";
import type { Review } from "#model/review.ts";
import { inDemoFolder } from "#pipeline/round/demo/demo-folder.ts";
import { runDemoRound } from "#pipeline/round/demo/run-demo-round.ts";
import { makeSampleRepository } from "#pipeline/round/demo/sample-repository.ts";
import { printable } from "#util/printable.ts";
import { prepareArchive } from "../archive-folder.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io, shellWord } from "../io.ts";
import { createProgress } from "../progress/progress.ts";
import { openPage, requireFolder, writeReport } from "../report-output.ts";
import { VERSION } from "../version.ts";

/** A demo that has run: its record, and where everything is. */
interface Demo {
  readonly review: Review;
  readonly repository: string;
  readonly archive: string;
}

/**
 * `deep-review demo`: reviews a sample repository in a temporary folder, with recorded agents and the built-in reviewers.
 * Needs neither a key nor a network.
 */
export async function runDemo(options: { readonly out?: string; readonly open?: boolean }, io: Io): Promise<ExitCode> {
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  if (out !== undefined) await requireFolder(out);
  io.stdout.write(INTRODUCTION);
  const progress = createProgress(io, false);
  let demo: Demo | undefined;
  let failure: { readonly error: unknown } | undefined;
  const wasStopped = await interruptible(async (signal) => {
    const run = inDemoFolder((folder) => review(folder, { io, signal, emit: progress.show }));
    await run.then(
      (ended) => (demo = ended),
      (error: unknown) => (failure = { error }),
    );
  }, progress.stopping);
  progress.end(demo === undefined);
  if (wasStopped && demo === undefined) {
    io.stderr.write("Interrupted. Nothing is left behind.\n");
    return EXIT.interrupted;
  }
  if (failure !== undefined) throw failure.error;
  if (demo === undefined) return EXIT.internal;
  await present(demo, {
    out,
    io,
    isContinued: progress.stays && io.stdout.isTTY === true,
    open: options.open === true,
  });
  // A recorded agent could not be played.
  return demo.review.verdict.kind === "incomplete" ? EXIT.incomplete : EXIT.ok;
}

const INTRODUCTION =
  "Demo: a review of a small sample repository.\nWhat the agents say was recorded; all else runs now.\n\n";

/** How long the recorded agents speak. Without somebody who watches there is nothing to wait for. */
const SECONDS = 3;

async function review(
  folder: string,
  { io, signal, emit }: { io: Io; signal: AbortSignal; emit: ReturnType<typeof createProgress>["show"] },
): Promise<Demo> {
  const repository = await makeSampleRepository(folder, signal);
  const archive = await prepareArchive({ repo: repository }, io);
  const review = await runDemoRound({
    tool: `deep-review ${VERSION}`,
    repository,
    archive,
    desks: join(folder, "desks"),
    env: io.env,
    seconds: io.stderr.isTTY === true ? SECONDS : 0,
    output: { emit },
    signals: { signal, stop: new AbortController().signal },
  });
  return { review, repository, archive };
}

interface Presentation {
  readonly out: string | undefined;
  readonly io: Io;
  readonly isContinued: boolean;
  readonly open: boolean;
}

async function present({ review, repository, archive }: Demo, { out, io, isContinued, open }: Presentation) {
  const folder = out ?? join(archive, "reviews", review.id);
  if (out !== undefined) await writeReport(review, { formats: ["html", "md", "sarif"], out, io });
  await writeReport(review, { formats: ["terminal"], out: undefined, io, isContinued });
  const page = join(folder, "report.html");
  const program = io.env["npm_command"] === "exec" ? "npx deep-review" : "deep-review";
  const first = review.clusters.find(({ ruling }) => ruling.kind === "keep")?.id ?? "last";
  io.stdout.write(
    [
      "",
      `  Report      ${printable(page)}`,
      `  Repository  ${printable(repository)}`,
      "",
      "  Try next",
      `    ${program} show ${first} --archive ${shellWord(archive)}`,
      `    ${program} explain ${first} --archive ${shellWord(archive)}`,
      "",
    ].join("\n"),
  );
  if (open) await openPage(page, io);
}
