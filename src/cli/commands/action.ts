import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { verdictPhrase } from "#model/verdict.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { EXIT, type ExitCode, type Io } from "../io.ts";
import { showError } from "../output/show-error.ts";
import { annotate, formatNote, type LogNote, resumeCommands, stopCommands } from "./action/log-notes.ts";
import { bundledArchive, bundleRecords, openBundle, requireOwnBundle } from "./action/bundle.ts";
import { findJobPull, type JobPull } from "./action/find-job-pull.ts";
import { addOutputs, addSummary } from "./action/job-files.ts";
import { type Job, readJob, requireRunner } from "./action/read-job.ts";
import { outputsOf, readActionResult, type ActionResult } from "./action/read-result.ts";
import { type ReviewOptions, runReview } from "./review.ts";

/** `deep-review action [which]`: runs the steps of `action.yml`. `which` only finds the pull request of the job. */
export async function runAction(step: string | undefined, io: Io): Promise<ExitCode> {
  requireRunner(io.env);
  // With CI set, a change decides nothing about itself. One stream, since the runner mixes two in any order.
  const guarded: Io = { stdout: io.stdout, stderr: io.stdout, env: { ...io.env, CI: "true" }, cwd: () => io.cwd() };
  return quietly(guarded, async () => {
    const job = readJob(io.env);
    if (step === "which") return writeCacheOutputs(job, guarded);
    if (step !== undefined) throw unknownStep(step);
    return job.mode === "publish" ? publishBundle(job, guarded) : reviewPull(job, guarded);
  });
}

interface Outcome {
  readonly code: ExitCode;
  readonly notes: readonly LogNote[];
}

/** Stops workflow commands while the work prints, and writes our own notes afterwards. */
async function quietly(io: Io, work: () => Promise<Outcome>): Promise<ExitCode> {
  const token = randomUUID();
  io.stdout.write(`${stopCommands(token)}\n`);
  const { code, notes } = await work().catch((error: unknown) => explain(error, io));
  io.stdout.write(`\n${resumeCommands(token)}\n`);
  for (const note of notes) io.stdout.write(`${formatNote(note)}\n`);
  return code;
}

async function explain(error: unknown, io: Io): Promise<Outcome> {
  const code = showError(error, io);
  try {
    await addOutputs(io.env["GITHUB_OUTPUT"] || undefined, { "exit-code": String(code) });
  } catch {
    // On a full disk the step still fails with its code.
  }
  const message =
    error instanceof UserError
      ? `${printable(error.what)}: ${printable(error.why)}\nFix: ${printable(error.fix)}`
      : "The program failed; its log has the lines to report.";
  return { code, notes: [{ level: "error", title: "Deep Review", message }] };
}

/** Writes the outputs for the steps that restore the cache of earlier runs. */
async function writeCacheOutputs(job: Job, io: Io): Promise<Outcome> {
  const { number, head, base, others } = await findJobPull(job, io.env);
  // By event: a run with the rights of the base must not use the cache of a run with those of the pull request.
  const prefix = `deep-review-1-${job.eventName.replace(/[^a-z_]/g, "")}`;
  await addOutputs(job.outputFile, {
    "pull-request": String(number),
    head: head ?? "",
    base: base ?? "",
    archive: job.archive,
    "rounds-key": `${prefix}-rounds-${number}-`,
  });
  return { code: EXIT.ok, notes: others.length === 0 ? [] : [announceOthers(number, others)] };
}

function announceOthers(number: number, others: readonly number[]): LogNote {
  const names = others.map((other) => `#${other}`).join(", ");
  const message = `This job is about #${number}. ${names} with the same head ${others.length === 1 ? "is" : "are"} not reviewed by it.`;
  return { level: "warning", title: "Deep Review", message };
}

