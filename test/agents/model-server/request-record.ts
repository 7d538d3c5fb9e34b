import type { IncomingHttpHeaders } from "node:http";
import type { ModelRequest } from "./model-request.ts";

/** One request as it arrived, and how it was answered. The answer's fields are filled in as it proceeds. */
export interface RequestRecord {
  readonly scenario: string;
  readonly method: string;
  /** The path below the scenario's, with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Arrival of the whole request, in milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
  /** The parsed body; the text itself when it is no JSON. */
  readonly body: unknown;
  /** What the model was asked; undefined for probes and for what is no request to a model. */
  request?: ModelRequest;
  answer: AnswerRecord;
}

/** How a request was answered. */
export interface AnswerRecord {
  /** A scripted step, a side request's text, a fault, a probe of the client, or a mistake of the script. */
  kind: "step" | "side" | "fault" | "probe" | "script-error";
  /** The step, counted from 0. */
  step?: number;
  /** The kind of fault, or what is wrong with the script. */
  what?: string;
  /** The HTTP status, once the headers were sent. */
  status?: number;
  /** Names of the tools called; a name in brackets is a tool that the client did not offer. */
  calls?: readonly string[];
  /** How it ended: complete, ended by us, or given up by the client. Undefined while it is under way. */
  end?: "complete" | "broken-off" | "client-closed";
  /** When it ended, in milliseconds since 1970. */
  endedAt?: number;
}
