import { realpath } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { dirname } from "node:path";
import { temporaryPlace } from "#util/temporary-place.ts";
import type { SandboxPolicy } from "./sandbox.ts";

/** What a program in the sandbox may do with one path. */
export interface Rule {
  readonly path: string;
  readonly kind: "hidden" | "readable" | "writable";
}

/** The rules of a policy with real, existing paths. Shallow paths come first: a deeper rule overrides them. */
export async function orderRules(policy: SandboxPolicy): Promise<readonly Rule[]> {
  const hidden = [...alwaysHidden(), ...policy.hidden];
  const [hide, read, write] = await Promise.all([hidden, policy.readable, policy.writable].map(resolveAll));
  const kinds = new Map<string, Rule["kind"]>();
  for (const path of hide ?? []) if (!HOLDS_SYSTEM.has(path)) kinds.set(path, "hidden");
  for (const path of read ?? []) kinds.set(path, "readable");
  for (const path of write ?? []) kinds.set(path, "writable");
  return [...kinds].map(([path, kind]) => ({ path, kind })).sort((one, other) => depth(one.path) - depth(other.path));
}

/** Whether a rule hides this path. */
export function isHidden(rules: readonly Rule[], path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const rule = rules.find((one) => one.path === at);
    if (rule !== undefined) return rule.kind === "hidden";
    if (at === dirname(at)) return false;
  }
}

/** Paths that contain users' files, sockets or secrets on any system. */
function alwaysHidden(): readonly string[] {
  const homes = [process.env["HOME"] ?? "", quietly(homedir), quietly(() => userInfo().homedir)];
  const temporary = [temporaryPlace(), "/tmp", "/var/tmp"];
  return [...homes, "/root", "/home", "/Users", ...temporary, "/run", ...SYSTEM_SECRETS].filter((path) =>
    path.startsWith("/"),
  );
}

/** In a container, a home may be one of these. Hiding it would leave nothing to run. */
const HOLDS_SYSTEM = new Set([
  "/",
  "/usr",
  "/etc",
  "/bin",
  "/lib",
  "/opt",
  "/var",
  "/nonexistent",
  "/private",
  "/System",
  "/Library",
]);

async function resolveAll(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return found.filter((path) => path !== undefined);
}

const depth = (path: string): number => (path === "/" ? 0 : path.split("/").length);

function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    // This user has no entry, and so no home to hide.
    return "";
  }
}

/** System files with secrets that root could read. */
const SYSTEM_SECRETS: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/docker",
  "/etc/kubernetes",
  "/var/lib/docker",
  "/var/lib/kubelet",
  "/var/spool/cron",
];
