import { basename } from "node:path";
import type { Desk, DeskRequest } from "#adapters/desk/open-desk.ts";
import { findDeskRoot } from "#adapters/desk/desk-root.ts";
import type { DeskSides } from "#adapters/desk/open-sides.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { type AgentHost, commonEnvironment } from "../../agents/agent-host.ts";
import { hiddenFolders, planSetUp } from "../../agents/agent-member.ts";
import type { Assignment } from "../../panel.ts";

/** What commands of the repository need to run. */
export interface CommandHost {
  readonly sandbox: Sandbox;
  readonly desk: Omit<DeskRequest, "reviewer" | "bundle" | "head" | "base" | "side">;
  readonly head: string;
  /** Absent: there is no commit before the change. */
  readonly base?: string | undefined;
  /** The user's PATH. */
  readonly path: string;
  /** Folders that must not be read: the user's checkout. */
  readonly hidden: readonly string[];
  readonly signal: AbortSignal;
  readonly progress: (note: string) => void;
}

/** What a member of the panel needs to run commands on its change. */
export async function commandHost(
  { opened, folder, signal, progress }: Pick<Assignment, "opened" | "folder" | "signal" | "progress">,
  host: AgentHost,
): Promise<CommandHost> {
  const { base, head = "" } = opened.change.scope;
  const env = commonEnvironment(host.env);
  return {
    sandbox: await host.sandbox(),
    desk: {
      owner: basename(folder),
      store: opened.store,
      root: findDeskRoot(host.env),
      setup: planSetUp({ opened, folder, host }),
      submodules: host.submodules,
    },
    head,
    // Before the first commit there is nothing to compare with.
    base: opened.base.files.length === 0 ? undefined : base,
    path: env["PATH"] ?? "",
    hidden: hiddenFolders({ opened, folder, host }),
    signal,
    progress,
  };
}

/** A desk whose set-up commands all succeeded. Throws otherwise. */
export async function readyDesk(desks: DeskSides, side: "head" | "base"): Promise<Desk> {
  const desk = await desks.get(side);
  const failed = desk.setup.find(({ ok }) => !ok);
  if (failed === undefined) return desk;
  throw new Error(`the set-up command \`${failed.command}\` failed at the ${side}: ${failed.ended}`);
}
