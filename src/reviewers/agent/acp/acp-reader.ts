import type { AgentEnd, AgentEvent, AgentFailure } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { failureKind, secondsToWait } from "../../failure-kind.ts";
import type { AgentExit, AgentJob, AgentReader } from "../agent-adapter.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { chooseSettings, modelOf, type SessionSetting } from "./choose-settings.ts";
import { Turn } from "./turn.ts";
import { readMessage, requestLine, type RpcError, type RpcMessage } from "./json-rpc.ts";
import { endByExit, endByStop } from "./judge-end.ts";
import { readUsage } from "./read-usage.ts";

/** The protocol version that we support. */
export const PROTOCOL_VERSION = 1;

/** The id of the first request. */
export const INITIALIZE_ID = 0;

/** How many lines that are not messages are reported. */
const MAX_ODDITIES = 20;

const MAX_MESSAGE = 500;

/** The protocol's code for a missing login. */
const AUTH_REQUIRED = -32000;

type Request = "initialize" | "session" | "prompt" | SessionSetting;

/**
 * A conversation over the Agent Client Protocol as a state machine: each line may yield events and lines to send. It
 * succeeds if the prompt was answered with `end_turn` and some text, and nothing failed.
 */
export class AcpReader implements AgentReader {
  readonly #setup: AcpSetup;
  readonly #job: AgentJob;
  readonly #turn: Turn;
  /** Our open requests by id. */
  readonly #asked = new Map<number, Request>([[INITIALIZE_ID, "initialize"]]);
  readonly #count = { messages: 0, odd: 0, asked: INITIALIZE_ID };
  #settings: SessionSetting[] = [];
  #sessionId = "";
  #model: string | undefined;
  #used: Usage = {};
  #stopReason: string | undefined;
  #failure: AgentFailure | undefined;

  constructor(setup: AcpSetup, job: AgentJob) {
    this.#setup = setup;
    this.#job = job;
    this.#turn = new Turn(setup, job.desk);
  }

  line(text: string): AgentEvent[] {
    if (text.trim() === "") return [];
    const message = readMessage(text);
    if (message === undefined) return this.#oddity(text);
    this.#count.messages += 1;
    if (message.kind === "request") return this.#turn.answer(message.id, message.method, message.params);
    if (message.kind !== "notification") return this.#answered(message);
    return message.method === "session/update" ? this.#update(fieldsOf(message.params["update"])) : [];
  }

  end(exit: AgentExit): AgentEnd {
    if (this.#failure !== undefined) return this.#failure;
    return this.#stopReason === undefined ? endByExit(exit, this.#count) : endByStop(this.#stopReason, this.#turn);
  }

  #answered(message: RpcMessage & { kind: "result" | "error" }): AgentEvent[] {
    const id = typeof message.id === "number" ? message.id : -1;
    const about = this.#asked.get(id);
    this.#asked.delete(id);
    if (about === undefined) return this.#oddity("an answer to a request that was not made");
    if (message.kind === "error") return this.#failed(about, message.error);
    if (about === "initialize") return this.#initialized(message.result);
    if (about === "session") return this.#opened(message.result);
    return about === "prompt" ? this.#prompted(message.result) : this.#continue();
  }

