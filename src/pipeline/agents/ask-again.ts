import { setTimeout as sleep } from "node:timers/promises";
import type { FailureKind } from "#model/agent/agent-event.ts";
import type { Incident } from "#model/panel/reviewer.ts";

/** How one try went. */
export type AttemptEnd =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Beside the agent's own reasons: it was ended by the clock, by the user, or never ran. */
      readonly kind: FailureKind | "timeout" | "idle" | "stopped" | "not-started";
      readonly message: string;
      readonly waitSeconds?: number;
    };

/** One try of a reviewer, with what it said. */
export interface Attempt {
  readonly end: AttemptEnd;
  readonly text: string;
}

/** How patient we are. Times are seconds. */
export interface RetryLimits {
  /** The longest wait for an overloaded server, over all tries. */
  readonly longestWait: number;
  readonly signal: AbortSignal;
  readonly onNote: (note: string) => void;
}

/** The last try, or the one of all failed ones that said most; and what happened in between. */
export interface AttemptsResult<T extends Attempt> {
  readonly last: T;
  /** All tries, the first first. */
  readonly tries: readonly T[];
  readonly incidents: readonly Incident[];
}

/**
 * Tries once more where that may help: after a crash or a broken answer once and at once; while the server is overloaded
 * up to three times, waiting as long as it asks for, within bounds. Everything else is final.
 */
export async function askAgain<T extends Attempt>(
  attempt: () => Promise<T>,
  patience: RetryLimits,
): Promise<AttemptsResult<T>> {
  const incidents: Incident[] = [];
  const tries: T[] = [];
  let best: T | undefined;
  let waited = 0;
  for (let failures = 1; ; failures += 1) {
    const last = await attempt();
    tries.push(last);
    if (last.end.ok) return { last, tries, incidents };
    best = best === undefined || last.text.length >= best.text.length ? last : best;
    const { kind } = last.end;
    const message = last.end.message.replace(/[.\s]+$/, "");
    const wait = kind === "overload" ? (last.end.waitSeconds ?? DEFAULT_WAIT * failures) : 0;
    const isOver = patience.signal.aborted || failures > (TRIES[kind] ?? 0) || waited + wait > patience.longestWait;
    if (isOver) return { last: { ...best, end: last.end }, tries, incidents };
    if (wait > 0) {
      incidents.push({ kind: "waited", text: `${message}; waited ${Math.ceil(wait)} s and asked again` });
      patience.onNote(`overloaded, waits ${Math.ceil(wait)} s`);
      waited += wait;
      await sleep(wait * 1000, undefined, { signal: patience.signal }).catch(() => undefined);
    } else {
      incidents.push({ kind: "retried", text: `${message}; asked again` });
      patience.onNote("asked again");
    }
    if (patience.signal.aborted) return { last: { ...best, end: STOPPED }, tries, incidents };
  }
}

/** Who is stopped while it waits has not failed for what it waits for. */
const STOPPED: AttemptEnd = { ok: false, kind: "stopped", message: "was stopped" };

/** Further tries by reason. */
const TRIES: Readonly<Partial<Record<string, number>>> = { crash: 1, server: 1, garbage: 1, empty: 1, overload: 3 };

/** Where an overloaded server does not say how long to wait. Seconds, growing with each failure. */
const DEFAULT_WAIT = 15;
