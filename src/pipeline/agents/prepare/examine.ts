import { homedir } from "node:os";
import { resolve } from "node:path";
import { git } from "#adapters/git/git.ts";
import { findProgram } from "#adapters/process/find-program.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { Config } from "#config/config.ts";
import { describeMemberSetting, type MemberSetting } from "#config/member-setting.ts";
import { readUserConfig, type UserConfig, userConfigPath } from "#config/user-config.ts";
import { MODEL_PROVIDERS } from "#reviewers/model/model-name.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { riskyParts } from "../choose-panel.ts";
import { findAgents } from "../find-agents.ts";
import { isConfigTrusted, loadConfig } from "../../load-config.ts";
import { builtInAnalyzers } from "../../panel.ts";
import { findRepositoryRoot } from "../../repository-root.ts";
import { examineAgent } from "./examine-agents.ts";
import { examineDesks } from "./examine-desks.ts";
import type { AgentState, Examination, ModelState, PanelState, SetupProblem, RepositoryState } from "./examination.ts";
import { probeReadyAgents } from "./probe-agents.ts";
import { lookUp } from "#util/look-up.ts";

/** What is examined. */
export interface ExamineRequest {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Whether every ready agent is asked for one word; the only part that sends something. */
  readonly isTrying: boolean;
  readonly signal: AbortSignal;
}

/** Looks at everything that a review here would need. Never throws for what it finds. */
export async function examine(request: ExamineRequest): Promise<Examination> {
  const { env, folder, version } = request;
  const home = env["HOME"] || homedir();
  const problems: SetupProblem[] = [];
  const node = nodeState();
  if (!node.isSupported) problems.push(oldNode(node.version));
  const gitVersion = await readGitVersion(folder, problems);
  const [{ desks, sandbox }, found, user, place, rg] = await Promise.all([
    examineDesks(env),
    findAgents(env, home),
    readUserConfig(env).catch((error: unknown) => noted(error, problems)),
    gitVersion === undefined ? undefined : readRepository(folder, env, problems),
    findProgram({ command: "rg", cwd: "/", env: { PATH: env["PATH"] ?? "" } }),
  ]);
  const defaults = place?.config?.agents.defaults ?? {};
  const around = { env, sandbox, platform: process.platform, defaults, hasRipgrep: rg.path !== undefined };
  const states = await Promise.all(found.map((one) => examineAgent(one, around)));
  const trials = request.isTrying ? await probeReadyAgents(found, states, { ...request, home, sandbox, defaults }) : [];
  return {
    schema: 1,
    deepReview: version,
    canReview: problems.length === 0,
    problems,
    platform: process.platform,
    node,
    git: { version: gitVersion },
    ripgrep: { program: rg.path },
    sandbox: sandboxState(sandbox),
    desks,
    agents: states.map((state): AgentState => {
      const trial = trials.find(({ id }) => id === state.id)?.trial;
      return trial === undefined ? state : { ...state, trial };
    }),
    models: MODEL_PROVIDERS.map((provider) => modelState(provider, env)),
    panel: panelState(user, env),
    ...(place === undefined ? {} : { repository: place.state }),
  };
}

const sandboxState = ({ level, says }: Sandbox): Examination["sandbox"] => ({ level, says });

/** As `engines` in package.json says. */
const NEEDED_NODE = [20, 19] as const;

function nodeState(): Examination["node"] {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  return { version, needed: NEEDED_NODE.join("."), isSupported };
}

function oldNode(version: string): SetupProblem {
  return {
    what: `Node ${version} is too old`,
    why: `${NEEDED_NODE.join(".")} or later is needed`,
    fix: "install a later Node",
  };
}

async function readGitVersion(folder: string, problems: SetupProblem[]): Promise<string | undefined> {
  const said = await git(resolve(folder), ["version"]).catch((error: unknown) => noted(error, problems));
  return /\d+\.[\w.]+/.exec(said ?? "")?.[0];
}

/** Keeps what went wrong, in the user's words. */
function noted(error: unknown, problems: SetupProblem[]): undefined {
  const { what, why, fix } =
    error instanceof UserError ? error : { what: messageOf(error), why: "it was not expected", fix: "see above" };
  problems.push({ what, why, fix });
}

interface Place {
  readonly config: Config | undefined;
  readonly state: RepositoryState;
}

async function readRepository(
  folder: string,
  env: NodeJS.ProcessEnv,
  problems: SetupProblem[],
): Promise<Place | undefined> {
  const root = await findRepositoryRoot(folder).catch(() => undefined);
  if (root === undefined) return undefined;
  const config = await loadConfig({ root, env, from: "worktree", change: { folder } }).catch((error: unknown) =>
    noted(error, problems),
  );
  const panels = config?.agents.panels ?? {};
  const state: RepositoryState = {
    root,
    configuration: config?.from,
    builtIn: builtInAnalyzers()
      .filter(({ id }) => config?.off.includes(id) !== true)
      .map(({ name }) => name),
    panels: Object.fromEntries(Object.entries(panels).map(([name, seats]) => [name, seats.map(describeMemberSetting)])),
    needsTrust: config === undefined ? [] : riskyParts(allSeats(config), config.agents),
    isTrusted: await isConfigTrusted(root, env).catch(() => false),
  };
  return { config, state };
}

function allSeats({ agents: { panels, verifier, editor } }: Config): MemberSetting[] {
  return [...Object.values(panels).flat(), verifier, editor].filter((seat) => seat !== undefined);
}

function modelState(
  { id, name, variables, isOpen }: (typeof MODEL_PROVIDERS)[number],
  env: NodeJS.ProcessEnv,
): ModelState {
  const keyVariable = variables.find((variable) => (lookUp(env, variable) ?? "") !== "");
  return { id, name, keyVariable, variables, isOpen };
}

function panelState(user: UserConfig | undefined, env: NodeJS.ProcessEnv): PanelState {
  const { panel, verifier, editor } = user ?? {};
  return {
    file: userConfigPath(env),
    isChosen: panel !== undefined,
    agents: (panel ?? []).map(describeMemberSetting),
    ...(verifier === undefined ? {} : { verifier: describeMemberSetting(verifier) }),
    ...(editor === undefined ? {} : { editor: describeMemberSetting(editor) }),
  };
}
