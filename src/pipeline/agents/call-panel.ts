import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { makeTemporaryFolder, sweepDesks } from "#adapters/desk/owner.ts";
import { openSetupCache } from "#adapters/desk/setup-cache.ts";
import { findSandbox } from "#adapters/sandbox/find-sandbox.ts";
import type { AgentSettings, Config } from "#config/config.ts";
import { parseDuration, type MemberSetting } from "#config/member-setting.ts";
import { readUserConfig, type UserConfig } from "#config/user-config.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { MODEL_PROVIDERS } from "#reviewers/model/model-name.ts";
import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { slug } from "#util/names.ts";
import { compareGating } from "../round/gates/compare-gates.ts";
import { type GatePermission, gatesMember, mayRunGates, requireGatesId } from "../round/gates/gates-member.ts";
import { compareProbes, mayProbe, probeMember, requireProbeId } from "../round/probe/probe-member.ts";
import { type ConfigBefore, type ConfigFrom, isCi, isConfigTrusted } from "../load-config.ts";
import { builtInAnalyzers, type PanelMember } from "../panel.ts";
import { type AgentHost, type SetupPlace, shareBundles } from "./agent-host.ts";
import { openBudget } from "./budget.ts";
import { chooseMembers, type PanelRequest, riskyParts } from "./choose-panel.ts";
import { comparePanels, type PanelChanges } from "./compare-panels.ts";
import { findAgents } from "./find-agents.ts";
import { callVerificationPanel, checkEditor } from "./call-verification-panel.ts";
import type { VerificationPanel } from "./verification-run.ts";
import { type MemberSetup, namedMembers, buildMembers } from "./build-members.ts";

/** The options of the command line about the panel. */
export interface PanelOptions {
  readonly reviewers?: string;
  readonly panel?: string;
  readonly timeout?: string;
  readonly idle?: string;
  readonly budget?: string;
  /** Who verifies. True: the panel's own agents. False: nobody. */
  readonly verify?: string | boolean;
  readonly editor?: string | false;
  /** False: nothing of the repository runs, whatever allows it. */
  readonly allowRun?: boolean;
  /** Gates run even where no sandbox works. */
  readonly runWithoutSandbox?: boolean;
}

/** The panel to call, and where. */
export interface PanelCall {
  readonly options: PanelOptions;
  readonly config: Config;
  /** The configuration before the change. Absent: it is the same, or was not requested. */
  readonly before?: ConfigBefore;
  readonly configFrom: ConfigFrom;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** A resumed round ignores the panel the user chose since; only the command line counts. */
  readonly isResumed?: boolean;
}

/** The panel of a round. */
export interface CalledPanel {
  readonly members: readonly PanelMember[];
  /** What this configuration changes compared with the one before the change. */
  readonly changes: PanelChanges;
  /** Runs the repository's own commands. Absent: there are none, or they may not run. */
  readonly gates?: PanelMember | undefined;
  /** Breaks the changed code and runs the tests. Absent: there is no test command, or it may not run. */
  readonly probe?: PanelMember | undefined;
  /** One line for a user who might want more. */
  readonly hint?: string;
  /** Who verifies and edits. Absent: nobody. */
  readonly verification?: VerificationPanel;
  /** Builds a member of a resumed round again. Undefined if that is impossible. */
  recall(reviewer: Reviewer): Promise<PanelMember | undefined>;
  /** Counts in the budget what a resumed round has already spent. */
  countEarlier(costUsd: number): void;
  /** The verifiers and the editor of a resumed round. */
  recallVerification(panel: readonly Reviewer[]): Promise<VerificationPanel | undefined>;
}

/** Builds the panel of a review. Throws a UserError if a member that is not optional cannot be built. */
export async function callPanel(call: PanelCall): Promise<CalledPanel> {
  const { config, env, options } = call;
  const home = env["HOME"] ?? homedir();
  const settings = withOptions(config.agents, options);
  const host = { ...createHost(settings, env, home), ...omitUndefined({ setupPlace: await findSetupPlace(call) }) };
  const [user, found] = await Promise.all([readUserConfig(env), findAgents(env, home)]);
  const isNamed = options.reviewers !== undefined || options.panel !== undefined;
  const request: PanelRequest = {
    config,
    user: call.isResumed === true && !isNamed ? { ...user, panel: [] } : user,
    found,
    reviewers: options.reviewers,
    panel: options.panel,
  };
  const { memberSettings, hint } = chooseMembers(request);
  const hasAgents = memberSettings.some(({ use }) => !isBuiltIn(use));
  const permission = await permissionOf(call);
  const hasGates = mayRunGates(config, permission);
  const hasProbe = mayProbe(config, permission);
  if (options.runWithoutSandbox === true) requirePlace(call, hasGates);
  if (hasAgents) await requireTrust([...memberSettings, ...configuredVerifiers(call)], user, call);
  // Removes what killed rounds have left behind.
  await sweep(env).catch(() => undefined);
  const setup = { host, settings };
  const members = await buildMembers(memberSettings, setup);
  if (hasGates) requireGatesId(members);
  if (hasProbe) requireProbeId(members);
  if (!hasAgents && call.isResumed !== true) await checkEditor(options, setup);
  const gates = hasGates ? config.gates : [];
  const verification = hasAgents
    ? await callVerificationPanel(options, { memberSettings, user, setup, gates })
    : runsOnly(options, { host: hasGates ? host : { ...host, setup: [] }, gates });
  return {
    members,
    changes: changesOf(request, call),
    gates: hasGates ? gatesMember(gates, host, options.runWithoutSandbox) : undefined,
    probe: hasProbe && config.probe !== undefined ? probeMember(config.probe, host) : undefined,
    hint,
    verification,
    recall: (reviewer) => recall(reviewer, { ...setup, user, call }),
    countEarlier: host.budget.countEarlier,
    recallVerification: (panel) => recallVerification(panel, { ...setup, user, call, gates }),
  };
}