async function reviewPull(job: Job, io: Io): Promise<Outcome> {
  const pull = await findJobPull(job, io.env);
  const bundle = await openBundle(job.temp);
  const code = await runReview({ target: `#${pull.number}`, paths: [] }, reviewOptions(job, pull, bundle), io);
  const result = await readActionResult(bundle);
  if (result === undefined) {
    await addOutputs(job.outputFile, { "exit-code": String(code) });
    return { code, notes: [] };
  }
  await writeResults(result, { number: pull.number, bundle, code }, job);
  const posted = await publish({ archive: job.archive, id: result.review.id }, job, io);
  // A failed publication fails the job: a page without the review must not look like a clean one.
  const worse = posted === EXIT.ok ? code : posted;
  await addOutputs(job.outputFile, { "exit-code": String(worse) });
  return { code: worse, notes: annotate(result) };
}

function reviewOptions({ reviewers, panel, failOn, ...job }: Job, pull: JobPull, out: string): ReviewOptions {
  // The outputs of the job are read from the JSON.
  const formats = new Set([...(job.formats ?? "").split(",").map((name) => name.trim()), "json"]);
  formats.delete("");
  const { workspace: repo, archive, withComments, allowRun } = job;
  const format = [...formats].join(",");
  return {
    reviewers,
    panel,
    failOn,
    head: pull.head,
    into: pull.base,
    repo,
    archive,
    out,
    format,
    withComments,
    // Without the input the base branch's configuration decides.
    allowRun: allowRun || undefined,
  };
}

interface Ended {
  readonly number: number;
  readonly bundle: string;
  readonly code: ExitCode;
}

/** Writes the summary of the job and the outputs of the step. */
async function writeResults(result: ActionResult, ended: Ended, job: Job): Promise<void> {
  const { number, bundle, code } = ended;
  const [report, sarif] = [join(bundle, "report.html"), join(bundle, "report.sarif")];
  const markdown = await readFile(join(bundle, "report.md"), "utf8").catch(() => undefined);
  await addSummary(job.summaryFile, markdown ?? `**Deep Review: ${verdictPhrase(result.review.verdict.kind)}**\n`);
  await addOutputs(job.outputFile, {
    ...outputsOf(result),
    "pull-request": String(number),
    ...(existsSync(report) ? { report } : {}),
    ...(existsSync(sarif) ? { sarif } : {}),
    bundle,
    "bundle-digest": await bundleRecords(result, job.archive, bundle),
    "exit-code": String(code),
  });
}

async function publishBundle(job: Job, io: Io): Promise<Outcome> {
  const { bundle, bundleDigest } = job;
  if (bundle === undefined || job.publish === undefined) throw nothingToPublish();
  const pull = await findJobPull(job, io.env);
  const review = await requireOwnBundle(bundle, bundleDigest, pull);
  const code = await publish({ archive: bundledArchive(bundle), id: review.id }, job, io);
  await addOutputs(job.outputFile, {
    "review-id": review.id,
    "pull-request": String(pull.number),
    bundle,
    "exit-code": String(code),
  });
  return { code, notes: [] };
}

/** Publishes the parts of a review that the workflow asks for. */
async function publish(place: { archive: string; id: string }, job: Job, io: Io): Promise<ExitCode> {
  const { publish: parts, maxComments, failOn } = job;
  if (parts === undefined) return EXIT.ok;
  const { runPublish } = await import("./publish.ts");
  const options = { to: "github", archive: place.archive, parts, maxComments, failOn };
  return runPublish(place.id, options, io);
}

function nothingToPublish(): UserError {
  return new UserError({
    what: "there is nothing to publish",
    why: "the mode is publish, but the input bundle or the input publish is empty",
    fix: "name the folder of the bundle, and what to publish: review,summary,check,sarif",
  });
}

function unknownStep(step: string): UserError {
  return new UserError({
    what: `the Action has no step "${step}"`,
    why: "`deep-review action` takes `which` or nothing",
    fix: "use the Action through its action.yml",
  });
}
