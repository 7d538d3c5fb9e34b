import { homedir } from "node:os";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import { sweepDesks } from "#adapters/desk/owner.ts";
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
import { type ConfigBefore, type ConfigFrom, isConfigTrusted } from "../load-config.ts";
import { builtInAnalyzers, type PanelMember } from "../panel.ts";
import { type AgentHost, shareBundles } from "./agent-host.ts";
import { openBudget } from "./budget.ts";
import { chooseMembers, type PanelRequest, riskyParts } from "./choose-panel.ts";
import { comparePanels, type PanelChanges } from "./compare-panels.ts";
import { findAgents } from "./find-agents.ts";
import { callVerificationPanel } from "./call-verification-panel.ts";
import type { VerificationPanel } from "./verification-run.ts";
import { type MemberSetup, namedMembers, buildMembers } from "./build-members.ts";

/** What a command line says of the panel. */
export interface PanelOptions {
  readonly reviewers?: string;
  readonly panel?: string;
  readonly timeout?: string;
  readonly idle?: string;
  readonly budget?: string;
  /** Who verifies; true: the panel's own agents; false: nobody. */
  readonly verify?: string | boolean;
  readonly editor?: string | false;
  readonly allowRun?: boolean;
}

/** Whose panel is called, and where. */
export interface PanelCall {
  readonly options: PanelOptions;
  readonly config: Config;
  /** The configuration before the change; absent: the same, or not asked for. */
  readonly before?: ConfigBefore;
  readonly configFrom: ConfigFrom;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** A round is resumed: whom the user has chosen since is not called, only whom the command line names. */
  readonly isResumed?: boolean;
}

/** Everybody who was called. */
export interface CalledPanel {
  readonly members: readonly PanelMember[];
  /** What the configuration before the change would have asked for, and this one does not. */
  readonly changes: PanelChanges;
  /** One line for a user who might want more. */
  readonly hint?: string;
  /** Who looks a second time at what they say; absent: nobody. */
  readonly second?: VerificationPanel;
  /** Who was on the panel of a round that is resumed, called again; undefined for one that cannot be. */
  recall(reviewer: Reviewer): Promise<PanelMember | undefined>;
  /** What such a round has spent before counts in its budget. */
  countEarlier(costUsd: number): void;
  /** Who looks a second time at what such a panel says. */
  recallSecond(panel: readonly Reviewer[]): Promise<VerificationPanel | undefined>;
}

/** Calls everybody who shall review. Throws a UserError when one cannot come. */
export async function callPanel(call: PanelCall): Promise<CalledPanel> {
  const { config, env, options } = call;
  const home = env["HOME"] ?? homedir();
  const settings = withOptions(config.agents, options);
  const host = createHost(settings, env, home);
  const [user, found] = await Promise.all([readUserConfig(env), findAgents(env, home)]);
  const isNamed = options.reviewers !== undefined || options.panel !== undefined;
  const request: PanelRequest = {
    config,
    user: call.isResumed === true && !isNamed ? { ...user, panel: [] } : user,
    found,
    reviewers: options.reviewers,
    panel: options.panel,
  };
  const { seats, hint } = chooseMembers(request);
  const hasAgents = seats.some(({ use }) => !isBuiltIn(use));
  if (hasAgents) await requireTrust([...seats, ...secondSeats(call)], user, call);
  // What a round that was killed has left behind goes now, whoever is on the panel today.
  await sweep(env).catch(() => undefined);
  const furnishing = { host, settings };
  const members = await buildMembers(seats, furnishing);
  const second = hasAgents ? await callVerificationPanel(options, { seats, user, furnishing }) : undefined;
  return {
    members,
    changes: comparePanels(request, call.before?.config),
    hint,
    second,
    recall: (reviewer) => recall(reviewer, { ...furnishing, user, call }),
    countEarlier: host.budget.countEarlier,
    recallSecond: (panel) => recallSecond(panel, { ...furnishing, user, call }),
  };
}

const sweep = async (env: NodeJS.ProcessEnv) => sweepDesks(findDeskRoot(env));

const isBuiltIn = (use: string): boolean => builtInAnalyzers().some(({ id }) => id === use);

/** What all agents of a round share, made ready. Starts nothing. */
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

