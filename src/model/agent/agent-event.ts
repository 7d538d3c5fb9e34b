import type { Usage } from "../panel/reviewer.ts";

/** What a reviewer with tools does, in one form for all vendors. All text in it is untrusted. */
export type AgentEvent =
  /** It has begun and identifies itself. Unknown fields are absent. */
  | { readonly type: "begin"; readonly model?: string; readonly version?: string; readonly tools?: readonly string[] }
  /** The next piece of its text. */
  | { readonly type: "text"; readonly text: string }
  /** A block of text has ended; what follows begins anew. */
  | { readonly type: "text:end" }
  /** The current block is void: its stream broke, and it is sent again from the start. */
  | { readonly type: "text:void" }
  /** It thinks. Shown while it works, never part of the review. */
  | { readonly type: "thought"; readonly text: string }
  | ToolEvent
  /** What the run has used so far: the whole, not the difference to the last. */
  | { readonly type: "usage"; readonly usage: Usage }
  /** The model that answered, if it is reported after the beginning. */
  | { readonly type: "model"; readonly model: string }
  /** It waits and tries again by itself. */
  | {
      readonly type: "retry";
      readonly reason: string;
      readonly status?: number;
      readonly waitSeconds?: number;
      readonly attempt?: number;
    }
  /** Something odd that is not the end. */
  | { readonly type: "oddity"; readonly text: string }
  /** To be written to its standard input: a conversation goes on. */
  | { readonly type: "send"; readonly text: string }
  /** The conversation is over: its standard input is to be closed, and the process ended if it does not go by itself. */
  | { readonly type: "close" };

/** What a tool call does, as far as a receipt cares. */
export type ToolAction = "read" | "search" | "list" | "run" | "write" | "fetch" | "other";

/** One tool call, reported when it begins and when it ends; some agents report only the end. */
export interface ToolEvent {
  readonly type: "tool";
  /** The same for the beginning and the end of one call. */
  readonly id: string;
  /** As the agent calls it: Read, exec_command. */
  readonly name: string;
  readonly action: ToolAction;
  readonly state: "begun" | "done" | "failed" | "denied";
  /** Files or folders it is about, as given: absolute, or from the working directory. */
  readonly paths: readonly string[];
  /** Lines asked for, from 1, both included; absent: all, or unknown. */
  readonly lines?: { readonly start: number; readonly end: number };
  /** The command line or the pattern. */
  readonly detail?: string;
  /** The command line, where a call that runs one is not a `run` because it only reads. */
  readonly command?: string;
  /** What the agent was shown. Absent: its stream does not contain it. */
  readonly output?: string;
}

/** How a run went, by the agent's own rule of success. */
export type AgentEnd = { readonly ok: true } | AgentFailure;

/** Why a run did not go well. */
export interface AgentFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  /** One sentence for people; may hold the agent's own words. */
  readonly message: string;
  /** How long the server asks to wait. */
  readonly waitSeconds?: number;
}

/**
 * `login`: not signed in, or not allowed. `overload`: 429, 529, quota. `server`: 5xx, a cut stream, no connection.
 * `refusal`: the model refuses. `empty`: it ended normally without any text. `limit`: prompt too long, too many
 * turns. `budget`: the money is spent. `garbage`: its output cannot be understood. `crash`: everything else.
 */
export type FailureKind =
  "login" | "overload" | "server" | "refusal" | "empty" | "limit" | "budget" | "garbage" | "crash";
