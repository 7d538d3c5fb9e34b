import { readFileSync } from "node:fs";

/** What an agent of these tests does before it gives its review. */
export interface LoudAgent {
  /** So much text, in pieces of one megabyte. */
  readonly megabytes?: number;
  /** Calls of tools, each begun and ended. */
  readonly calls?: number;
  /** Bytes of one line that is nothing of the protocol. */
  readonly line?: number;
  /** What a call of a tool shows. */
  readonly shows?: string;
  /** What it says on standard error. */
  readonly complains?: string;
  /** Its review. */
  readonly says: string;
}

/** The command line of an agent that speaks ACP. */
export function loudAgent(agent: LoudAgent): string[] {
  const program = readFileSync(new URL("loud-agent.mjs", import.meta.url), "utf8");
  return [process.execPath, "--input-type=module", "-e", program, JSON.stringify(agent)];
}
