import { parseMember, type MemberSetting } from "#config/member-setting.ts";
import type { UserConfig } from "#config/user-config.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";
import { messageOf } from "#util/errors.ts";
import type { ChosenAgent } from "./agent-host.ts";
import type { PanelOptions } from "./call-panel.ts";
import { unknownReviewer } from "./choose-panel.ts";
import type { VerificationPanel } from "./verification-run.ts";
import { type MemberSetup, buildAgentMember } from "./build-members.ts";

/** Who is there to be called. */
export interface AvailableMembers {
  /** The places of the panel. */
  readonly seats: readonly MemberSetting[];
  readonly user: UserConfig;
  readonly furnishing: MemberSetup;
  /** The round has begun already: who cannot be called is said, and it goes on. */
  readonly isResumed?: boolean;
}

/**
 * Calls who verifies and who edits. They cost money like reviewers, so they come by an option of this call, by what the
 * user chose once, or with a panel of the configuration that the user asked for; never by the repository alone.
 */
export async function callVerificationPanel(
  options: PanelOptions,
  { seats, user, furnishing, isResumed = false }: AvailableMembers,
): Promise<VerificationPanel | undefined> {
  const { settings, host } = furnishing;
  const configured = options.panel === undefined ? undefined : settings;
  const missing: string[] = [];
  const call = async (seat: MemberSetting, role: string): Promise<ChosenAgent[]> => {
    try {
      return [await buildAgentMember(seat, role, furnishing)];
    } catch (error) {
      if (!isResumed) throw error;
      missing.push(`the ${role} could not be called when the round was resumed: ${messageOf(error)}`);
      return [];
    }
  };
  const verifying = verifierSeats(options.verify, seats, user.verifier ?? configured?.verifier);
  const verifiers = (await Promise.all(verifying.map((seat) => call(seat, "verifier")))).flat();
  const editing = editorSeat(options.editor, user.editor ?? configured?.editor);
  const [editor] = editing === undefined ? [] : await call(editing, "editor");
  const allowRun = options.allowRun === true;
  const isNobody = verifiers.length === 0 && editor === undefined && !allowRun;
  if (isNobody && missing.length === 0) return undefined;
  return { host, verifiers, editor, allowRun, ...(missing.length === 0 ? {} : { missing }) };
}

function verifierSeats(
  wanted: PanelOptions["verify"],
  seats: readonly MemberSetting[],
  chosen: MemberSetting | undefined,
): MemberSetting[] {
  if (wanted === false) return [];
  if (typeof wanted === "string") return wanted.split(",").map(seatNamed);
  if (wanted === true) return seats.filter(({ use }) => use === "acp" || AGENTS.some(({ id }) => id === use));
  return chosen === undefined ? [] : [chosen];
}

function editorSeat(wanted: PanelOptions["editor"], chosen: MemberSetting | undefined): MemberSetting | undefined {
  if (wanted === false) return undefined;
  return wanted === undefined ? chosen : seatNamed(wanted);
}

function seatNamed(text: string): MemberSetting {
  const seat = parseMember(text.trim());
  if (seat === undefined) throw unknownReviewer(text);
  return seat;
}
