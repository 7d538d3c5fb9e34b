import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chooseStep, composeAnswer } from "./answer.ts";
import { deliver } from "./deliver.ts";
import { asObject } from "./json.ts";
import type { ModelRequest } from "./model-request.ts";
import { answerProbe } from "./probe.ts";
import type { Protocol } from "./protocols/protocol.ts";
import { PROTOCOLS } from "./protocols/protocols.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Fault, Scenario } from "./scenario.ts";

/** A running scripted model server. */
export interface ModelServer {
  /** The base URL of a scenario, without a version: a client of OpenAI's protocols wants `/v1` behind it. */
  url(scenario: string): string;
  /** The requests so far, of one scenario or of all, oldest first. */
  requests(scenario?: string): readonly RequestRecord[];
  /** Adds or replaces a scenario and forgets which of its faults have happened. */
  set(scenario: string, script: Scenario): void;
  /** Ends the server and every connection, also those that hang. */
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1 that plays the scenarios for any number of clients at the same time. */
export async function startModelServer(options: {
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly port?: number;
}): Promise<ModelServer> {
  const stage = new Stage(options.scenarios);
  const server = createServer((request, response) => {
    stage.serve(request, response).catch((error: unknown) => fail(response, error));
  });
  // A hanging answer must be given up by the client, not by us.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (scenario) => `http://127.0.0.1:${port}/s/${encodeURIComponent(scenario)}`,
    requests: (scenario) => stage.records.filter((record) => scenario === undefined || record.scenario === scenario),
    set: (scenario, script) => stage.set(scenario, script),
    close: () =>
      new Promise((resolve) => {
        for (const { answer } of stage.records) answer.end ??= "broken-off";
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The scenarios, how often their faults have happened, and the log. */
class Stage {
  readonly records: RequestRecord[] = [];
  readonly #scenarios: Map<string, Scenario>;
  readonly #happened = new Map<string, Map<Fault, number>>();

  constructor(scenarios: Readonly<Record<string, Scenario>>) {
    this.#scenarios = new Map(Object.entries(scenarios));
  }

  set(name: string, script: Scenario): void {
    this.#scenarios.set(name, script);
    this.#happened.delete(name);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = await recordOf(request);
    this.records.push(record);
    follow(record, response);
    const scenario = this.#scenarios.get(record.scenario);
    if (scenario === undefined) throw scriptError(record, `there is no scenario "${record.scenario}"`);
    const asked = record.method === "POST" ? ask(record) : undefined;
    if (asked === undefined) return answerProbe(record, response);
    record.request = asked.request;
    await this.#play(scenario, { record, response, ...asked });
  }

  async #play(scenario: Scenario, turn: Turn): Promise<void> {
    const { record, request, protocol, response } = turn;
    const side = request.tools.length === 0 && scenario.toolless !== true;
    const { index, step } = side
      ? { index: undefined, step: { text: scenario.sideText ?? "A side answer." } }
      : chooseStep(scenario, request);
    const fault = index === undefined ? undefined : this.#nextFault(record.scenario, scenario, index);
    const answer = composeAnswer(scenario, step, request);
    const calls = answer.blocks
      .filter((block) => block.type === "call")
      .map(({ name, unoffered }) => (unoffered ? `(${name})` : name));
    Object.assign(record.answer, {
      kind: side ? "side" : fault === undefined ? "step" : "fault",
      ...(index !== undefined && { step: index }),
      ...(fault !== undefined && { what: fault.kind }),
      calls,
    });
    await deliver(response, {
      protocol,
      answer,
      stream: request.stream,
      fault,
      delayMs: step.delayMs ?? scenario.delayMs ?? 0,
      chunkMs: step.chunkMs ?? scenario.chunkMs ?? 0,
      record: record.answer,
    });
  }

  /** The fault for a step, if one is left that applies; it counts as happened. */
  #nextFault(name: string, scenario: Scenario, step: number): Fault | undefined {
    const happened = this.#happened.get(name) ?? new Map<Fault, number>();
    this.#happened.set(name, happened);
    const fault = scenario.faults?.find(
      (candidate) =>
        (candidate.step === undefined || candidate.step === step) &&
        (happened.get(candidate) ?? 0) < (candidate.times ?? Infinity),
    );
    if (fault !== undefined) happened.set(fault, (happened.get(fault) ?? 0) + 1);
    return fault;
  }
}

interface Turn {
  readonly record: RequestRecord;
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  readonly request: ModelRequest;
}

async function recordOf(request: IncomingMessage): Promise<RequestRecord> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts);
  const [, scenario = "", path = "/"] = /^\/s\/([^/?]+)(.*)$/s.exec(request.url ?? "") ?? [];
  return {
    scenario: decodeURIComponent(scenario),
    method: request.method ?? "",
    path: path === "" ? "/" : path,
    headers: request.headers,
    at: Date.now(),
    bytes: raw.length,
    body: parsed(raw.toString("utf8")),
    answer: { kind: "probe" },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Notes in the record how the answer ends, unless we have noted already that we end it. */
function follow({ answer }: RequestRecord, response: ServerResponse): void {
  response.once("close", () => {
    if (response.headersSent) answer.status = response.statusCode;
    answer.end ??= response.writableFinished ? "complete" : "client-closed";
    answer.endedAt = Date.now();
  });
}

/** What the model is asked, when the path is one of a protocol's. */
function ask({ path, body }: RequestRecord): Pick<Turn, "protocol" | "request"> | undefined {
  const [bare = ""] = path.split("?");
  for (const protocol of PROTOCOLS) {
    const match = protocol.path.exec(bare);
    if (match !== null) return { protocol, request: protocol.read(asObject(body), match.groups ?? {}) };
  }
  return undefined;
}

function scriptError(record: RequestRecord, what: string): Error {
  Object.assign(record.answer, { kind: "script-error", what });
  return new Error(what);
}

/** A mistake in a script is the test's fault, not a scripted fault: it is answered so that no client tries again. */
function fail(response: ServerResponse, error: unknown): void {
  const message = `Mistake in the script: ${error instanceof Error ? error.message : String(error)}`;
  if (!response.headersSent) response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
}
