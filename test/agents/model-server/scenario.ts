import type { ModelRequest } from "./model-request.ts";

/** A script for one conversation with a client: what the model says, turn by turn, and what goes wrong on the way. */
export interface Scenario {
  /** One step per assistant turn. A client that asks on after the last step gets the last step again. */
  readonly steps: readonly (Step | StepFunction)[];
  /** What goes wrong. The first fault that applies is served instead of the step, or spoils it. */
  readonly faults?: readonly Fault[];
  /** The model named in the answers; a name other than the one asked for is a silent fall-back. */
  readonly model?: string;
  readonly usage?: Partial<Usage>;
  /** Think time before the first byte, in milliseconds. */
  readonly delayMs?: number;
  /** Time between two pieces of a streamed answer, in milliseconds. */
  readonly chunkMs?: number;
  /** The folder that relative paths start from when the request does not tell the client's working directory. */
  readonly root?: string;
  /** The client under test offers no tools, so a request without tools is no side request (title, summary, routing). */
  readonly toolless?: boolean;
  /** The answer to a side request. */
  readonly sideText?: string;
}

/** What the model says in one assistant turn. A step without anything in it is an empty answer. */
export interface Step {
  readonly reasoning?: string;
  /** Text, given before the calls; several strings are several blocks where the protocol knows blocks. */
  readonly text?: string | readonly string[];
  /** Tools called at the same time. */
  readonly calls?: readonly Call[];
  /** A structured answer: a call of the client's tool for that purpose when it offers one, else JSON as text. */
  readonly json?: unknown;
  /** The model declines, in the words given, after whatever text there is. */
  readonly refusal?: string;
  /** How many turns in a row this step is given; 1 unless said otherwise. */
  readonly repeat?: number;
  readonly model?: string;
  readonly usage?: Partial<Usage>;
  readonly delayMs?: number;
  readonly chunkMs?: number;
}

/** A step that depends on what the client sent, for example on a path that stands in its prompt. */
export type StepFunction = (request: ModelRequest) => Step;

/**
 * A tool call in abstract form. It becomes a call of the tool that the client offers for it. When it offers none, the
 * tool that its kind of client is known to have is called nevertheless: that is what an attempt looks like. A relative
 * path is meant from the client's working directory.
 */
export type Call =
  | { readonly tool: "read"; readonly path: string; readonly lines?: readonly [first: number, last: number] }
  | { readonly tool: "grep"; readonly pattern: string; readonly path?: string }
  | { readonly tool: "list"; readonly path?: string }
  | { readonly tool: "shell"; readonly command: string }
  | { readonly tool: "write"; readonly path: string; readonly content: string }
  | { readonly tool: "diff"; readonly path?: string }
  | { readonly tool: "blame"; readonly path: string; readonly lines?: readonly [first: number, last: number] }
  | { readonly tool: "exact"; readonly name: string; readonly input: Readonly<Record<string, unknown>> | string };

/** Something that goes wrong, by default every time and at every step. */
export type Fault = FaultKind & {
  /** How often it happens before it is over; for ever unless given. Counted per scenario, over all its clients. */
  readonly times?: number;
  /** Only at this step, counted from 0. */
  readonly step?: number;
};

/** The ways in which an answer goes wrong. */
export type FaultKind =
  /** An HTTP error in the words of the vendor; `retryAfter` is in seconds. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number; readonly message?: string }
  /** Silence: before the headers, after them, or in the middle of the answer. */
  | { readonly kind: "hang"; readonly at: "start" | "headers" | "middle" }
  /** The connection ends without a word. */
  | { readonly kind: "reset" }
  /** The connection ends in the middle of the answer. */
  | { readonly kind: "cut" }
  /** Bytes that are neither JSON nor a stream: as the whole answer, or from its middle on. */
  | { readonly kind: "garbage"; readonly at: "start" | "middle" }
  /** The answer turns into the vendor's error message in the middle of the stream. */
  | { readonly kind: "error-event"; readonly message?: string };

/** Tokens of one answer. `input` is without what came from the cache; `reasoning` is part of `output`. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** The tokens of an answer whose scenario says nothing about them. */
export const DEFAULT_USAGE: Usage = { input: 1200, cached: 200, output: 34, reasoning: 8 };