/** Without agents nobody verifies. Repros of reviewers from files still run, but no set-up command that needs trust. */
function runsOnly(
  { allowRun }: PanelOptions,
  { host, gates }: Pick<VerificationPanel, "host" | "gates">,
): VerificationPanel | undefined {
  return allowRun === true ? { host, verifiers: [], editor: undefined, allowRun, gates } : undefined;
}

function changesOf(request: PanelRequest, { config, before, options }: PanelCall): PanelChanges {
  const { lost, told } = comparePanels(request, before?.config);
  // Whoever allowed the gates of the base expects them, also where the change makes them need a new permission.
  const isExpected = options.allowRun === true || (options.allowRun !== false && before?.isTrusted === true);
  const gates = isExpected && before !== undefined ? compareGating(config, before.config) : [];
  const probes = options.allowRun === true ? compareProbes(config.probe, before?.config.probe) : [];
  return { lost: [...lost, ...gates, ...probes], told };
}

async function permissionOf({ options, configFrom, root, env }: PanelCall): Promise<GatePermission> {
  const isTrusted = configFrom === "worktree" && !isCi(env) && (await isConfigTrusted(root, env));
  return { allowRun: options.allowRun, configFrom, isCi: isCi(env), isTrusted };
}

/**
 * Set-up commands get the network only from a configuration that the user trusts, or that the base branch has. In CI what they
 * install is kept for this process alone: whatever else ran on that machine may have written to the cache.
 */
export async function findSetupPlace({
  config,
  configFrom,
  root,
  env,
  options,
}: Pick<PanelCall, "config" | "configFrom" | "root" | "env" | "options">): Promise<SetupPlace | undefined> {
  if (config.agents.setup.length === 0) return undefined;
  const isAllowed = configFrom === "base" || (!isCi(env) && (await isConfigTrusted(root, env)));
  const desks = findDeskRoot(env);
  const kept = join(dirname(desks), "deep-review-setup");
  let temporary: Promise<string> | undefined;
  const folder = () => (isCi(env) ? (temporary ??= makeTemporaryFolder("deep-review-setup")) : Promise.resolve(kept));
  return {
    network: isAllowed && config.agents.setupNetwork,
    mayLackSandbox: options.runWithoutSandbox,
    cache: openSetupCache({ root: folder }),
    hidden: [kept],
  };
}

/** What runs without a sandbox is as powerful as the user. In CI it is the change that would decide what that is. */
function requirePlace({ env }: PanelCall, hasGates: boolean): void {
  if (isCi(env)) {
    throw new UserError({
      what: "--run-without-sandbox is refused in CI",
      why: "what a change runs there could reach the job's secrets and the network",
      fix: "install bubblewrap on the runner, or leave the option out",
    });
  }
  if (hasGates) return;
  throw new UserError({
    what: "--run-without-sandbox has no effect",
    why: "no gate may run",
    fix: "name gates in the configuration and add --allow-run, or leave the option out",
  });
}

const sweep = async (env: NodeJS.ProcessEnv) => sweepDesks(findDeskRoot(env));

const isBuiltIn = (use: string): boolean => builtInAnalyzers().some(({ id }) => id === use);

/** Creates what all agents of a round share. Starts nothing. */
export function createHost(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): AgentHost {
  let sandbox: ReturnType<typeof findSandbox> | undefined;
  return {
    env,
    home,
    sandbox: () => (sandbox ??= findSandbox({ root: findDeskRoot(env) })),
    budget: openBudget(settings.budgetUsd),
    idleSeconds: settings.idleSeconds,
    longestWait: MAX_WAIT,
    setup: settings.setup,
    submodules: settings.submodules,
    bundleLimits: settings.bundle,
    bundles: shareBundles(),
  };
}

/** Five minutes. A server that asks for a longer wait is reported, and the review continues without it. */
const MAX_WAIT = 300;

function withOptions(settings: AgentSettings, { timeout, idle, budget }: PanelOptions): AgentSettings {
  const timeoutSeconds = readTime("--timeout", timeout);
  const idleSeconds = readTime("--idle", idle);
  const budgetUsd = readBudget(budget);
  // An option overrides the configured timeout of an agent, but not the timeout of a single member.
  const defaults = timeoutSeconds === undefined ? settings.defaults : withoutTimeouts(settings.defaults);
  return { ...settings, defaults, ...omitUndefined({ timeoutSeconds, idleSeconds, budgetUsd }) };
}

