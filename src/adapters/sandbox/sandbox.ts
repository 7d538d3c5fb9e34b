import type { Launch } from "../process/launch.ts";

/** How a program is kept from the user's files; `none` means only by its own rules. */
export type SandboxLevel = "bubblewrap" | "sandbox-exec" | "none";

/** What a program may do besides reading the system. Paths must exist; a deeper path overrides those above it. */
export interface SandboxPolicy {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** In addition to what is always hidden: all homes, and the system's temporary and run-time folders. */
  readonly hidden: readonly string[];
  /** A writable folder to show as the system's temporary folder, if the sandbox can do that. */
  readonly temp?: string;
  /** The program can reach the network unless this is false. */
  readonly network?: boolean;
}

/** A sandbox that was probed here and works, or none. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** A sentence for the report: what the sandbox prevents, or why there is none. */
  readonly says: string;
  /** Wraps a launch in the sandbox. The program's own installation stays readable. */
  wrap(launch: Launch, policy: SandboxPolicy): Promise<Launch>;
}
