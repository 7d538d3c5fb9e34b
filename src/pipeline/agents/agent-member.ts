import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { explainDeskError, findDeskRoot } from "#adapters/desk/desk-root.ts";
import { type Desk, openDesk } from "#adapters/desk/open-desk.ts";
import type { SetUpPlan } from "#adapters/desk/set-up.ts";
import type { OpenedChange } from "#adapters/git/open-change.ts";
import { lendLogin } from "#adapters/login/login.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { BundleFile } from "#model/agent/bundle.ts";
import type { Incident, Isolation } from "#model/panel/reviewer.ts";
import { pickSecrets } from "#reviewers/agent/login.ts";
import { describeFence } from "#steps/take-receipt/fence/describe-fence.ts";
import { anySignal } from "#util/concurrency/any-signal.ts";
import type { PanelMember } from "../panel.ts";
import { type AgentHost, type ChosenAgent, commonEnvironment } from "./agent-host.ts";
import { type AgentAttempt, ANSWER_TOO_LONG, type AttemptEnd, budgetSpent } from "./ask-again.ts";
import { type AgentTask, reviewBundle } from "./review-bundle.ts";
import { runAgent } from "./run-agent.ts";
import { Transcript } from "./transcript.ts";
import { watchFence } from "./fence/watch-fence.ts";

/** A coding agent as a member of the panel. */
export function agentMember(agent: ChosenAgent, host: AgentHost): PanelMember {
  const { reviewer, adapter, login, model, version } = agent;
  const settings = { ...host.bundleLimits, blind: reviewer.blind === true };
  const secrets = pickSecrets(adapter.login, login.variables);
  const { product, isObservable } = adapter;
  let firstDesk: Promise<Desk> | undefined;
  /** The desk that was prepared for the first pass; each desk is used once. */
  const takeDesk = (pass: number): Promise<Desk> | undefined => {
    if (pass !== 1) return undefined;
    const desk = firstDesk;
    firstDesk = undefined;
    return desk;
  };
  return {
    reviewer,
    async passes(assignment) {
      const bundles = host.bundles(assignment, settings);
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, 1);
      // The code is checked out while the built-in reviewers still look for evidence.
      const files = bundles.then((set) => set.bundles[0]?.files ?? []);
      firstDesk = prepareDesk(agent, { ...assignment, host, files });
      firstDesk.catch(() => undefined);
      // The first attempt asks for the sandbox again and reports the error.
      host.sandbox().catch(() => undefined);
      const { length } = (await bundles).bundles;
      if (adapter.takesBudget === true) host.budget.expect(reviewer.id, length);
      return length;
    },
    async review(assignment) {
      const { pass, opened } = assignment;
      const about = { reviewer, model, version, product, isObservable, settings, host, secrets };
      try {
        return await reviewBundle(assignment, {
          ...about,
          attempt: (task) =>
            attemptAgent(agent, { ...task, host, opened, expectedAs: reviewer.id, desk: takeDesk(pass) }),
        });
      } finally {
        // Nobody used the desk if the review failed before its first attempt.
        await takeDesk(pass)?.then(
          (desk) => desk.close(),
          () => undefined,
        );
      }
    },
  };
}

/** A task for an agent program, with the change and what the agents share. */
export interface AgentRunTask extends AgentTask {
  /** The name under which the budget expects this run. Absent: the budget does not expect it. */
  readonly expectedAs?: string;
  readonly host: AgentHost;
  readonly opened: OpenedChange;
  /** A desk that was prepared earlier. Absent: the attempt makes one. */
  readonly desk?: Promise<Desk>;
}

/** What a desk is prepared for. */
export interface DeskPurpose extends Pick<AgentRunTask, "host" | "opened" | "folder" | "signal"> {
  readonly files: readonly BundleFile[] | Promise<readonly BundleFile[]>;
}

