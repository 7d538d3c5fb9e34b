import { askVersion } from "#adapters/login/program-version.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { AgentDefaults } from "#config/config.ts";
import { printable } from "#util/printable.ts";
import { type FoundAgent, wantsOf } from "../find-agents.ts";
import type { AgentState } from "./examination.ts";
import { lookUp } from "#util/look-up.ts";

/** What the state of an agent depends on. */
export interface AgentFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly sandbox: Sandbox;
  readonly platform: NodeJS.Platform;
  readonly defaults: Readonly<Record<string, AgentDefaults>>;
  readonly hasRipgrep: boolean;
}

/** Determines the state of one agent. Runs its program only for a version that no file contains. Sends nothing. */
export async function examineAgent(found: FoundAgent, around: AgentFacts): Promise<AgentState> {
  const { adapter, program, login } = found;
  const { id, product, tested, efforts, isObservable } = adapter;
  const version = await versionOf(found, around);
  const wants = wantsOf(adapter, lookUp(around.defaults, id));
  const state =
    program === undefined
      ? "not-installed"
      : login.by === undefined
        ? "not-signed-in"
        : wants === undefined
          ? "ready"
          : "needs-model";
  return {
    id,
    product,
    state,
    tested,
    efforts,
    isObservable,
    readOnlyBy: [
      ...(adapter.readOnlyBy === undefined ? [] : [adapter.readOnlyBy]),
      ...(around.sandbox.level === "none" ? [] : [around.sandbox.level]),
    ],
    todo: todoOf(found, wants, around),
    program,
    version,
    versionIs: compareVersions(version, tested),
    login: login.by,
  };
}

async function versionOf({ adapter, program, version }: FoundAgent, { sandbox, env }: AgentFacts) {
  if (program === undefined || version !== undefined) return version;
  const output = await askVersion(program, sandbox, env["PATH"] ?? "");
  const printed = output === undefined ? undefined : adapter.readVersion(output);
  return printed === undefined ? undefined : printable(printed).slice(0, MAX_VERSION_LENGTH);
}

const MAX_VERSION_LENGTH = 40;

function todoOf({ adapter, program, login }: FoundAgent, wants: string | undefined, around: AgentFacts) {
  const isSignedIn = login.by !== undefined;
  return [
    ...(program === undefined ? [`Install it: ${adapter.install}`] : []),
    ...(isSignedIn ? [] : [adapter.login.how]),
    ...(isSignedIn || program === undefined || around.platform !== "darwin" ? [] : [KEYCHAIN]),
    ...(wants === undefined || program === undefined ? [] : [wants]),
    ...(adapter.needsRipgrep === true && program !== undefined && !around.hasRipgrep ? [RIPGREP] : []),
  ];
}

const KEYCHAIN = "A login in the keychain of macOS cannot be seen from here; a variable can.";
const RIPGREP = "Install ripgrep: without the program rg it cannot search.";

/** How a version differs from the tested one in its first two numbers. */
export function compareVersions(version: string | undefined, tested: string): "older" | "newer" | undefined {
  const [have, want] = [numbersOf(version ?? ""), numbersOf(tested)];
  if (have === undefined || want === undefined) return undefined;
  const difference = have[0] - want[0] || have[1] - want[1];
  if (difference === 0) return undefined;
  return difference < 0 ? "older" : "newer";
}

function numbersOf(version: string): [number, number] | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})/.exec(version);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
