import { realpath } from "node:fs/promises";
import type { Launch } from "../process/launch.ts";
import { findInstallation } from "./installation.ts";
import { orderRules, type Rule } from "./paths.ts";
import type { SandboxPolicy } from "./sandbox.ts";

/** Wraps a launch in macOS's `sandbox-exec`. The system refuses a nested sandbox. */
export async function wrapInSeatbelt(program: string, launch: Launch, policy: SandboxPolicy): Promise<Launch> {
  const found = await findInstallation(launch);
  const temp = policy.temp === undefined ? [] : [await realpath(policy.temp)];
  const readable = [...policy.readable, ...(found?.readable ?? [])];
  const rules = await orderRules({ ...policy, readable, writable: [...policy.writable, ...temp] });
  const profile = writeProfile(rules, policy.network !== false);
  return { ...launch, command: program, args: ["-p", profile, found?.command ?? launch.command, ...launch.args] };
}

/** Writes the rules in the sandbox's language, in which the last matching rule wins. */
export function writeProfile(rules: readonly Rule[], network: boolean): string {
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    `(allow file-write* ${DEVICES.map((path) => `(literal ${quote(path)})`).join(" ")})`,
    // Other processes can neither be inspected nor signalled.
    "(deny process-info* (target others))",
    "(deny signal (target others))",
    ...rules.map(toLine),
    ...(network ? [] : ["(deny network*)"]),
    "",
  ].join("\n");
}

const DEVICES = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper", "/dev/stdout", "/dev/stderr"];

/** Hidden files still show their name and size: without that, paths could not lead through a hidden folder. */
function toLine({ path, kind }: Rule): string {
  const where = `(subpath ${quote(path)})`;
  if (kind === "hidden") return `(deny file-read-data file-read-xattr file-write* ${where})`;
  if (kind === "readable") return `(allow file-read* ${where})\n(deny file-write* ${where})`;
  return `(allow file-read* file-write* ${where})`;
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}
