import { join, resolve } from "node:path";
import { openArchive } from "#adapters/store/archive.ts";
import { unfinishedRounds } from "#adapters/store/journal.ts";
import type { Config } from "#config/config.ts";
import { openRoundNotes } from "#config/round-notes.ts";
import type { Review } from "#model/review.ts";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { isByCommentersAlone } from "#model/panel/reviewer.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import { severityLevel, severitySchema } from "#model/severity.ts";
import { analyzerMember, builtInAnalyzers, sarifMembers, scriptedMembers } from "#pipeline/panel.ts";
import { type CalledPanel, callPanel, type PanelCall, type PanelOptions } from "#pipeline/agents/call-panel.ts";
import { openOwnDecisions } from "#pipeline/decisions/own-decisions.ts";
import {
  type ConfigBefore,
  type ConfigRequest,
  isCi,
  describeRemoved,
  loadBefore,
  loadConfig,
  readConfigFrom,
  readConfigText,
  settingsOf,
} from "#pipeline/load-config.ts";
import { withFoundChange } from "#pipeline/find-change.ts";
import { findRepositoryRoot } from "#pipeline/repository-root.ts";
import type { Format } from "#pipeline/render-review.ts";
import { findBrought } from "#pipeline/round/brought-switches.ts";
import { callProbe, type ProbeOptions, withProbe } from "#pipeline/round/probe/call-probe.ts";
import { findIndexFile } from "#pipeline/round/index-cache.ts";
import { jobBranch } from "#pipeline/round/job-branch.ts";
import { newestOwn } from "#pipeline/round/own-round.ts";
import { resumeRound } from "#pipeline/resume-round.ts";
import type { RoundHost } from "#pipeline/round/round-host.ts";
import { runRound } from "#pipeline/run-round.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { saveMemory } from "#util/save-memory.ts";
import { archiveFolder, prepareArchive } from "../archive-folder.ts";
import { isStopping, stoppable } from "../interruptible.ts";
import { EXIT, type ExitCode, type Io, resumeCommand, shortPath } from "../io.ts";
import { openPage, readFormats, requireFolder, writeReport } from "../report-output.ts";
import { readNamed } from "../read-named.ts";
import { withPull } from "./with-pull.ts";
import { createProgress } from "../progress/progress.ts";
import { VERSION } from "../version.ts";

/** What `deep-review [target]` and `deep-review resume` take. */
export interface ReviewOptions extends PanelOptions {
  readonly staged?: boolean;
  readonly uncommitted?: boolean;
  /** The pull request of the current branch, or of the job. */
  readonly pr?: boolean;
  /** The commit that the pull request's head must be at. */
  readonly head?: string;
  /** The base branch that it must have. */
  readonly into?: string;
  readonly base?: string;
  readonly repo?: string;
  readonly archive?: string;
  readonly format?: string;
  readonly out?: string;
  readonly failOn?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly configFrom?: string;
  readonly open?: boolean;
  readonly continues?: string;
  readonly again?: boolean;
  readonly withComments?: boolean;
  readonly sarif?: readonly string[];
  readonly scripted?: readonly string[];
  /** Only the probe takes part, with these options. */
  readonly probe?: ProbeOptions;
}

/** `deep-review [target] [-- path…]`: reviews a change. */
export async function runReview(
  { target, paths }: { readonly target: string | undefined; readonly paths: readonly string[] },
  options: ReviewOptions,
  io: Io,
): Promise<ExitCode> {
  if (paths.includes("")) {
    throw new UserError({
      what: "a path is empty",
      why: "an empty path after -- would mean the whole change",
      fix: "name a file or a folder after --, or leave -- out",
    });
  }
  const folder = resolve(io.cwd(), options.repo ?? ".");
  return withPull({ target, folder, options, io }, async ({ change, pull: opened }) => {
    const job = isCi(io.env) ? jobBranch(io.env) : undefined;
    const { staged, uncommitted, base } = options;
    const asked = { folder, paths, ...change, jobBranch: job, staged, uncommitted, base };
    const root = await findRepositoryRoot(folder);
    const from = readConfigFrom(options.configFrom, io.env);
    // In CI the change brings the files of the working tree, and they do not matter.
    const readText = () => (from === "worktree" ? readConfigText(root) : undefined);
    const text = await readText();
    return withFoundChange(asked, async (request) => {
      const wanted = { root, env: io.env, from, change: request };
      const config = await configFor(wanted, options, io);
      if ((await readText()) !== text) throw configEdited();
      const before = await loadBefore(wanted);
      const { pull: read, checkHead, permissionOf } = opened ?? {};
      const work = (host: RoundHost) =>
        runRound(request, { ...host, pull: { ...host.pull, request: read, checkHead, permissionOf } });
      return review({ config, before, root, isResumed: false, work }, options, io);
    });
  });
}

/** Uncommitted work and the configuration must be of the same moment: else an edit could hide from its own review. */
function configEdited(): UserError {
  return new UserError({
    what: "the configuration was edited while the review started",
    why: "it is not clear whether the review would cover the edit",
    fix: "run the same command again",
  });
}

