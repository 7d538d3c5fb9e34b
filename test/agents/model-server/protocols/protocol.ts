import type { Answer } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import type { ModelRequest, ProtocolName } from "../model-request.ts";

/** One vendor's wire protocol: values in, values out; sending them is the transport's business. */
export interface Protocol {
  readonly name: ProtocolName;
  /** The path, below the scenario's, of requests that ask the model. Named groups are given to `read`. */
  readonly path: RegExp;
  read(body: JsonObject, groups: Readonly<Record<string, string>>): ModelRequest;
  /** The answer as one JSON document. */
  whole(answer: Answer): unknown;
  /** The answer as the events of a stream, in order. */
  events(answer: Answer): Iterable<StreamEvent>;
  /** The body of an HTTP error. */
  error(status: number, message: string): unknown;
  /** The event by which a stream that has begun reports an error. */
  errorEvent(message: string): StreamEvent;
}

/** One event of a stream: a JSON value, or literal text, with the event's name where the protocol gives one. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}
