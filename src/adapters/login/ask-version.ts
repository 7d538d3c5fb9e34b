import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeTemporaryFolder } from "../desk/temporary-folder.ts";
import { removeTree } from "../desk/remove-tree.ts";
import { runProcess } from "../process/run-process.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

const DEADLINE = 10_000;
const MAX_OUTPUT = 64 * 1024;

/**
 * What `<program> --version` prints: run with a home of its own and nothing of the user's environment but `PATH`, in the
 * sandbox without network where there is one. Undefined where it says nothing in ten seconds, or fails.
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
    let said = "";
    const onStdout = (chunk: Buffer): void => {
      if (said.length < MAX_OUTPUT) said += chunk.toString("utf8");
    };
    const { ending } = await runProcess(launch, { onStdout, deadline: DEADLINE });
    return ending.kind === "exited" && ending.code === 0 ? said : undefined;
  } catch {
    return undefined;
  } finally {
    await removeTree(folder).catch(() => undefined);
  }
}