/** `deep-review resume [id]`: resumes the named round, or the last one that was interrupted. */
export async function runResume(id: string | undefined, options: ReviewOptions, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd(), options.repo ?? ".");
  const root = await findRepositoryRoot(folder);
  const from = readConfigFrom(options.configFrom, io.env);
  const config = await configFor({ root, env: io.env, from, change: { folder } }, options, io);
  const archive = await archiveFolder(options, io, config);
  const wanted = id ?? (await newestOwn(await unfinishedRounds(archive), archive, openRoundNotes(io.env)));
  if (wanted === undefined) {
    const isEmpty =
      (
        await openArchive(archive)
          .list()
          .catch(() => [])
      ).length === 0;
    throw new UserError({
      what: "nothing to resume",
      why: isEmpty ? `there is no review in ${archive}` : `every review in ${archive} is finished`,
      fix: "run `deep-review` to review a change",
    });
  }
  const work = (host: RoundHost) => resumeRound(wanted, host);
  return review({ config, root, isResumed: true, work }, options, io);
}

async function configFor(request: ConfigRequest, options: ReviewOptions, io: Io): Promise<Config> {
  const config = await loadConfig(request);
  const removed = describeRemoved(config);
  if (removed !== undefined && options.quiet !== true) io.stderr.write(`${printable(removed)}\n`);
  return options.probe === undefined ? config : withProbe(config, options.probe);
}

interface Setup {
  readonly config: Config;
  /** The configuration before the change; absent if it is the one in force, or if the round is resumed. */
  readonly before?: ConfigBefore;
  /** The root of the repository. */
  readonly root: string;
  readonly isResumed: boolean;
  readonly work: (host: RoundHost) => Promise<Review>;
}

async function review(setup: Setup, options: ReviewOptions, io: Io): Promise<ExitCode> {
  saveMemory();
  const formats = readFormats(
    options.format ?? (options.json === true ? "json" : "terminal"),
    options.out === undefined,
  );
  if (options.out !== undefined) await requireFolder(resolve(io.cwd(), options.out));
  const host = await hostFor(setup, options, io);
  const progress = createProgress(io, options.quiet === true || options.json === true);
  let done: Review | undefined;
  let begun = false;
  const emit = (event: RoundEvent): void => {
    begun = true;
    progress.show(event);
  };
  const stops = await stoppable(async (signals) => {
    done = await setup.work({ ...host, output: { emit }, signals }).catch((error: unknown) => {
      if (isStopping(error, signals)) return undefined;
      throw error;
    });
  }, progress.stopping).finally(() => progress.end(done === undefined));
  if (done === undefined || stops.signal.aborted) {
    io.stderr.write(
      begun ? describeInterrupted(options) : "Interrupted before any reviewer started; there is nothing to resume.\n",
    );
    return EXIT.interrupted;
  }
  const archive = host.place.archive.folder;
  await present(done, { formats, options, io, archive, isContinued: progress.stays });
  if (!stops.stop.aborted) return exitCodeOf(done);
  io.stderr.write(describeStopped(options));
  return EXIT.interrupted;
}

/** What the round gets of this call: its panel, its place and its settings. */
async function hostFor(
  { config, before, root, isResumed }: Setup,
  options: ReviewOptions,
  io: Io,
): Promise<Omit<RoundHost, "output" | "signals">> {
  const { env } = io;
  const failOn = readFailOn(options.failOn) ?? config.failOn;
  const configFrom = readConfigFrom(options.configFrom, env);
  const configs = { config, before, root };
  const called = await callMembers({ options, ...configs, configFrom, env: io.env, isResumed });
  if (!isResumed) requireAgents(options, called.verification);
  // A resumed round takes its panel from the journal, so every analyzer must be available.
  const chosen = isResumed ? builtInAnalyzers().map(analyzerMember) : called.members;
  const ownRuns = [called.gates, called.probe].filter((member) => member !== undefined);
  const files = [...ownRuns, ...(await filePanel(options, root, io))];
  const isNamed = options.reviewers !== undefined || options.panel !== undefined;
  if (called.hint !== undefined && !isResumed && hasReader(options, io)) {
    io.stderr.write(`${printable(called.hint)}\n`);
  }
  const archive = openArchive(await prepareArchive(options, io, config));
  const indexFile = await findIndexFile({ env, root, isCi: isCi(env) });
  const settings = settingsOf(config, await findBrought({ ...configs, changes: called.changes, options }));
  return {
    tool: `deep-review ${VERSION}`,
    place: { archive, root, indexFile, notes: openRoundNotes(env), isCi: isCi(env) },
    panel: {
      ...called,
      members: [...chosen, ...files],
      named: isNamed ? [...called.members, ...files] : undefined,
    },
    history: { again: options.again, continues: options.continues, ownDecisions: openOwnDecisions(env) },
    pull: { withComments: options.withComments },
    rules: { settings, failOn, isFailOnNamed: options.failOn !== undefined },
  };
}

