import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { Launch } from "../process/launch.ts";
import { keyringFilter } from "./keyring-filter.ts";
import { findInstallation } from "./installation.ts";
import { isHidden, orderRules, type Rule } from "./paths.ts";
import type { SandboxPolicy } from "./sandbox.ts";

/**
 * Wraps a launch in bubblewrap. The whole system is read-only, hidden folders are empty, outside processes are invisible,
 * the program cannot gain privileges, and it ends with us.
 *
 * Agents may start their own sandbox inside (Codex does, with its own bubblewrap), so nested user namespaces stay
 * allowed. As root, bubblewrap keeps all capabilities, which would allow mounting the system writable again: we drop them.
 * A root without capabilities cannot map itself into another namespace (Linux 5.12), so root becomes `nobody` inside and
 * still owns its files. Codex then cannot mount its own /proc and uses ours.
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
    "--seccomp",
    HANDED,
    ...(await mounts(rules, policy)),
    ...system.arguments,
    ...rules.filter(isClosed).flatMap(({ path }) => ["--remount-ro", path]),
    "--chdir",
    await realpath(launch.cwd).catch(() => launch.cwd),
    "--",
    program?.command ?? launch.command,
    ...launch.args,
  ];
  return { ...launch, command: bwrap, args, handed: keyringFilter() };
}

/** The descriptor on which a launched program gets what it is handed. */
const HANDED = "4";

const NOBODY = "65534";
const TEMP = "/tmp";
const ALWAYS =
  "--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session --die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc".split(
    " ",
  );

/** Whether the folder is empty and must stay empty. */
const isClosed = ({ path, kind }: Rule): boolean => kind === "hidden" && path !== TEMP;

async function mounts(rules: readonly Rule[], { temp }: SandboxPolicy): Promise<string[]> {
  const all = rules.map(async ({ path, kind }, at) => {
    if (kind === "writable") return ["--bind", path, path];
    if (kind === "readable") {
      // A path below a visible folder needs no mount.
      const isOpen =
        !isHidden(rules.slice(0, at), path) && !rules.slice(0, at).some((rule) => isWritableAbove(rule, path));
      return isOpen ? [] : ["--ro-bind", path, path];
    }
    // Programs write to /tmp whatever TMPDIR is. A given folder keeps that on disk instead of in memory.
    if (path === TEMP && temp !== undefined) return ["--bind", await realpath(temp), TEMP];
    const entry = await lstat(path);
    return entry.isDirectory() ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  });
  return (await Promise.all(all)).flat();
}

const isWritableAbove = ({ path, kind }: Rule, below: string): boolean =>
  kind === "writable" && below.startsWith(`${path}/`);

/** What must stay visible in the hidden /run: the resolver's configuration and, on NixOS, the programs. */
async function systemFiles(): Promise<{ readable: readonly string[]; arguments: readonly string[] }> {
  const resolver = await realpath("/etc/resolv.conf").catch(() => undefined);
  const current = await readlink(NIX).catch(() => undefined);
  return {
    readable: resolver?.startsWith("/run/") === true ? [dirname(resolver)] : [],
    arguments: current === undefined ? [] : ["--symlink", current, NIX],
  };
}

const NIX = "/run/current-system";
