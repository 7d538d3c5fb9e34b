import { setTimeout as sleep } from "node:timers/promises";
import type { FailureKind } from "#model/agent/agent-event.ts";
import type { Fence } from "#model/panel/fence.ts";
import type { Incident, Isolation } from "#model/panel/reviewer.ts";
import { shortDuration } from "#util/words.ts";
import { TOO_LONG } from "../panel.ts";
import type { Transcript } from "./transcript.ts";

/** How one attempt ended. */
export type AttemptEnd =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** A reason of the agent, or ours: a limit or the user ended it, it never ran, or its answer could not be read. */
      readonly kind: FailureKind | "timeout" | "idle" | "stopped" | "not-started" | "unformed";
      readonly message: string;
      readonly waitSeconds?: number;
    };

/** One attempt of a reviewer with tools. */
export interface AgentAttempt {
  readonly end: AttemptEnd;
  /** Everything it wrote. */
  readonly text: string;
  readonly transcript: Transcript;
  readonly isolation?: Isolation;
  readonly incidents: readonly Incident[];
  /** What it did and must not do. Absent: it has no desk. */
  readonly fence?: Fence;
}

/** The part of an attempt that decides whether to ask again. */
type Ended = Pick<AgentAttempt, "end" | "text">;

/** How long to keep asking. */
export interface RetryLimits {
  /** The longest wait for an overloaded server over all attempts, in seconds. */
  readonly longestWait: number;
  readonly signal: AbortSignal;
  /** Called before it asks again, with a note for those who watch. */
  readonly onRetry: (incident: Incident, note: string) => void;
}

/**
 * Asks again where that may help: once and immediately after a crash or a broken answer; up to three times while the
 * server is overloaded, waiting as long as it asks for, within limits. Every other failure is final. Returns the
 * successful attempt; if all failed, the one with the most text, ended as the last one.
 */
export async function askAgain<T extends Ended>(
  attempt: () => Promise<T>,
  { longestWait, signal, onRetry }: RetryLimits,
): Promise<T> {
  let best: T | undefined;
  let waited = 0;
  for (let failures = 1; ; failures += 1) {
    const last = await attempt();
    if (last.end.ok) return last;
    best = best === undefined || last.text.length >= best.text.length ? last : best;
    const { kind } = last.end;
    const message = last.end.message.replace(/[.\s]+$/, "");
    const wait = kind === "overload" ? (last.end.waitSeconds ?? DEFAULT_WAIT * failures) : 0;
    const isFinal = signal.aborted || failures > (RETRIES[kind] ?? 0) || waited + wait > longestWait;
    if (isFinal) return { ...best, end: last.end };
    if (wait > 0) {
      const seconds = `${Math.ceil(wait)} s`;
      onRetry(
        { kind: "waited", text: `${message}; waited ${seconds} and asked again` },
        `overloaded, waits ${seconds}`,
      );
      waited += wait;
      await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
    } else {
      onRetry({ kind: "retried", text: `${message}; asked again` }, "asked again");
    }
    // A reviewer that is stopped during the wait has been stopped; the overload did not end it.
    if (signal.aborted) return { ...best, end: WAS_STOPPED };
  }
}

/** How often to ask again, by kind of failure. */
const RETRIES: Readonly<Partial<Record<string, number>>> = {
  crash: 1,
  server: 1,
  garbage: 1,
  empty: 1,
  unformed: 1,
  overload: 3,
};

/** The wait for an overloaded server that names none, in seconds. Grows with each failure. */
const DEFAULT_WAIT = 15;

/** The user stopped it. */
export const WAS_STOPPED: AttemptEnd = { ok: false, kind: "stopped", message: "was stopped" };

/** It wrote more than a review may hold. */
export const ANSWER_TOO_LONG: AttemptEnd = { ok: false, kind: "limit", message: TOO_LONG };

export function answerTimedOut(seconds: number): AttemptEnd {
  return { ok: false, kind: "timeout", message: `took longer than ${shortDuration(seconds)} and was ended` };
}

export function stoppedAnswering(seconds: number): AttemptEnd {
  return { ok: false, kind: "idle", message: `was silent for ${shortDuration(seconds)} and was ended` };
}

export function budgetSpent(limit: number | undefined): AttemptEnd {
  return { ok: false, kind: "budget", message: `was ended: the budget of $${limit ?? 0} is spent` };
}