/** The panel of the round; of `deep-review probe` the probe alone. */
async function callMembers(call: PanelCall & { readonly options: ReviewOptions }): Promise<CalledPanel> {
  if (call.options.probe === undefined) return callPanel(call);
  return {
    members: [],
    probe: await callProbe({ ...call, options: call.options.probe }),
    changes: { lost: [], told: [] },
    recall: () => Promise.resolve(undefined),
    countEarlier: () => undefined,
    recallVerification: () => Promise.resolve(undefined),
  };
}

/** Nobody who asked for verification or an editor should believe that there was one. */
function requireAgents({ verify, editor }: ReviewOptions, called: CalledPanel["verification"]): void {
  const isVerified = called !== undefined && called.verifiers.length > 0;
  if (verify !== undefined && verify !== false && !isVerified) {
    throw noEffect("--verify", "only the findings of a panel with agents are verified");
  }
  if (typeof editor === "string" && called?.editor === undefined) {
    throw noEffect("--editor", "an editor writes only about the findings of agents");
  }
}

function noEffect(option: string, why: string): UserError {
  return new UserError({
    what: `${option} has no effect without an agent`,
    why: `no agent is on the panel, and ${why}`,
    fix: `add agents with --panel deep or --reviewers, or leave ${option} out; \`deep-review doctor\` shows which are ready`,
  });
}

/** Whether a person reads hints on standard error. */
function hasReader({ quiet, json }: ReviewOptions, { env }: Io): boolean {
  return quiet !== true && json !== true && !isCi(env);
}

const describeInterrupted = (options: ReviewOptions): string =>
  `Interrupted. What the reviewers have said so far is stored.\n\`${resumeCommand(options)}\` continues.\n`;
const describeStopped = (options: ReviewOptions): string =>
  `Stopped. The report has what was said so far.\n\`${resumeCommand(options)}\` asks those reviewers again that had not finished.\n`;

async function filePanel({ sarif = [], scripted = [] }: ReviewOptions, root: string, io: Io) {
  const read = (names: readonly string[]) => Promise.all(names.map((name) => readNamed(name, io)));
  const tools = sarifMembers(await read(sarif), root);
  return [...tools, ...scriptedMembers(await read(scripted), tools)];
}

interface Presentation {
  readonly formats: readonly Format[];
  readonly options: ReviewOptions;
  readonly io: Io;
  readonly archive: string;
  /** Progress was shown and stays on the screen. */
  readonly isContinued: boolean;
}

async function present(review: Review, presentation: Presentation): Promise<void> {
  const { formats, options, io, archive } = presentation;
  const folder = join(archive, "reviews", review.id);
  const out = options.out === undefined ? undefined : resolve(io.cwd(), options.out);
  const isContinued = presentation.isContinued && io.stdout.isTTY === true && out === undefined;
  if (out !== undefined || options.quiet !== true) await writeReport(review, { formats, out, io, isContinued });
  if (options.json !== true && options.quiet !== true && out === undefined && formats.includes("terminal")) {
    io.stdout.write(`\n  Report   ${shortPath(join(folder, "report.html"), io)}\n`);
    const first = review.clusters.find(({ ruling }) => ruling.kind === "keep")?.id;
    const isElsewhere = options.archive !== undefined || options.repo !== undefined;
    const where = isElsewhere ? ` --archive ${shortPath(archive, io)}` : "";
    if (first !== undefined) io.stdout.write(`  Next     deep-review show ${first}${where}\n`);
  }
  // The archive always has the page, whatever formats were asked for.
  if (options.open === true) {
    await openPage(join(out !== undefined && formats.includes("html") ? out : folder, "report.html"), io);
  }
}

function readFailOn(text: string | undefined): Review["findings"][number]["severity"] | undefined {
  if (text === undefined) return undefined;
  const severity = severitySchema.safeParse(text);
  if (severity.success) return severity.data;
  throw new UserError({
    what: `"${text}" is not a severity`,
    why: `--fail-on got "${text}"`,
    fix: `use one of ${severitySchema.options.join(", ")}`,
  });
}

/** Findings that only commenters raised do not fail the command. */
function exitCodeOf({ clusters, verdict, previous, reviewers, failOn }: Review): ExitCode {
  if (verdict.kind === "incomplete") return EXIT.incomplete;
  if (failOn === undefined) return EXIT.ok;
  const isAtOrAbove = clusters.some(
    (cluster) =>
      cluster.ruling.kind === "keep" &&
      severityLevel(cluster.ruling.severity) >= severityLevel(failOn) &&
      !isByCommentersAlone(cluster, reviewers),
  );
  const isStillOpen = openEarlier(previous, clusters, reviewers).some(
    ({ severity }) => severityLevel(severity) >= severityLevel(failOn),
  );
  return isAtOrAbove || isStillOpen ? EXIT.findings : EXIT.ok;
}
