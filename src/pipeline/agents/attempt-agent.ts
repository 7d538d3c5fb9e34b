import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explainDeskError, findDeskRoot } from "#adapters/desk/desk-root.ts";
import { compareFingerprints } from "#adapters/desk/fingerprint.ts";
import { type Desk, openDesk } from "#adapters/desk/open-desk.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { lendLogin } from "#adapters/login/login.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { BundleFile } from "#model/agent/bundle.ts";
import type { Incident, Isolation } from "#model/panel/reviewer.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import { type AgentHost, type ChosenAgent, commonEnvironment } from "./agent-host.ts";
import type { AttemptEnd } from "./ask-again.ts";
import type { AgentAttempt, AgentTask } from "./review-bundle.ts";
import { runAgent } from "./run-agent.ts";
import { answerTooLong, spentAll } from "./describe-ended.ts";
import { Transcript } from "./transcript.ts";

/** An errand, with the change and the machine that it takes place on. */
export interface AgentRunTask extends AgentTask {
  /** The name under which the budget expects this run; absent: it does not. */
  readonly expectedAs?: string;
  readonly host: AgentHost;
  readonly opened: OpenedChange;
  /** A desk that was made ready before; made now where there is none. */
  readonly desk?: Promise<Desk>;
}

/** What a desk is made for. */
export interface DeskPurpose extends Pick<AgentRunTask, "host" | "opened" | "folder" | "signal"> {
  readonly files: readonly BundleFile[] | Promise<readonly BundleFile[]>;
}

/** Makes a desk ready for an agent; what lies on it may come later. */
export async function prepareDesk({ reviewer }: ChosenAgent, order: DeskPurpose): Promise<Desk> {
  const { host, opened, folder, signal } = order;
  const { scope } = opened.change;
  const bundle = Promise.resolve(order.files).then((files) =>
    files.map(({ path, text }) => ({ path: path.replace(/^review\//, ""), text })),
  );
  // Where there is no desk to be had, nobody waits for what lies on it.
  bundle.catch(() => undefined);
  return openDesk({
    owner: basename(folder),
    reviewer: reviewer.id,
    store: opened.store,
    base: scope.base,
    head: scope.head ?? "",
    bundle,
    submodules: host.submodules,
    withoutHistory: reviewer.blind === true,
    setup: host.setup,
    setupEnv: commonEnvironment(host.env),
    root: findDeskRoot(host.env),
    signal,
  });
}

/** Lets an agent do an errand once, at a desk of its own that is thrown away afterwards. */
export async function attemptAgent(agent: ChosenAgent, errand: AgentRunTask): Promise<AgentAttempt> {
  const { host } = errand;
  const [found, made] = await Promise.allSettled([findSandbox(host), errand.desk ?? prepareDesk(agent, errand)]);
  if (made.status === "rejected") throw made.reason;
  const desk = made.value;
  try {
    if (found.status === "rejected") throw found.reason;
    return await workAt(desk, { agent, errand, sandbox: found.value });
  } finally {
    await desk.close();
  }
}

async function findSandbox({ sandbox, env }: AgentHost): Promise<Sandbox> {
  try {
    return await sandbox();
  } catch (error) {
    // It is tried where desks are made, and fails for the same reasons.
    throw explainDeskError(error, findDeskRoot(env));
  }
}

interface Work {
  readonly agent: ChosenAgent;
  readonly errand: AgentRunTask;
  readonly sandbox: Sandbox;
}

async function workAt(desk: Desk, { agent, errand, sandbox }: Work): Promise<AgentAttempt> {
  const { host } = errand;
  const lent = await lendLogin(agent.login.files, host.home, desk.home);
  const seeTool = errand.watch([desk.folder, await realpath(desk.folder)]);
  const run = {};
  const transcript = new Transcript({
    onText: errand.onText,
    onTool: seeTool,
    onNote: errand.onNote,
    onUsage: ({ costUsd }) => costUsd !== undefined && host.budget.spend(run, costUsd),
  });
  const excess = new AbortController();
  const share = agent.adapter.takesBudget === true ? host.budget.reserve(run, errand.expectedAs) : undefined;
  const end = await runAgent(agent.adapter, jobOf(desk, { agent, errand, sandbox }, share), {
    wrap: (launch) =>
      sandbox.wrap(launch, {
        readable: [desk.folder, ...desk.objectFolders],
        writable: [desk.home, desk.tmp],
        // Its own desk is deeper, and so to be seen; those of others are not.
        hidden: hiddenFolders(errand),
        temp: desk.tmp,
      }),
    env: commonEnvironment(host.env),
    timeoutSeconds: agent.timeoutSeconds,
    idleSeconds: host.idleSeconds,
    // Who would have nothing to spend does not begin.
    signal: anySignal([
      errand.signal,
      host.budget.signal,
      excess.signal,
      ...(share === 0 ? [AbortSignal.abort()] : []),
    ]),
    onPrinted: (stream, text) => errand.printed.write(stream, text),
    onEvent(event) {
      transcript.see(event);
      if (transcript.isTooLong) excess.abort();
      errand.onEvent(event);
    },
  }).finally(() => {
    host.budget.release(run);
    return lent.takeBack();
  });
  return {
    end: transcript.isTooLong ? answerTooLong() : withBudget(end, errand),
    text: transcript.text,
    transcript,
    isolation: isolationOf(sandbox),
    incidents: [...setUpIncidents(desk), ...(await changes(desk, agent))],
  };
}

/** The user's repository, the archive with what others have said, and everybody's desks. */
export function hiddenFolders({ opened, folder, host }: Pick<AgentRunTask, "opened" | "folder" | "host">): string[] {
  // A round's folder lies in the archive's folder of reviews.
  const archive = dirname(dirname(folder));
  return [...opened.userFolders, archive, findDeskRoot(host.env)];
}

function jobOf(desk: Desk, { agent, errand: { prompt } }: Work, budgetUsd: number | undefined) {
  const { program, version, model, effort, login } = agent;
  return {
    desk: desk.folder,
    home: desk.home,
    tmp: desk.tmp,
    program,
    prompt,
    variables: login.variables,
    loginFiles: login.files,
    retries: RETRIES,
    version,
    model,
    effort,
    budgetUsd,
  };
}

/** How often an agent may try again by itself; beyond that we decide. */
const RETRIES = 2;

/** A run that was ended because the money is spent was not stopped by the user. */
function withBudget(end: AttemptEnd, { host, signal }: AgentRunTask): AttemptEnd {
  if (end.ok || end.kind !== "stopped" || signal.aborted) return end;
  return spentAll(host.budget.limit);
}

function isolationOf({ level, says }: Sandbox): Isolation {
  return level === "none" ? { level: "process", note: says } : { level };
}

const setUpIncidents = ({ notes }: Desk): Incident[] => notes.map((text) => ({ kind: "set-up", text }));

/** A reviewer that changed its copy of the code is named, with what it changed. */
async function changes(desk: Desk, { adapter }: ChosenAgent): Promise<Incident[]> {
  const { count, paths } = compareFingerprints(desk.before, await desk.fingerprint());
  if (count === 0) return [];
  const named = paths
    .slice(0, MAX_NAMED)
    .map(({ path, what }) => `${path} (${what})`)
    .join(", ");
  const more = count > MAX_NAMED ? ` and ${count - MAX_NAMED} more` : "";
  return [{ kind: "changed-code", text: `${adapter.name} changed its copy, which was thrown away: ${named}${more}` }];
}

const MAX_NAMED = 5;
