import type { Config } from "#config/config.ts";
import type { Gate } from "#model/panel/gate.ts";
import { listSome } from "#util/words.ts";

/** How a change of the configuration weakens the gates. Phrases that follow "this change". */
export function compareGates(now: readonly Gate[], before: readonly Gate[]): string[] {
  const sameName = ({ name }: Gate): Gate | undefined => now.find((gate) => gate.name === name);
  const removed = before.filter((gate) => sameName(gate) === undefined);
  // Another command may check less, and nobody has agreed to it yet.
  const altered = before.filter((gate) => {
    const same = sameName(gate);
    return same !== undefined && PARTS.some((part) => same[part] !== gate[part]);
  });
  return [...describe("removes", removed), ...describe("alters", altered)];
}

/** How a change of the configuration weakens the gates and what runs before them. Phrases that follow "this change". */
export function compareGating(
  now: Pick<Config, "gates" | "agents">,
  before: Pick<Config, "gates" | "agents">,
): string[] {
  const found = compareGates(now.gates, before.gates);
  // Set-up commands can change all that gates check. Without a gate before the change nothing is weaker.
  const [setup, former] = [now.agents.setup, before.agents.setup];
  const isSame = setup.length === former.length && setup.every((command, at) => command === former[at]);
  if (isSame || before.gates.length === 0) return found;
  return [...found, "alters the set-up commands, with which its gates run,"];
}

/** What decides what a gate checks, and what is read of it. */
const PARTS = ["command", "format", "report"] as const;

function describe(verb: string, gates: readonly Gate[]): string[] {
  if (gates.length === 0) return [];
  return [`${verb} the ${gates.length === 1 ? "gate" : "gates"} ${listSome(gates.map(({ name }) => name))}`];
}
