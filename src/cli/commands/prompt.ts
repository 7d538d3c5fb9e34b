import { resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { openOwnDecisions } from "#pipeline/decisions/own-decisions.ts";
import { isCi, loadConfig, readConfigFrom } from "#pipeline/load-config.ts";
import {
  describePreview,
  type Preview,
  type PreviewRequest,
  previewBundles,
  writePreview,
} from "#pipeline/agents/prepare/preview-bundles.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import { jobBranch } from "#pipeline/round/job-branch.ts";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { printable, visibleControls } from "#util/printable.ts";
import { saveMemory } from "#util/save-memory.ts";
import { listSome } from "#util/words.ts";
import { archiveFolder } from "../archive-folder.ts";
import { interruptible } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io, printJson } from "../io.ts";
import { withPull } from "./with-pull.ts";

/** What `deep-review prompt` takes. */
export interface PromptOptions {
  readonly for?: string;
  readonly blind?: boolean;
  readonly part?: string;
  readonly file?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly staged?: boolean;
  readonly uncommitted?: boolean;
  readonly pr?: boolean;
  readonly base?: string;
  readonly repo?: string;
  readonly configFrom?: string;
  readonly archive?: string;
  readonly continues?: string;
}

/** `deep-review prompt [target]`: shows what an agent or a model would receive. Sends nothing. */
export async function runPrompt(
  { target, paths }: { readonly target: string | undefined; readonly paths: readonly string[] },
  options: PromptOptions,
  io: Io,
): Promise<ExitCode> {
  saveMemory();
  const folder = resolve(io.cwd(), options.repo ?? ".");
  return withPull({ target, folder, options, io }, ({ change, pull }) => {
    const { staged, uncommitted, base } = options;
    const job = isCi(io.env) ? jobBranch(io.env) : undefined;
    const request = { folder, paths, ...change, staged, uncommitted, base, jobBranch: job };
    return preview({ change: request, pull: pull?.pull }, options, io);
  });
}

async function preview(
  { change, pull }: Pick<PreviewRequest, "change" | "pull">,
  options: PromptOptions,
  io: Io,
): Promise<ExitCode> {
  const root = await findRepositoryRoot(change.folder);
  const config = await loadConfig({ root, env: io.env, from: readConfigFrom(options.configFrom, io.env), change });
  const wasInterrupted = await interruptible(async (signal) => {
    const request = {
      change,
      config,
      isBlind: options.blind === true,
      archive: openArchive(await archiveFolder(options, io, config)),
      root,
      isCi: isCi(io.env),
      ownDecisions: openOwnDecisions(io.env),
      signal,
      reviewer: options.for,
      continues: options.continues,
      pull,
    };
    const made = await previewBundles(request).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (made !== undefined) await show(made, options, io);
  });
  return wasInterrupted ? EXIT.interrupted : EXIT.ok;
}

async function show(preview: Preview, { part: wanted, file, out, json }: PromptOptions, io: Io): Promise<void> {
  const part = readPart(wanted, preview);
  if (file !== undefined) {
    const text = findFile(preview, part, file);
    // Programs get it unchanged; a terminal would obey control characters in it.
    io.stdout.write(io.stdout.isTTY === true ? visibleControls(text) : text);
  } else if (out !== undefined) {
    const folder = resolve(io.cwd(), out);
    const paths = await writePreview(preview, part, folder);
    io.stdout.write(`${paths.length} files in ${printable(folder)}; nothing was sent\n`);
  } else if (json === true) {
    printJson(toJson(preview, part), io);
  } else {
    io.stdout.write(`${describePreview(preview, part)}Nothing was sent.\n`);
  }
}

function readPart(text: string | undefined, { set: { bundles } }: Preview): number {
  const part = text === undefined ? 1 : Number(text);
  if (Number.isInteger(part) && part >= 1 && part <= bundles.length) return part;
  throw new UserError({
    what: `there is no part "${text ?? "1"}"`,
    why: bundles.length === 1 ? "the change fits in one part" : `the change has ${bundles.length} parts`,
    fix: bundles.length === 1 ? "leave --part out" : `use a number from 1 to ${bundles.length}`,
  });
}

/** The text of one file, found by its path, or by the start of its path if only one file has it. */
function findFile({ set }: Preview, part: number, name: string): string {
  const files = set.bundles[part - 1]?.files ?? [];
  const exact = files.find(({ path }) => path === name || path === `review/${name}`);
  const starting = files.filter(({ path }) => path.startsWith(name) || path.startsWith(`review/${name}`));
  const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (found !== undefined) return found.text;
  const paths = files.map(({ path }) => path);
  const near = nearest(
    name.replace(/^review\//, ""),
    paths.map((path) => path.replace(/^review\//, "")),
  );
  throw new UserError({
    what: `${starting.length > 1 ? "several files are" : "no file is"} called "${name}"`,
    why: `this part has ${listSome(paths, SHOWN)}`,
    fix: near === undefined ? "run it without --file to list them" : `did you mean ${near}?`,
  });
}

const SHOWN = 8;

function toJson({ set, prompts, plan, isBlind }: Preview, part: number): object {
  const { bundles, budget, characters, notGiven } = set;
  const bundle = bundles[part - 1];
  return {
    schema: 1,
    part,
    of: bundles.length,
    blind: isBlind,
    prompt: prompts[part - 1],
    files: bundle?.files,
    leftOut: bundle?.leftOut,
    budget,
    characters,
    notGiven: notGiven.map(({ path, why, hunks }) => ({ path, why, hunks: hunks.length })),
    ...(plan === undefined ? {} : { command: [plan.command, ...plan.args], variables: plan.env, home: plan.files }),
  };
}
