import { describeGateState, type GateResult, gateSeconds, type GateState, NOT_ALLOWED } from "#model/panel/gate.ts";
import type { ReportGates } from "#model/panel/report-runs.ts";
import type { Review } from "#model/review.ts";
import { listSome } from "#util/words.ts";

/** What the report says of the gates. Undefined: the configuration names none. */
export function describeGates({ gates = [] }: Pick<Review, "gates">): ReportGates | undefined {
  if (gates.length === 0) return undefined;
  return {
    rows: gates.map((gate) => ({
      name: gate.name,
      command: gate.command,
      state: describeGateState(gate.state),
      isBlocking: gate.state === "newly-red" || gate.state === "could-not-run",
      seconds: gate.runs.length === 0 ? undefined : gateSeconds(gate),
      why: gate.why,
    })),
    sentence: WORST_FIRST.flatMap((state) => describeState(state, gates)).join("; "),
  };
}

const WORST_FIRST: readonly GateState[] = ["newly-red", "could-not-run", "flaky", "red-before", "green", "not-allowed"];

function describeState(state: GateState, gates: readonly GateResult[]): string[] {
  const names = gates.filter((gate) => gate.state === state).map(({ name }) => name);
  if (names.length === 0) return [];
  const words = state === "not-allowed" ? `not run: ${NOT_ALLOWED}` : describeGateState(state);
  return [`${listSome(names)} ${words}`];
}
