import type { SetUpPlan } from "#adapters/desk/set-up.ts";
import { findSandbox } from "#adapters/sandbox/find-sandbox.ts";
import { tmpdir } from "node:os";

/** These commands, in the sandbox if this machine has one, with the network, kept nowhere. */
export const planFor = (...commands: string[]): SetUpPlan => ({
  commands,
  sandbox: () => findSandbox({ root: tmpdir() }),
  hidden: [],
  network: true,
  mayLackSandbox: true,
});
