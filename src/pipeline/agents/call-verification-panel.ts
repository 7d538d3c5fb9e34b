import { parseMember, type MemberSetting } from "#config/member-setting.ts";
import type { UserConfig } from "#config/user-config.ts";
import type { Gate } from "#model/panel/gate.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { messageOf } from "#util/errors.ts";
import type { ChosenAgent } from "./agent-host.ts";
import type { PanelOptions } from "./call-panel.ts";
import { unknownReviewer } from "./choose-panel.ts";
import type { VerificationPanel } from "./verification-run.ts";
import { type MemberSetup, buildAgentMember } from "./build-members.ts";

/** The panel to verify, and what members are built with. */
export interface AvailableMembers {
  /** The members of the panel. */
  readonly memberSettings: readonly MemberSetting[];
  readonly user: UserConfig;
  readonly setup: MemberSetup;
  readonly gates?: readonly Gate[] | undefined;
  /** A resumed round continues without those that cannot be built, and reports them. */
  readonly isResumed?: boolean;
}

/**
 * Builds the verifiers and the editor. They cost money, so only an option, the user's own configuration, or a configured
 * panel that the user asked for can add them; never the repository alone.
 */
export async function callVerificationPanel(
  options: PanelOptions,
  { memberSettings, user, setup, gates = [], isResumed = false }: AvailableMembers,
): Promise<VerificationPanel | undefined> {
  const { settings, host } = setup;
  const configured = options.panel === undefined ? undefined : settings;
  const missing: string[] = [];
  const call = async (setting: MemberSetting, role: string): Promise<ChosenAgent[]> => {
    try {
      return [await buildAgentMember(setting, role, setup)];
    } catch (error) {
      if (!isResumed) throw error;
      missing.push(`the ${role} could not be called when the round was resumed: ${messageOf(error)}`);
      return [];
    }
  };
  const verifying = chooseVerifiers(options.verify, memberSettings, user.verifier ?? configured?.verifier);
  const verifiers = (await Promise.all(verifying.map((setting) => call(setting, "verifier")))).flat();
  const editing = chooseEditor(options.editor, user.editor ?? configured?.editor);
  const [editor] = editing === undefined ? [] : await call(editing, "editor");
  const allowRun = options.allowRun === true;
  const isNobody = verifiers.length === 0 && editor === undefined && !allowRun;
  if (isNobody && missing.length === 0) return undefined;
  return { host, verifiers, editor, allowRun, gates, missing };
}

/** Throws a UserError if the editor that an option names does not exist or is not installed. */
export async function checkEditor({ editor }: PanelOptions, setup: MemberSetup): Promise<void> {
  if (typeof editor === "string") await buildAgentMember(parseMemberOrThrow(editor), "editor", setup);
}

function chooseVerifiers(
  wanted: PanelOptions["verify"],
  memberSettings: readonly MemberSetting[],
  chosen: MemberSetting | undefined,
): MemberSetting[] {
  if (wanted === false) return [];
  if (typeof wanted === "string") return wanted.split(",").map(parseMemberOrThrow);
  if (wanted === true) return memberSettings.filter(({ use }) => use === "acp" || AGENTS.some(({ id }) => id === use));
  return chosen === undefined ? [] : [chosen];
}

function chooseEditor(wanted: PanelOptions["editor"], chosen: MemberSetting | undefined): MemberSetting | undefined {
  if (wanted === false) return undefined;
  return wanted === undefined ? chosen : parseMemberOrThrow(wanted);
}

function parseMemberOrThrow(text: string): MemberSetting {
  const setting = parseMember(text.trim());
  if (setting === undefined) throw unknownReviewer(text);
  return setting;
}