function withoutTimeouts(defaults: AgentSettings["defaults"]): AgentSettings["defaults"] {
  const kept = Object.entries(defaults).map(([id, { model, effort }]) => [id, { model, effort }]);
  return Object.fromEntries(kept);
}

function readTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new UserError({
    what: `"${text}" is not a duration`,
    why: `${option} got ${text}`,
    fix: "write it as 90s, 30m or 1h, at most 24h",
  });
}

function readBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const budget = Number(text.replace(/^\$/, ""));
  if (Number.isFinite(budget) && budget > 0) return budget;
  throw new UserError({
    what: `"${text}" is not a budget`,
    why: `--budget got ${text}`,
    fix: "write the maximum cost of the review in US dollars: --budget 2.50",
  });
}

/** The configured verifier and editor. They count only if the user asked for a panel of the configuration. */
function configuredVerifiers({ options, config: { agents } }: PanelCall): MemberSetting[] {
  if (options.panel === undefined) return [];
  return [agents.verifier, agents.editor].filter((setting) => setting !== undefined);
}

/** A repository alone must not decide which programs run and where keys are sent. */
async function requireTrust(
  memberSettings: readonly MemberSetting[],
  user: UserConfig,
  call: PanelCall,
): Promise<void> {
  const own = user.panel ?? [];
  const risky = riskyParts(
    memberSettings.filter((setting) => !own.includes(setting)),
    call.config.agents,
  );
  if (risky.length === 0 || call.configFrom === "base") return;
  if (await isConfigTrusted(call.root, call.env)) return;
  throw new UserError({
    what: `the configuration of this repository names programs to run, or where keys are sent: ${risky.join(", ")}`,
    why: "it may have come with the change under review, and you have not allowed it",
    fix: "read it, then run `deep-review config --trust`; it holds until the file changes",
  });
}

interface Recall extends MemberSetup {
  readonly user: UserConfig;
  readonly call: PanelCall;
}

/** The journal names the reviewer and its model. Only the configuration names programs: a journal may come from anywhere. */
async function recall(reviewer: Reviewer, { user, call, ...setup }: Recall): Promise<PanelMember | undefined> {
  const known = configuredMember(reviewer, user, setup.settings);
  const setting = settingOf(reviewer, known);
  if (setting === undefined) return undefined;
  // The programs that the configuration names may have come with the repository.
  await requireTrust(known === undefined ? [] : [known], user, call);
  const [member] = await buildMembers([setting], setup);
  return member;
}

/** The verification panel for the panel of a resumed round. Earlier answers of verifiers count in any case. */
async function recallVerification(
  panel: readonly Reviewer[],
  { user, call, gates, ...setup }: Recall & Pick<VerificationPanel, "gates">,
): Promise<VerificationPanel> {
  const own = (gates ?? []).length > 0 ? setup.host : { ...setup.host, setup: [] };
  const allowRun = call.options.allowRun === true;
  const nobody = { host: own, verifiers: [], editor: undefined, allowRun, gates };
  const called = panel.filter(isCalled);
  if (called.length === 0) return nobody;
  await requireTrust(configuredVerifiers(call), user, call);
  const memberSettings = called.flatMap((one) => settingOf(one, configuredMember(one, user, setup.settings)) ?? []);
  return (await callVerificationPanel(call.options, { memberSettings, user, setup, gates, isResumed: true })) ?? nobody;
}

const isCalled = ({ kind }: Reviewer): boolean => kind === "agent" || kind === "model";

/** The setting of a reviewer, if a configuration still contains it. */
function configuredMember({ id }: Reviewer, user: UserConfig, { panels }: AgentSettings): MemberSetting | undefined {
  const named = [user.panel ?? [], ...Object.values(panels)].flatMap(namedMembers);
  return named.find((one) => one.id === id)?.setting;
}

function settingOf(reviewer: Reviewer, known: MemberSetting | undefined): MemberSetting | undefined {
  const { id, model, effort, optional, blind } = reviewer;
  // A script may have the name of an agent.
  if (!isCalled(reviewer)) return undefined;
  const use = known?.use ?? useOf(reviewer);
  if (use === undefined) return undefined;
  const asked = { model, effort };
  return { ...known, use, id, ...omitUndefined(asked), isOptional: optional === true, isBlind: blind === true };
}

/** The `use` of a reviewer by its id in the journal: `claude-2`, `anthropic-claude-opus-5`. */
function useOf({ id, kind, model }: Reviewer): string | undefined {
  const models = kind === "model" ? MODEL_PROVIDERS.map((provider) => `${provider.id}/${model ?? ""}`) : [];
  const first = id.replace(/-\d{1,3}$/, "");
  const names = [...AGENTS.map((adapter) => adapter.id), ...models];
  return names.find((name) => slug(name) === id) ?? names.find((name) => slug(name) === first);
}