  #initialized(result: Fields): AgentEvent[] {
    const version = result["protocolVersion"];
    if (version !== PROTOCOL_VERSION) {
      const named = String(JSON.stringify(version)).slice(0, 20);
      return this.#fail("garbage", `it uses version ${named} of the protocol, not version ${PROTOCOL_VERSION}`);
    }
    const cwd = this.#setup.prepare?.(this.#job).cwd ?? this.#job.desk;
    return [
      { type: "begin", version: textOf(fieldsOf(result["agentInfo"])["version"]) },
      this.#request("session", "session/new", { cwd, mcpServers: [], ...this.#setup.session }),
    ];
  }

  #opened(result: Fields): AgentEvent[] {
    this.#sessionId = textOf(result["sessionId"]) ?? "";
    if (this.#sessionId === "") return this.#fail("garbage", "it did not open a session");
    const { settings, oddities, missing } = chooseSettings(result, this.#setup, this.#job);
    if (missing !== undefined) return this.#fail("crash", missing);
    this.#settings = [...settings];
    const model = settings.some(({ what }) => what === "model") ? this.#job.model : modelOf(result);
    return [
      ...this.#useModel(model),
      ...oddities.map((text) => ({ type: "oddity" as const, text })),
      ...this.#continue(),
    ];
  }

  /** The next setting, or else the prompt. */
  #continue(): AgentEvent[] {
    const sessionId = this.#sessionId;
    const setting = this.#settings.shift();
    if (setting !== undefined) return [this.#request(setting, setting.method, { sessionId, ...setting.params })];
    const prompt = [{ type: "text", text: this.#job.prompt }];
    return [this.#request("prompt", "session/prompt", { sessionId, prompt })];
  }

  #prompted(result: Fields): AgentEvent[] {
    this.#stopReason = textOf(result["stopReason"]) ?? "none";
    const { usage, model } = readUsage(result, this.#setup);
    return [...this.#turn.endBlock(), ...this.#useModel(model), ...this.#use(usage), { type: "close" }];
  }

  #failed(about: Request, { code, message, data }: RpcError): AgentEvent[] {
    const reason = innerMessage(message);
    // An unsupported effort is only reported. An unsupported model or mode ends the run.
    if (typeof about === "object" && !about.isNeeded) {
      return [{ type: "oddity", text: `its ${about.what} was not set: ${reason}` }, ...this.#continue()];
    }
    const status = code >= 400 && code <= 599 ? code : undefined;
    const kind = code === AUTH_REQUIRED ? "login" : failureKind(`${message} ${data}`, status);
    const waitSeconds = kind === "overload" ? secondsToWait(reason) : undefined;
    const text = typeof about === "object" ? `its ${about.what} could not be set: ${reason}` : reason;
    return this.#fail(kind, text, waitSeconds);
  }

  #update(update: Fields): AgentEvent[] {
    if (update["sessionUpdate"] === "usage_update") return this.#use(readUsage(update, this.#setup).usage);
    if (update["sessionUpdate"] === "config_option_update") return this.#useModel(modelOf(update));
    return this.#turn.update(update);
  }

  #use(usage: Usage): AgentEvent[] {
    if (Object.keys(usage).length === 0) return [];
    this.#used = { ...this.#used, ...omitUndefined(usage) };
    return [{ type: "usage", usage: this.#used }];
  }

  #useModel(model: string | undefined): AgentEvent[] {
    if (model === undefined || model === this.#model) return [];
    this.#model = model;
    return [{ type: "model", model }];
  }

  #request(about: Request, method: string, params: object): AgentEvent {
    this.#count.asked += 1;
    this.#asked.set(this.#count.asked, about);
    return { type: "send", text: requestLine(this.#count.asked, method, params) };
  }

  #fail(kind: AgentFailure["kind"], message: string, waitSeconds?: number): AgentEvent[] {
    this.#failure ??= { ok: false, kind, message: message.slice(0, MAX_MESSAGE), waitSeconds };
    return [...this.#turn.endBlock(), { type: "close" }];
  }

  #oddity(text: string): AgentEvent[] {
    this.#count.odd += 1;
    return this.#count.odd > MAX_ODDITIES ? [] : [{ type: "oddity", text: text.slice(0, MAX_MESSAGE) }];
  }
}

/** Gemini puts the server's answer into the message as JSON. */
function innerMessage(message: string): string {
  try {
    const inner = fieldsOf(fieldsOf(JSON.parse(message))["error"]);
    return textOf(inner["message"]) ?? message;
  } catch {
    return message;
  }
}
