import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { Launch } from "../process/launch.ts";
import { findInstallation } from "./installation.ts";
import { isHidden, orderRules, type Rule } from "./paths.ts";
import type { SandboxPolicy } from "./sandbox.ts";

/**
 * Puts a launch into bubblewrap. The whole system is read-only, hidden folders are empty, processes outside cannot be
 * seen, privileges cannot be gained, and all of it ends with us.
 *
 * Agents may start a sandbox of their own inside (Codex does, with its own bubblewrap). That works as long as user
 * namespaces may be nested: so they are not switched off here. Two things had to be found out. As root, bubblewrap keeps
 * all capabilities, with which the system could be mounted writable again: they are dropped. And a root without them may
 * not map itself into another namespace (Linux 5.12), so that root is called `nobody` inside; its files stay its own.
 * Codex then finds that it cannot mount a /proc of its own as root, and goes on with ours.
 */
export async function wrapInBubblewrap(bwrap: string, launch: Launch, policy: SandboxPolicy): Promise<Launch> {
  const program = await findInstallation(launch);
  const system = await systemFiles();
  const readable = [...policy.readable, ...(program?.readable ?? []), ...system.readable];
  const rules = await orderRules({ ...policy, readable });
  const isRoot = process.getuid?.() === 0;
  const args = [
    ...(isRoot ? ["--unshare-user", "--uid", NOBODY, "--gid", NOBODY] : ["--unshare-user-try"]),
    ...(policy.network === false ? ["--unshare-net"] : []),
    ...ALWAYS,
    ...(await mounts(rules, policy)),
    ...system.arguments,
    ...rules.filter(isClosed).flatMap(({ path }) => ["--remount-ro", path]),
    "--chdir",
    await realpath(launch.cwd).catch(() => launch.cwd),
    "--",
    program?.command ?? launch.command,
    ...launch.args,
  ];
  return { ...launch, command: bwrap, args };
}

const NOBODY = "65534";
const TEMP = "/tmp";
const ALWAYS =
  "--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session --die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc".split(
    " ",
  );

/** Empty, and stays so. */
const isClosed = ({ path, kind }: Rule): boolean => kind === "hidden" && path !== TEMP;

async function mounts(rules: readonly Rule[], { temp }: SandboxPolicy): Promise<string[]> {
  const all = rules.map(async ({ path, kind }, at) => {
    if (kind === "writable") return ["--bind", path, path];
    if (kind === "readable") {
      // What is above it may be visible anyway; a second mount would do nothing but cost.
      const isOpen =
        !isHidden(rules.slice(0, at), path) && !rules.slice(0, at).some((rule) => isWritableAbove(rule, path));
      return isOpen ? [] : ["--ro-bind", path, path];
    }
    // Programs write there whatever TMPDIR says. On disk rather than in memory, where a folder is given.
    if (path === TEMP && temp !== undefined) return ["--bind", await realpath(temp), TEMP];
    const entry = await lstat(path);
    return entry.isDirectory() ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  });
  return (await Promise.all(all)).flat();
}

const isWritableAbove = ({ path, kind }: Rule, below: string): boolean =>
  kind === "writable" && below.startsWith(`${path}/`);

/** Of the hidden run-time folder: how names of hosts are found, and on NixOS where programs are. */
async function systemFiles(): Promise<{ readable: readonly string[]; arguments: readonly string[] }> {
  const resolver = await realpath("/etc/resolv.conf").catch(() => undefined);
  const current = await readlink(NIX).catch(() => undefined);
  return {
    readable: resolver?.startsWith("/run/") === true ? [dirname(resolver)] : [],
    arguments: current === undefined ? [] : ["--symlink", current, NIX],
  };
}

const NIX = "/run/current-system";
