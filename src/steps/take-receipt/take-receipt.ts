import type { Scope } from "#model/change/scope.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { AgentReceipt, HunkReading, NotGiven, OpenedFile } from "#model/panel/receipt.ts";
import { gateOf } from "./gate-of.ts";

/** What is known of one agent's reading when it has ended. */
export interface AgentWatch {
  readonly reviewer: ReviewerId;
  /** Its stream tells what its tools opened. */
  readonly isObservable: boolean;
  /** It ended well, so what it read it also judged. */
  readonly isWhole: boolean;
  readonly readings: readonly HunkReading[];
  readonly opened: readonly OpenedFile[];
  readonly notGiven: readonly Omit<NotGiven, "reviewer">[];
}

/** Draws up who of the agents read what, and which hunks too few have read. Undefined where no agent took part. */
export function takeReceipt(
  agents: readonly AgentWatch[],
  scope: Scope,
  { readers }: { readonly readers: number },
): AgentReceipt | undefined {
  if (agents.length === 0) return undefined;
  const observed = agents.filter(({ isObservable }) => isObservable);
  const unobserved = agents.filter(({ isObservable }) => !isObservable).map(({ reviewer }) => reviewer);
  const notGiven = agents.flatMap(({ reviewer, notGiven: files }) => files.map((file) => ({ reviewer, ...file })));
  const readings = observed.flatMap((agent) => agent.readings);
  const counting = observed.filter(({ isWhole }) => isWhole).map(({ reviewer }) => reviewer);
  return {
    readings,
    opened: observed.flatMap(({ opened }) => opened),
    ...(unobserved.length === 0 ? {} : { unobserved }),
    ...(notGiven.length === 0 ? {} : { notGiven }),
    gate: gateOf(readings, scope, { readers, agents: counting }),
  };
}
