import type { AgentSettings } from "#config/config.ts";
import type { MemberSetting } from "#config/member-setting.ts";
import { reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { createAcpAdapter } from "#reviewers/agent/acp/create-acp-adapter.ts";
import { presetFor } from "#reviewers/agent/acp/presets.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { UserError } from "#util/errors.ts";
import { freeName, slug } from "#util/names.ts";
import { analyzerMember, builtInAnalyzers, type PanelMember } from "../panel.ts";
import type { AgentHost, ChosenAgent } from "./agent-host.ts";
import { agentMember } from "./agent-member.ts";
import { unknownReviewer } from "./choose-panel.ts";
import { findAgent } from "./find-agents.ts";
import { lookUp } from "#util/look-up.ts";

/** What places are filled with. */
export interface MemberSetup {
  readonly host: AgentHost;
  readonly settings: AgentSettings;
}

/** Fills the places of a panel. Throws a UserError for one that cannot be filled and is not optional. */
export async function buildMembers(seats: readonly MemberSetting[], furnishing: MemberSetup): Promise<PanelMember[]> {
  const members: PanelMember[] = [];
  for (const { id, seat } of namedMembers(seats)) members.push(await fill(seat, { ...furnishing, id }));
  return members;
}

/** How reports call whoever sits at each place: two of one kind are told apart by a number. */
export function namedMembers(
  seats: readonly MemberSetting[],
): readonly { readonly id: string; readonly seat: MemberSetting }[] {
  const named: { id: string; seat: MemberSetting }[] = [];
  for (const seat of seats) {
    const id = freeName(seat.id ?? slug(seat.use), (name) => named.some((other) => other.id === name));
    named.push({ id, seat });
  }
  return named;
}

interface Place extends MemberSetup {
  readonly id: string;
}

async function fill(seat: MemberSetting, place: Place): Promise<PanelMember> {
  const analyzer = builtInAnalyzers().find(({ id }) => id === seat.use);
  if (analyzer !== undefined) return analyzerMember(analyzer);
  const adapter = adapterFor(seat, place.id);
  if (adapter !== undefined) return agentMember(await chooseAgent(adapter, seat, place), place.host);
  const { modelMember } = await import("./model/model-member.ts");
  const member = modelMember(seat, place);
  if (member === undefined) throw unknownReviewer(seat.use);
  return member;
}

/** The adapter of a place: a known agent, or any that speaks the protocol. */
function adapterFor(seat: MemberSetting, id: string): AgentAdapter | undefined {
  if (seat.use !== "acp") return AGENTS.find((adapter) => adapter.id === seat.use);
  const [program, ...args] = seat.command ?? [];
  if (program === undefined) {
    throw new UserError({
      what: "an agent that speaks ACP has no command",
      why: "the place `acp` on the panel does not say which program to start",
      fix: 'write { "use": "acp", "command": ["program", "--acp"] } in the configuration',
    });
  }
  const preset = presetFor([program, ...args]);
  const name = seat.name ?? preset?.name ?? program.replace(/^.*\//, "");
  const family = seat.family ?? preset?.family ?? slug(name);
  return createAcpAdapter({ ...preset, id, name, family, command: [program, ...args] });
}

/** The agent of a place that is not on the panel: a verifier, an editor. Throws a UserError where it is none. */
export async function buildAgentMember(
  seat: MemberSetting,
  role: string,
  furnishing: MemberSetup,
): Promise<ChosenAgent> {
  const id = seat.id ?? slug(seat.use);
  const adapter = adapterFor(seat, id);
  if (adapter !== undefined) return chooseAgent(adapter, seat, { ...furnishing, id });
  throw new UserError({
    what: `"${seat.use}" cannot be the ${role}`,
    why: `a ${role} is an agent: ${AGENTS.map((agent) => agent.id).join(", ")} or acp`,
    fix: "name one of them",
  });
}

/** Who an agent on this place is, where its program is, and how it is asked. */
export async function chooseAgent(adapter: AgentAdapter, seat: MemberSetting, place: Place): Promise<ChosenAgent> {
  const { host, settings, id } = place;
  const defaults = lookUp(settings.defaults, adapter.id) ?? {};
  const [model, effort] = [seat.model ?? defaults.model, seat.effort ?? defaults.effort];
  requireEffort(adapter, effort);
  const { env, home } = host;
  const found = await findAgent(adapter, { env, home, program: seat.program });
  if (found.program === undefined && !seat.isOptional) throw notInstalled(adapter, seat);
  const reviewer: Reviewer = {
    id: reviewerId(id),
    name: seat.name ?? adapter.name,
    kind: "agent",
    family: seat.family ?? (model === undefined ? undefined : adapter.familyOf?.(model)) ?? adapter.family,
    model,
    effort,
    ...(seat.isOptional ? { optional: true } : {}),
    ...(seat.isBlind ? { blind: true } : {}),
  };
  return {
    adapter,
    reviewer,
    program: found.program ?? adapter.program,
    version: found.version,
    login: found.login,
    model,
    effort,
    timeoutSeconds: seat.timeoutSeconds ?? defaults.timeoutSeconds ?? settings.timeoutSeconds,
  };
}

function requireEffort({ efforts, name, id }: AgentAdapter, effort: string | undefined): void {
  if (effort === undefined || efforts.length === 0 || efforts.includes(effort)) return;
  throw new UserError({
    what: `"${effort}" is no effort that ${name} knows`,
    why: `it takes ${efforts.join(", ")}`,
    fix: `for example ${id}@${efforts.at(-1)}`,
  });
}

function notInstalled({ product, install, program }: AgentAdapter, seat: MemberSetting): UserError {
  return new UserError({
    what: `${product} is not installed`,
    why: `the program ${seat.program ?? program} was not found`,
    fix: `${install}; or make it optional in the configuration, or leave it out with --reviewers`,
  });
}
