import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import type { Protocol, StreamEvent } from "./protocols/protocol.ts";
import type { AnswerRecord } from "./request-record.ts";
import type { Fault } from "./scenario.ts";

/** Everything that is needed to send one answer. */
export interface Delivery {
  readonly protocol: Protocol;
  readonly answer: Answer;
  readonly stream: boolean;
  readonly fault?: Fault | undefined;
  readonly delayMs: number;
  readonly chunkMs: number;
  /** Where it is noted that we end the connection ourselves. */
  readonly record: AnswerRecord;
}

/** Sends an answer, or what the fault makes of it. Resolves when nothing more will be sent; a hang stays open. */
export async function deliver(response: ServerResponse, delivery: Delivery): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    if (delivery.delayMs > 0) await sleep(delivery.delayMs, undefined, { signal: gone.signal });
    if (delivery.fault === undefined || isMidway(delivery.fault)) await sendAnswer(response, delivery, gone.signal);
    else sendFault(response, delivery.fault, delivery);
  } catch (error) {
    // A client that goes away while we wait is an ordinary end; the record tells it.
    if (!gone.signal.aborted) throw error;
  }
}

/** The fault needs an answer to spoil. */
function isMidway(fault: Fault): boolean {
  if (fault.kind === "hang" || fault.kind === "garbage") return fault.at === "middle";
  return fault.kind === "cut" || fault.kind === "error-event";
}

async function sendAnswer(response: ServerResponse, delivery: Delivery, gone: AbortSignal): Promise<void> {
  const chunks = delivery.stream
    ? Array.from(delivery.protocol.events(delivery.answer), frame)
    : [JSON.stringify(delivery.protocol.whole(delivery.answer))];
  writeHeaders(response, delivery);
  const { fault } = delivery;
  const whole = fault === undefined ? chunks : firstHalf(chunks);
  for (const chunk of whole) {
    if (!response.write(chunk)) await once(response, "drain", { signal: gone });
    if (delivery.chunkMs > 0) await sleep(delivery.chunkMs, undefined, { signal: gone });
  }
  if (fault === undefined) response.end();
  else await spoil(response, fault, delivery);
}

/** What follows after the first half of an answer. */
async function spoil(response: ServerResponse, fault: Fault, delivery: Delivery): Promise<void> {
  const { protocol, stream } = delivery;
  if (fault.kind === "garbage") response.end(GARBAGE);
  else if (fault.kind === "error-event" && stream) {
    response.end(frame(protocol.errorEvent(fault.message ?? "The scripted answer failed.")));
  } else if (fault.kind !== "hang") {
    // What was written must be on its way before the connection ends, else the client sees no first half.
    await sleep(50);
    breakOff(response, delivery);
  }
}

function sendFault(response: ServerResponse, fault: Fault, delivery: Delivery): void {
  const { protocol } = delivery;
  if (fault.kind === "reset") breakOff(response, delivery);
  if (fault.kind === "hang" && fault.at === "headers") {
    writeHeaders(response, delivery);
    response.flushHeaders();
  }
  if (fault.kind === "garbage") {
    writeHeaders(response, delivery);
    response.end(GARBAGE);
  }
  if (fault.kind === "status") {
    const retry = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
    response.writeHead(fault.status, { "content-type": "application/json", ...retry });
    response.end(JSON.stringify(protocol.error(fault.status, fault.message ?? `Scripted error ${fault.status}.`)));
  }
}

function breakOff(response: ServerResponse, { record }: Delivery): void {
  record.end = "broken-off";
  response.destroy();
}

function writeHeaders(response: ServerResponse, { protocol, answer, stream }: Delivery): void {
  response.writeHead(200, {
    "content-type": stream ? "text/event-stream" : "application/json",
    "cache-control": "no-cache",
    "request-id": "req_scripted",
    // The real service names the model that answers here too; Codex tells of another one only by it.
    ...(protocol.name === "responses" && { "openai-model": answer.model }),
  });
}

function frame({ event, data }: StreamEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}

/** The first half of the events of a stream, or of the text of a document. */
function firstHalf(chunks: readonly string[]): string[] {
  const [only = ""] = chunks;
  return chunks.length > 1 ? chunks.slice(0, Math.ceil(chunks.length / 2)) : [only.slice(0, only.length / 2)];
}

/** No JSON, no stream, and no text either: control characters and bytes that are not UTF-8. */
const GARBAGE = Buffer.from(
  '\u0000\u0001<html>{]}data\u0007: nothing\n\n\u00ff\u00fe\u0080 event:\r\r\n{"type":',
  "latin1",
);
