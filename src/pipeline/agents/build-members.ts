import type { AgentSettings } from "#config/config.ts";
import type { MemberSetting } from "#config/member-setting.ts";
import { reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { createAcpAdapter } from "#reviewers/agent/acp/create-acp-adapter.ts";
import { presetFor } from "#reviewers/agent/acp/presets.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { UserError } from "#util/errors.ts";
import { freeName, nearest, slug } from "#util/names.ts";
import { analyzerMember, builtInAnalyzers, type PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { agentMember } from "./agent-member.ts";
import { unknownReviewer } from "./choose-panel.ts";
import { findAgent, wantsOf } from "./find-agents.ts";
import { lookUp } from "#util/look-up.ts";

/** What members of the panel are built with. */
export interface MemberSetup {
  readonly host: AgentHost;
  readonly settings: AgentSettings;
}

/** Builds the members of a panel. Throws a UserError for one that cannot be built and is not optional. */
export async function buildMembers(
  memberSettings: readonly MemberSetting[],
  setup: MemberSetup,
): Promise<PanelMember[]> {
  const members: PanelMember[] = [];
  for (const { id, setting } of namedMembers(memberSettings)) members.push(await buildMember(setting, id, setup));
  return members;
}

/** The id of each member in reports. Two of one kind differ by a number. */
export function namedMembers(
  memberSettings: readonly MemberSetting[],
): readonly { readonly id: string; readonly setting: MemberSetting }[] {
  const named: { id: string; setting: MemberSetting }[] = [];
  for (const setting of memberSettings) {
    const id = freeName(setting.id ?? slug(setting.use), (name) => named.some((other) => other.id === name));
    named.push({ id, setting });
  }
  return named;
}

async function buildMember(setting: MemberSetting, id: string, setup: MemberSetup): Promise<PanelMember> {
  const analyzer = builtInAnalyzers().find((one) => one.id === setting.use);
  if (analyzer !== undefined) return analyzerMember(analyzer);
  const adapter = adapterFor(setting, id);
  if (adapter !== undefined) return agentMember(await chooseAgent(adapter, setting, { ...setup, id }), setup.host);
  const { modelMember } = await import("./model/model-member.ts");
  const member = modelMember(setting, id, setup);
  if (member === undefined) throw unknownReviewer(setting.use);
  return member;
}

/** The adapter of a known agent, or of any agent that speaks ACP. */
function adapterFor(setting: MemberSetting, id: string): AgentAdapter | undefined {
  if (setting.use !== "acp") return AGENTS.find((adapter) => adapter.id === setting.use);
  const [program, ...args] = setting.command ?? [];
  if (program === undefined) {
    throw new UserError({
      what: "an agent that speaks ACP has no command",
      why: "the entry `acp` on the panel does not name the program to start",
      fix: 'write { "use": "acp", "command": ["program", "--acp"] } in the configuration',
    });
  }
  const preset = presetFor([program, ...args]);
  const name = setting.name ?? preset?.name ?? program.replace(/^.*\//, "");
  const family = setting.family ?? preset?.family ?? slug(name);
  return createAcpAdapter({ ...preset, id, name, family, command: [program, ...args] });
}

/**
 * An agent that is not on the panel: a verifier or an editor. Throws a UserError if it is not an agent, is not installed
 * or lacks a setting: better before the reviewers are paid than after.
 */
export async function buildAgentMember(setting: MemberSetting, role: string, setup: MemberSetup): Promise<ChosenAgent> {
  const id = setting.id ?? slug(setting.use);
  const adapter = adapterFor(setting, id);
  if (adapter === undefined) throw notAnAgent(setting, role);
  const agent = await chooseAgent(adapter, setting, { ...setup, id, role });
  const wants = wantsOf(adapter, agent);
  if (wants === undefined) return agent;
  const fix = `name it with its model: ${adapter.id}=MODEL`;
  throw new UserError({ what: `${adapter.product} cannot be the ${role} yet`, why: wants, fix });
}

function notAnAgent({ use }: MemberSetting, role: string): UserError {
  const names = AGENTS.map((agent) => agent.id);
  const near = nearest(use, names);
  return new UserError({
    what: `"${use}" cannot be the ${role}`,
    why: `only an agent can be that: ${names.join(", ")} or acp`,
    fix: near === undefined ? "name one of them" : `did you mean ${near}?`,
  });
}

async function chooseAgent(
  adapter: AgentAdapter,
  setting: MemberSetting,
  { host, settings, id, role }: MemberSetup & { readonly id: string; readonly role?: string },
): Promise<ChosenAgent> {
  const defaults = lookUp(settings.defaults, adapter.id) ?? {};
  const [model, effort] = [setting.model ?? defaults.model, setting.effort ?? defaults.effort];
  requireEffort(adapter, effort);
  const { env, home } = host;
  const found = await findAgent(adapter, { env, home, program: setting.program });
  if (found.program === undefined && !setting.isOptional) throw notInstalled(adapter, setting, role);
  const reviewer: Reviewer = {
    id: reviewerId(id),
    name: setting.name ?? adapter.name,
    kind: "agent",
    family: setting.family ?? (model === undefined ? undefined : adapter.familyOf?.(model)) ?? adapter.family,
    model,
    effort,
    optional: setting.isOptional || undefined,
    blind: setting.isBlind || undefined,
  };
  return {
    adapter,
    reviewer,
    program: found.program ?? adapter.program,
    version: found.version,
    login: found.login,
    model,
    effort,
    timeoutSeconds: setting.timeoutSeconds ?? defaults.timeoutSeconds ?? settings.timeoutSeconds,
  };
}

function requireEffort({ efforts, name, id }: AgentAdapter, effort: string | undefined): void {
  if (effort === undefined || efforts.length === 0 || efforts.includes(effort)) return;
  throw new UserError({
    what: `"${effort}" is not an effort of ${name}`,
    why: `it takes ${efforts.join(", ")}`,
    fix: `for example ${id}@${efforts.at(-1)}`,
  });
}

function notInstalled(
  { product, install, program }: AgentAdapter,
  setting: MemberSetting,
  role: string | undefined,
): UserError {
  const otherwise =
    role === undefined
      ? "make it optional in the configuration, or leave it out with --reviewers"
      : `name another ${role}`;
  return new UserError({
    what: `${product} is not installed`,
    why: `the program ${setting.program ?? program} was not found`,
    fix: `${install}; or ${otherwise}`,
  });
}
