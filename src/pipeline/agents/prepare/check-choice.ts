import { homedir } from "node:os";
import { agentSettingsOf } from "#config/config.ts";
import { parseMember, type MemberSetting, type WrittenMember } from "#config/member-setting.ts";
import type { WrittenUserConfig } from "#config/user-config.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { UserError } from "#util/errors.ts";
import { createHost } from "../call-panel.ts";
import { readReviewers } from "../choose-panel.ts";
import { findAgents, wantsOf } from "../find-agents.ts";
import { buildAgentMember, buildMembers } from "../build-members.ts";
import { builtInAnalyzers } from "../../panel.ts";

/** What somebody wants on the panel of every review, as text. */
export interface PanelChoice {
  /** `claude,codex@high`; empty for nobody. */
  readonly panel?: string;
  readonly verifier?: string;
  readonly editor?: string;
}

/** A choice that holds, and what the user should know of it. */
export interface CheckedChoice {
  readonly written: WrittenUserConfig;
  readonly notes: readonly string[];
}

/**
 * Checks a choice as `--reviewers` is checked, and that nothing is missing to ask each of them. What is not chosen anew
 * stays as it was. Throws a UserError for whoever cannot come.
 */
export async function checkChoice(
  choice: PanelChoice,
  before: WrittenUserConfig,
  env: NodeJS.ProcessEnv,
): Promise<CheckedChoice> {
  const known = [...(before.panel ?? []), before.verifier, before.editor].filter((seat) => seat !== undefined);
  const read = (text: string | undefined) => (text === undefined ? undefined : readChoice(text, known));
  const [panel, verifier, editor] = [
    read(choice.panel),
    readOne("--verifier", choice, known),
    readOne("--editor", choice, known),
  ];
  const seats = [...(panel ?? []), ...(verifier ?? []), ...(editor ?? [])];
  const home = env["HOME"] || homedir();
  const settings = agentSettingsOf({});
  const furnishing = { host: createHost(settings, env, home), settings };
  await buildMembers(
    (panel ?? []).map(({ seat }) => seat),
    furnishing,
  );
  // They are asked questions in a folder of their own, which a model cannot look at.
  for (const { seat } of verifier ?? []) await buildAgentMember(seat, "verifier", furnishing);
  for (const { seat } of editor ?? []) await buildAgentMember(seat, "editor", furnishing);
  for (const { seat } of seats) requireWanted(seat);
  const written = {
    panel: panel?.map((one) => one.written) ?? before.panel,
    verifier: verifier?.[0]?.written ?? before.verifier,
    editor: editor?.[0]?.written ?? before.editor,
  };
  return {
    written: Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)),
    notes: await notesOn(seats, env, home),
  };
}

interface ReadSeat {
  readonly written: WrittenMember;
  readonly seat: MemberSetting;
}

function readOne(
  option: "--verifier" | "--editor",
  choice: PanelChoice,
  known: readonly WrittenMember[],
): ReadSeat[] | undefined {
  const text = option === "--verifier" ? choice.verifier : choice.editor;
  if (text === undefined) return undefined;
  const seats = readChoice(text, known);
  if (seats.length === 1) return seats;
  throw new UserError({
    what: `${option} takes one agent`,
    why: `it got ${text}`,
    fix: `for example ${option} codex@high`,
  });
}

function readChoice(text: string, known: readonly WrittenMember[]): ReadSeat[] {
  if (text.trim() === "") return [];
  const own = known.flatMap((written) => (typeof written === "string" ? [] : [written]));
  const seats = own.flatMap((written) => parseMember(written) ?? []);
  const chosen = readReviewers(text, { panels: { own: seats } });
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return chosen.map((seat, at) => {
    requireAgent(seat);
    const part = parts[at] ?? seat.use;
    return { seat, written: own.find(({ id }) => id === part) ?? part };
  });
}

function requireAgent({ use }: MemberSetting): void {
  if (!builtInAnalyzers().some(({ id }) => id === use)) return;
  throw new UserError({
    what: `${use} needs no choosing`,
    why: "built-in reviewers are on every panel, unless the repository's configuration switches them off",
    fix: "name agents or models only",
  });
}

function requireWanted(seat: MemberSetting): void {
  const adapter = AGENTS.find(({ id }) => id === seat.use);
  const wants = adapter === undefined ? undefined : wantsOf(adapter, seat);
  if (wants === undefined) return;
  throw new UserError({
    what: `${seat.use} must be told more`,
    why: wants,
    fix: `write ${seat.use}=MODEL${seat.effort === undefined ? "" : `@${seat.effort}`}`,
  });
}

/** Whoever is not signed in may be so in a way that cannot be seen; that is said, and no reason to refuse. */
async function notesOn(seats: readonly ReadSeat[], env: NodeJS.ProcessEnv, home: string): Promise<string[]> {
  const uses = new Set(seats.map(({ seat }) => seat.use));
  const found = await findAgents(env, home);
  return found
    .filter(({ adapter, login }) => uses.has(adapter.id) && login.by === undefined)
    .map(({ adapter }) => `${adapter.product} is not signed in, as far as we can see. ${adapter.login.how}`);
}