/** Five minutes: a server that wants more is reported, and the review goes on without it. */
const MAX_WAIT = 300;

function withOptions(settings: AgentSettings, { timeout, idle, budget }: PanelOptions): AgentSettings {
  const timeoutSeconds = readTime("--timeout", timeout);
  const idleSeconds = readTime("--idle", idle);
  const budgetUsd = readBudget(budget);
  // What is said now is above what the configuration says of an agent; a place's own time is above both.
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
    what: `"${text}" is no duration`,
    why: `${option} got ${text}`,
    fix: "write it as 90s, 30m or 1h, at most 24h",
  });
}

function readBudget(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const budget = Number(text.replace(/^\$/, ""));
  if (Number.isFinite(budget) && budget > 0) return budget;
  throw new UserError({
    what: `"${text}" is no budget`,
    why: `--budget got ${text}`,
    fix: "write what the review may cost in US dollars: --budget 2.50",
  });
}

/** Who would check and edit by the configuration; it speaks where one of its panels was asked for. */
function secondSeats({ options, config: { agents } }: PanelCall): MemberSetting[] {
  if (options.panel === undefined) return [];
  return [agents.verifier, agents.editor].filter((seat) => seat !== undefined);
}

/** A repository may not decide alone which programs are run and where keys are sent. */
async function requireTrust(seats: readonly MemberSetting[], user: UserConfig, call: PanelCall): Promise<void> {
  const own = user.panel ?? [];
  const risky = riskyParts(
    seats.filter((seat) => !own.includes(seat)),
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

/** Goes by the journal for who and how, and by the configuration for which program: a journal may come from anywhere. */
async function recall(reviewer: Reviewer, { user, call, ...furnishing }: Recall): Promise<PanelMember | undefined> {
  const known = knownSeat(reviewer, user, furnishing.settings);
  const seat = seatOf(reviewer, known);
  if (seat === undefined) return undefined;
  // The programs that the configuration names may have come with the repository.
  await requireTrust(known === undefined ? [] : [known], user, call);
  const [member] = await buildMembers([seat], furnishing);
  return member;
}

/** Second looks of a resumed round go by who was on its panel; what verifiers said before counts in any case. */
async function recallSecond(
  panel: readonly Reviewer[],
  { user, call, ...furnishing }: Recall,
): Promise<VerificationPanel> {
  const nobody = { host: furnishing.host, verifiers: [], editor: undefined, allowRun: false };
  const called = panel.filter(isCalled);
  if (called.length === 0) return nobody;
  await requireTrust(secondSeats(call), user, call);
  const seats = called.flatMap((one) => seatOf(one, knownSeat(one, user, furnishing.settings)) ?? []);
  return (await callVerificationPanel(call.options, { seats, user, furnishing, isResumed: true })) ?? nobody;
}

const isCalled = ({ kind }: Reviewer): boolean => kind === "agent" || kind === "model";

/** The place that somebody had, where a configuration still has it. */
function knownSeat({ id }: Reviewer, user: UserConfig, { panels }: AgentSettings): MemberSetting | undefined {
  const named = [user.panel ?? [], ...Object.values(panels)].flatMap(namedMembers);
  return named.find((one) => one.id === id)?.seat;
}

function seatOf(reviewer: Reviewer, known: MemberSetting | undefined): MemberSetting | undefined {
  const { id, model, effort, optional, blind } = reviewer;
  // A script may be called by the name of an agent; that does not make it one.
  if (!isCalled(reviewer)) return undefined;
  const use = known?.use ?? useOf(reviewer);
  if (use === undefined) return undefined;
  const asked = { model, effort };
  return { ...known, use, id, ...omitUndefined(asked), isOptional: optional === true, isBlind: blind === true };
}

/** What somebody was called by on a command line, by its name in the journal: `claude-2`, `anthropic-claude-opus-5`. */
function useOf({ id, kind, model }: Reviewer): string | undefined {
  const models = kind === "model" ? MODEL_PROVIDERS.map((provider) => `${provider.id}/${model ?? ""}`) : [];
  const first = id.replace(/-\d{1,3}$/, "");
  const names = [...AGENTS.map((adapter) => adapter.id), ...models];
  return names.find((name) => slug(name) === id) ?? names.find((name) => slug(name) === first);
}
