import type { GateResult } from "#model/panel/gate.ts";
import type { PullCheck } from "#model/pull/pull-request.ts";

/** A check that failed, and the gates of the same name or command. */
export interface ExplainedCheck {
  readonly check: PullCheck;
  readonly gates: readonly GateResult[];
}

const FAILED: readonly PullCheck["state"][] = ["failure", "timed-out"];

/** The failed checks that one of our gates repeats. A gate that was not run says nothing about any. */
export function explainChecks(checks: readonly PullCheck[], gates: readonly GateResult[]): ExplainedCheck[] {
  const known = gates.filter(({ state }) => state !== "not-allowed" && state !== "could-not-run");
  return checks
    .filter(({ state }) => FAILED.includes(state))
    .map((check) => ({ check, gates: known.filter((gate) => isSame(gate, check)) }))
    .filter((one) => one.gates.length > 0);
}

/** Whether the check has the words of the gate's name, or its command. */
function isSame({ name, command }: GateResult, check: PullCheck): boolean {
  const title = [check.workflow ?? "", check.name].join(" ").slice(0, 1000);
  const words = new Set(wordsIn(title));
  const own = wordsIn(name);
  const line = command.replaceAll(/\s+/g, " ").trim().toLowerCase();
  return (own.length > 0 && own.every((word) => words.has(word))) || title.toLowerCase().includes(line);
}

/** `Unit-Tests` and `unit test` have the same words. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "").map((word) => word.replace(/(?<=[a-z]{3})s$/, ""));
}
