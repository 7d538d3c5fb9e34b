import { readFile, realpath, mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeTemporaryFolder, removeOwnerFolder } from "../desk/owner.ts";
import { runProcess } from "../process/run-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/**
 * The version of an installed program, without running it, since some take two seconds to print it: from the manifest of
 * its npm package, or from a version number in its path. Undefined if neither has it.
 */
export async function readProgramVersion(program: string): Promise<string | undefined> {
  const real = await realpath(program).catch(() => program);
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    const version = manifest === undefined ? undefined : versionIn(manifest, { folder, program: real });
    if (version !== undefined) return version;
    if (folder.endsWith("/node_modules")) break;
  }
  return /\/v?(\d+\.\d+\.\d+)(?:\/|$)/.exec(real)?.[1];
}

/** Accepts the manifest of an installed package, or one that names the program; others have nothing to do with it. */
function versionIn(manifest: string, { folder, program }: { folder: string; program: string }): string | undefined {
  try {
    const { name, version, bin } = JSON.parse(manifest) as { name?: unknown; version?: unknown; bin?: unknown };
    if (typeof name !== "string" || typeof version !== "string") return undefined;
    const above = dirname(folder);
    const isInstalled = [above, dirname(above)].some((one) => basename(one) === "node_modules");
    const named = typeof bin === "object" && bin !== null ? Object.values(bin) : [bin];
    const isNamed = named.some((path) => typeof path === "string" && join(folder, path) === program);
    return isInstalled || isNamed ? version.replace(/-(?:linux|darwin|win32)-.*$/, "") : undefined;
  } catch {
    return undefined;
  }
}

const DEADLINE = 10_000;
const MAX_OUTPUT = 64 * 1024;

/**
 * The output of `<program> --version`, run with a private home, only `PATH` of the user's environment and, if there is a
 * sandbox, no network. Undefined if it fails or takes more than ten seconds.
 */
export async function askVersion(program: string, sandbox: Sandbox, path: string): Promise<string | undefined> {
  const folder = await makeTemporaryFolder("deep-review-version").catch(() => undefined);
  if (folder === undefined) return undefined;
  try {
    const [home, tmp] = [join(folder, "home"), join(folder, "tmp")];
    for (const one of [home, tmp]) await mkdir(one, { mode: 0o700 });
    const env = { PATH: path, HOME: home, TMPDIR: tmp, LANG: "C.UTF-8", TERM: "dumb", NO_COLOR: "1" };
    const plain = { command: program, args: ["--version"], cwd: home, env };
    const policy = { readable: [], writable: [home, tmp], hidden: [], network: false };
    const launch = sandbox.level === "none" ? plain : await sandbox.wrap(plain, policy);
    let output = "";
    const onStdout = (chunk: Buffer): void => {
      if (output.length < MAX_OUTPUT) output += chunk.toString("utf8");
    };
    const { ending } = await runProcess(launch, { onStdout, deadline: DEADLINE });
    return ending.kind === "exited" && ending.code === 0 ? output : undefined;
  } catch {
    return undefined;
  } finally {
    await removeOwnerFolder(folder).catch(() => undefined);
  }
}
