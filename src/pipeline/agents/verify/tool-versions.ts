import type { WorkingCopy } from "#adapters/desk/working-copy.ts";
import { lookUp } from "#util/look-up.ts";

/** A program and the version that it states. */
export interface ToolVersion {
  readonly program: string;
  readonly version: string;
}

/** How each program that we ask states its version. None of these reads the folder that it is started in, or writes. */
const QUESTIONS: Readonly<Record<string, string>> = {
  bash: "--version",
  node: "--version",
  deno: "--version",
  bun: "--version",
  python3: "--version",
  python: "--version",
  ruby: "--version",
  perl: "-e 'print $^V'",
  php: "--version",
  go: "version",
  java: "-version",
  git: "--version",
  make: "--version",
  gcc: "--version",
  jq: "--version",
};

/** The programs that a script names and that can be asked. */
export function programsIn(script: string): string[] {
  const words = new Set(script.slice(0, 200_000).split(/[^\w.+-]+/));
  return Object.keys(QUESTIONS).filter((program) => words.has(program));
}

const SECONDS = 20;

/** Remembers what programs said of themselves. */
export type KnownVersions = Map<string, string | undefined>;

/** The versions of programs, each asked once, in the sandbox. A program that is not there has none. */
export async function askVersions(
  copy: WorkingCopy,
  programs: readonly string[],
  { known, signal }: { readonly known: KnownVersions; readonly signal: AbortSignal },
): Promise<ToolVersion[]> {
  for (const program of programs) {
    const question = lookUp(QUESTIONS, program);
    if (question === undefined || known.has(program)) continue;
    const env = { GOTOOLCHAIN: "local" };
    const run = await copy.run(`${program} ${question}`, { timeoutSeconds: SECONDS, signal, env });
    known.set(program, run.exitCode === 0 ? firstLine(run.output) : undefined);
  }
  return programs.flatMap((program) => {
    const version = known.get(program);
    return version === undefined ? [] : [{ program, version }];
  });
}

/** `v22.4.1` of `v22.4.1`, `3.12.1` of `Python 3.12.1`: the first word with a number and a dot. */
function firstLine(output: string): string | undefined {
  const line = output.trim().split("\n")[0]?.trim().slice(0, 120) ?? "";
  const number = /\d{1,6}\.\d{1,9}(?:\.[\w.+-]{1,40})?/.exec(line)?.[0];
  return number ?? (line === "" ? undefined : line);
}

/** Whether a version is at least this one. */
export function isAtLeast(version: string, { major, minor }: { readonly major: number; readonly minor: number }) {
  const [, one = "0", two = "0"] = /(\d{1,6})\.(\d{1,6})/.exec(version) ?? [];
  return Number(one) > major || (Number(one) === major && Number(two) >= minor);
}
