import { printable } from "#util/printable.ts";
import { findProgram } from "../process/find-program.ts";
import { wrapInBubblewrap } from "./bubblewrap.ts";
import { probeSandbox } from "./probe.ts";
import type { Sandbox, SandboxLevel } from "./sandbox.ts";
import { wrapInSeatbelt } from "./seatbelt.ts";

/** Where to look, and where to try it. */
export interface SandboxRequest {
  /** A folder of ours in which the trial leaves nothing behind; that of the desks. */
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

/** The strongest sandbox that holds here. It is tried each time; a level that was not seen to hold is not claimed. */
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