/** Prepares a desk for an agent. The files of the bundle may arrive later. */
export async function prepareDesk({ reviewer }: ChosenAgent, purpose: DeskPurpose): Promise<Desk> {
  const { host, opened, folder, signal } = purpose;
  const { scope } = opened.change;
  const bundle = Promise.resolve(purpose.files).then((files) =>
    files.map(({ path, text }) => ({ path: path.replace(/^review\//, ""), text })),
  );
  // Nobody awaits the files if the desk cannot be opened.
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
    setup: planSetUp({ opened, folder, host }),
    root: findDeskRoot(host.env),
    signal,
  });
}

/** One attempt of an agent, at a desk of its own that is removed afterwards. */
export async function attemptAgent(agent: ChosenAgent, task: AgentRunTask): Promise<AgentAttempt> {
  const { host } = task;
  const [found, made] = await Promise.allSettled([findSandbox(host), task.desk ?? prepareDesk(agent, task)]);
  if (made.status === "rejected") throw made.reason;
  const desk = made.value;
  try {
    if (found.status === "rejected") throw found.reason;
    return await attemptAt(desk, { agent, task, sandbox: found.value });
  } finally {
    await desk.close();
  }
}

async function findSandbox({ sandbox, env }: AgentHost): Promise<Sandbox> {
  try {
    return await sandbox();
  } catch (error) {
    // The sandbox is tested in the folder of the desks and fails for the same reasons.
    throw explainDeskError(error, findDeskRoot(env));
  }
}

interface Work {
  readonly agent: ChosenAgent;
  readonly task: AgentRunTask;
  readonly sandbox: Sandbox;
}

async function attemptAt(desk: Desk, { agent, task, sandbox }: Work): Promise<AgentAttempt> {
  const { host } = task;
  const lent = await lendLogin(agent.login.files, host.home, desk.home);
  const folders = [desk.folder, await realpath(desk.folder)];
  const fence = watchFence({ desk, folders, level: sandbox.level, isObservable: agent.adapter.isObservable });
  const seeTool = task.watch(folders);
  const run = {};
  const transcript = new Transcript({
    onText: task.onText,
    onTool(event) {
      fence.seeTool(event);
      seeTool(event);
    },
    onNote: task.onNote,
    onUsage: ({ costUsd }) => costUsd !== undefined && host.budget.spend(run, costUsd),
  });
  const excess = new AbortController();
  const share = agent.adapter.takesBudget === true ? host.budget.reserve(run, task.expectedAs) : undefined;
  const end = await runAgent(agent.adapter, jobOf(desk, { agent, task, sandbox }, share), {
    wrap: (launch) =>
      sandbox.wrap(launch, {
        readable: [desk.folder, ...desk.objectFolders],
        writable: [desk.home, desk.tmp],
        // Its own desk is below a hidden folder and stays readable; the desks of others do not.
        hidden: hiddenFolders(task),
        temp: desk.tmp,
      }),
    env: commonEnvironment(host.env),
    timeoutSeconds: agent.timeoutSeconds,
    idleSeconds: host.idleSeconds,
    // An agent with nothing left to spend does not start.
    signal: anySignal([task.signal, host.budget.signal, excess.signal, ...(share === 0 ? [AbortSignal.abort()] : [])]),
    onPrinted: (stream, text) => task.printed.write(stream, text),
    onStart: fence.seeProgram,
    onOutlived: fence.seeOutlived,
    onEvent(event) {
      transcript.see(event);
      if (transcript.isTooLong) excess.abort();
      task.onEvent(event);
    },
  }).finally(() => {
    host.budget.release(run);
    return lent.takeBack();
  });
  const judged = await fence.judge();
  return {
    end: transcript.isTooLong ? ANSWER_TOO_LONG : withBudget(end, task),
    text: transcript.text,
    transcript,
    isolation: isolationOf(sandbox),
    incidents: [...setUpIncidents(desk), ...describeFence(judged, agent.adapter.name)],
    fence: judged,
  };
}

/** The user's repository, the archive with the reviews of others, and all desks. */
export function hiddenFolders({ opened, folder, host }: Pick<AgentRunTask, "opened" | "folder" | "host">): string[] {
  // <archive>/reviews/<round>
  const archive = dirname(dirname(folder));
  return [...opened.userFolders, archive, findDeskRoot(host.env), ...(host.setupPlace?.hidden ?? [])];
}

/** How the configured commands prepare a desk. Undefined: there are none. */
export function planSetUp(task: Pick<AgentRunTask, "opened" | "folder" | "host">): SetUpPlan | undefined {
  const { setup: commands, env, sandbox, setupPlace } = task.host;
  if (commands.length === 0) return undefined;
  const { network = false, mayLackSandbox, cache } = setupPlace ?? {};
  const plan = { commands, sandbox, hidden: hiddenFolders(task), network, mayLackSandbox, cache };
  // Its PATH is without the hidden folders.
  const { PATH: _path, ...more } = commonEnvironment(env);
  return { ...plan, env: more };
}

function jobOf(desk: Desk, { agent, task: { prompt } }: Work, budgetUsd: number | undefined) {
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

/** How often an agent may retry a request by itself. Beyond that we decide. */
const RETRIES = 2;

/** A run that ended because the budget is spent was not stopped by the user. */
function withBudget(end: AttemptEnd, { host, signal }: AgentRunTask): AttemptEnd {
  if (end.ok || end.kind !== "stopped" || signal.aborted) return end;
  return budgetSpent(host.budget.limit);
}

function isolationOf({ level, says }: Sandbox): Isolation {
  return level === "none" ? { level: "process", note: says } : { level };
}

const setUpIncidents = ({ notes }: Desk): Incident[] => notes.map((text) => ({ kind: "set-up", text }));
