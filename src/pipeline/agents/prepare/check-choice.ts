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

/** The user's choice for the panel of every review, as text. */
export interface PanelChoice {
  /** `claude,codex@high`; empty for nobody. */
  readonly panel?: string;
  readonly verifier?: string;
  readonly editor?: string;
}

/** A valid choice, with notes for the user. */
export interface CheckedChoice {
  readonly written: WrittenUserConfig;
  readonly notes: readonly string[];
}

/** Checks a choice like `--reviewers`. What it leaves out stays as it was. Throws a UserError for an unusable member. */
export async function checkChoice(
  choice: PanelChoice,
  before: WrittenUserConfig,
  env: NodeJS.ProcessEnv,
): Promise<CheckedChoice> {
  const known = [...(before.panel ?? []), before.verifier, before.editor].filter((setting) => setting !== undefined);
  const read = (text: string | undefined) => (text === undefined ? undefined : readChoice(text, known));
  const [panel, verifier, editor] = [
    read(choice.panel),
    readOne("--verifier", choice, known),
    readOne("--editor", choice, known),
  ];
  const memberSettings = [...(panel ?? []), ...(verifier ?? []), ...(editor ?? [])];
  const home = env["HOME"] || homedir();
  const settings = agentSettingsOf({});
  const setup = { host: createHost(settings, env, home), settings };
  await buildMembers(
    (panel ?? []).map(({ setting }) => setting),
    setup,
  );
  // Verifiers and editors answer in a folder of their own, which a model cannot read.
  for (const { setting } of verifier ?? []) await buildAgentMember(setting, "verifier", setup);
  for (const { setting } of editor ?? []) await buildAgentMember(setting, "editor", setup);
  for (const { setting } of memberSettings) requireWanted(setting);
  const written = {
    panel: panel?.map((one) => one.written) ?? before.panel,
    verifier: verifier?.[0]?.written ?? before.verifier,
    editor: editor?.[0]?.written ?? before.editor,
  };
  return {
    written: Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)),
    notes: await notesOn(memberSettings, env, home),
  };
}

interface ReadMember {
  readonly written: WrittenMember;
  readonly setting: MemberSetting;
}

function readOne(
  option: "--verifier" | "--editor",
  choice: PanelChoice,
  known: readonly WrittenMember[],
): ReadMember[] | undefined {
  const text = option === "--verifier" ? choice.verifier : choice.editor;
  if (text === undefined) return undefined;
  const memberSettings = readChoice(text, known);
  if (memberSettings.length === 1) return memberSettings;
  throw new UserError({
    what: `${option} takes one agent`,
    why: `it got ${text}`,
    fix: `for example ${option} codex@high`,
  });
}

function readChoice(text: string, known: readonly WrittenMember[]): ReadMember[] {
  if (text.trim() === "") return [];
  const own = known.flatMap((written) => (typeof written === "string" ? [] : [written]));
  const memberSettings = own.flatMap((written) => parseMember(written) ?? []);
  const chosen = readReviewers(text, { panels: { own: memberSettings } });
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return chosen.map((setting, at) => {
    requireAgent(setting);
    const part = parts[at] ?? setting.use;
    return { setting, written: own.find(({ id }) => id === part) ?? part };
  });
}

function requireAgent({ use }: MemberSetting): void {
  if (!builtInAnalyzers().some(({ id }) => id === use)) return;
  throw new UserError({
    what: `${use} need not be chosen`,
    why: "built-in reviewers are on every panel, unless the repository's configuration switches them off",
    fix: "name agents or models only",
  });
}

function requireWanted(setting: MemberSetting): void {
  const adapter = AGENTS.find(({ id }) => id === setting.use);
  const wants = adapter === undefined ? undefined : wantsOf(adapter, setting);
  if (wants === undefined) return;
  throw new UserError({
    what: `${setting.use} needs more settings`,
    why: wants,
    fix: `write ${setting.use}=MODEL${setting.effort === undefined ? "" : `@${setting.effort}`}`,
  });
}

/** An agent may be signed in where we cannot see it, so a missing login is only a note. */
async function notesOn(memberSettings: readonly ReadMember[], env: NodeJS.ProcessEnv, home: string): Promise<string[]> {
  const uses = new Set(memberSettings.map(({ setting }) => setting.use));
  const found = await findAgents(env, home);
  return found
    .filter(({ adapter, login }) => uses.has(adapter.id) && login.by === undefined)
    .map(({ adapter }) => `${adapter.product} is not signed in, as far as we can see. ${adapter.login.how}`);
}
