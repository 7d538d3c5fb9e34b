import { printable } from "#util/printable.ts";
import { findProgram } from "../process/find-program.ts";
import { wrapInBubblewrap } from "./bubblewrap.ts";
import type { Sandbox, SandboxLevel } from "./sandbox.ts";
import { wrapInSeatbelt } from "./seatbelt.ts";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../desk/file-tree.ts";
import { makeOwnerFolder } from "../desk/owner.ts";
import { runProcess } from "../process/run-process.ts";

interface SandboxRequest {
  /** The folder for desks; the probe uses it and leaves nothing behind. */
  readonly root: string;
  readonly platform?: NodeJS.Platform;
  readonly path?: string;
}

type Kind = Exclude<SandboxLevel, "none">;

const TOOLS: Readonly<Partial<Record<NodeJS.Platform, { program: string; level: Kind; missing: string }>>> = {
  linux: {
    program: "bwrap",
    level: "bubblewrap",
    missing: "bubblewrap is not installed (the package is called bubblewrap)",
  },
  darwin: { program: "sandbox-exec", level: "sandbox-exec", missing: "sandbox-exec was not found" },
};

/** Finds the strongest sandbox that works here. Probes it each time: a level is claimed only after it worked. */
export async function findSandbox({ root, platform = process.platform, path }: SandboxRequest): Promise<Sandbox> {
  const tool = TOOLS[platform];
  if (tool === undefined) return none(`there is none for ${platform}`);
  const env = { PATH: path ?? `/usr/bin:/bin:/usr/local/bin:${process.env["PATH"] ?? ""}` };
  const found = await findProgram({ command: tool.program, cwd: "/", env });
  if (found.path === undefined) return none(tool.missing);
  const program = found.path;
  const wrap: Sandbox["wrap"] = (launch, policy) =>
    tool.level === "bubblewrap" ? wrapInBubblewrap(program, launch, policy) : wrapInSeatbelt(program, launch, policy);
  const problem = await probeSandbox(wrap, root);
  if (problem !== undefined) return none(`${tool.program} was tried and did not hold: ${printable(problem)}`);
  return {
    level: tool.level,
    says: `${tool.program} holds: nothing outside the scratch folder can be written, and neither your home nor your repository can be read`,
    wrap,
  };
}

function none(why: string): Sandbox {
  return {
    level: "none",
    says: `no sandbox: ${why}; nothing but its own rules keeps an agent from reading whatever you can read, all branches and your keys among it`,
    wrap: (launch) => Promise.resolve(launch),
  };
}

const SCRIPT = `
(: > "$1/written") 2>/dev/null && echo wrote outside
cat "$2/secret" 2>/dev/null
(: > "$3/written") 2>/dev/null && echo wrote inside
echo done`;
const DEADLINE = 20_000;

/**
 * Probes a sandbox with a small command that writes outside, reads a hidden file and writes to its scratch folder.
 * Returns what went wrong, or undefined if the sandbox works.
 */
export async function probeSandbox(wrap: Sandbox["wrap"], root: string): Promise<string | undefined> {
  // If we are killed now, the next start must know that nobody uses it.
  const folder = await makeOwnerFolder(root, "probe");
  try {
    const [outside, hidden, scratch] = [
      join(folder, "outside"),
      join(folder, "outside", "hidden"),
      join(folder, "scratch"),
    ];
    for (const one of [outside, hidden, scratch]) await mkdir(one);
    const secret = randomBytes(12).toString("hex");
    await writeFile(join(hidden, "secret"), `${secret}\n`);
    const args = ["-c", SCRIPT, "probe", outside, hidden, scratch];
    const plain = { command: "/bin/sh", args, cwd: outside, env: { PATH: "/usr/bin:/bin" } };
    const launch = await wrap(plain, { readable: [outside], writable: [scratch], hidden: [hidden] });
    let output = "";
    const onStdout = (chunk: Buffer): void => void (output += chunk.toString("utf8"));
    const result = await runProcess(launch, { onStdout, deadline: DEADLINE });
    if (!output.includes("done")) return firstLine(result.stderrTail) || "it did not run a command to its end";
    if (output.includes(secret)) return "a hidden file could be read";
    if (output.includes("wrote outside") || existsSync(join(outside, "written"))) return "it could write outside";
    if (!output.includes("wrote inside") || !existsSync(join(scratch, "written"))) return "it could not write inside";
    return undefined;
  } finally {
    await removeTree(folder);
  }
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? "";
