import type { Launch } from "../process/launch.ts";

/** How a program is kept from the user's files; `none` means by its own good will only. */
export type SandboxLevel = "bubblewrap" | "sandbox-exec" | "none";

/** What a program may do beside reading the system. Folders must exist; what is deeper wins over what is above it. */
export interface SandboxPolicy {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Beside what is always hidden: the user's home, other homes, the system's temporary and run-time folders. */
  readonly hidden: readonly string[];
  /** A writable folder that is shown as the system's temporary folder, where the sandbox can do that. */
  readonly temp?: string;
  /** The program can reach the network unless this is false. */
  readonly network?: boolean;
}

/** A sandbox that was tried here and held. */
export interface Sandbox {
  readonly level: SandboxLevel;
  /** One sentence for the report: what holds, or why nothing does. */
  readonly says: string;
  /** The same launch inside the sandbox; the program's own installation can be read. */
  wrap(launch: Launch, policy: SandboxPolicy): Promise<Launch>;
}
