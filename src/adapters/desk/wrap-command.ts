import { delimiter } from "node:path";
import type { Launch } from "../process/launch.ts";
import { findInstallation } from "../sandbox/installation.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** The folders that a command of a repository works in, and what else it may see. */
export interface CommandPlace {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  readonly home: string;
  readonly tmp: string;
  /** The user's PATH. */
  readonly path: string;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly hidden: readonly string[];
  readonly network: boolean;
  /** Programs that the command starts and does not name. */
  readonly programs?: readonly string[] | undefined;
}

/** Wraps a line for the shell in the sandbox, with a PATH, a home of its own and little else of our environment. */
export async function wrapCommand(command: string, place: CommandPlace, extra = {}): Promise<Launch> {
  const { sandbox, cwd, home, tmp, path, readable, writable, hidden, network } = place;
  const PATH = path
    .split(delimiter)
    .filter((entry) => !isInside(entry, hidden))
    .join(delimiter);
  const env = { PATH, HOME: home, TMPDIR: tmp, LANG: "C.UTF-8", TERM: "dumb", NO_COLOR: "1", CI: "1", ...extra };
  const programs = await findPrograms([command, ...(place.programs ?? [])].join(" "), { cwd, env });
  return sandbox.wrap(
    { command: "/bin/sh", args: ["-c", command], cwd, env },
    {
      readable: [...readable, ...programs.filter((entry) => !isInside(entry, hidden))],
      writable,
      hidden,
      temp: tmp,
      network,
    },
  );
}

const isInside = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const MAX_PROGRAMS = 20;

/** What the programs that a command names need to start: a version manager keeps them in the hidden home. */
async function findPrograms(
  command: string,
  launch: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string[]> {
  const found = await Promise.all(programWords(command).map((name) => findInstallation({ ...launch, command: name })));
  return found.flatMap((installation) => installation?.readable ?? []);
}

/** The words of a command that may be names of programs. */
export function programWords(command: string): string[] {
  const words = new Set(command.split(/[\s;&|()<>"'`$]+/).filter((word) => /^\w[\w.+-]*$/.test(word)));
  return [...words].slice(0, MAX_PROGRAMS);
}
