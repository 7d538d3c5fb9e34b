import type { AgentEnd, AgentEvent, AgentFailure } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { failureKind } from "../../failure-kind.ts";
import { waitIn } from "../wait-in.ts";
import type { AgentExit, AgentJob, AgentReader } from "../agent-adapter.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { chooseSettings, modelOf, type SessionSetting } from "./choose-settings.ts";
import { Turn } from "./turn.ts";
import { readMessage, requestLine, type RpcError, type RpcMessage } from "./json-rpc.ts";
import { judgeExit, judgeStop } from "./judge-end.ts";
import { readUsage } from "./read-usage.ts";

/** The version of the protocol that we speak. */
export const PROTOCOL_VERSION = 1;

/** The id of the first request, whose answer sets the conversation going. */
export const INITIALIZE_ID = 0;

/** More lines that are no messages are counted, not told. */
const MAX_ODDITIES = 20;

const MAX_MESSAGE = 500;

/** The protocol's own code for an agent that wants a login. */
const AUTH_REQUIRED = -32000;

type Question = "initialize" | "session" | "prompt" | SessionSetting;

/**
 * A conversation over the Agent Client Protocol as a state machine: each line may bring events, and lines to be sent.
 * Success: the prompt was answered with `end_turn`, something was said, and nothing failed.
 */
export class AcpReader implements AgentReader {
  readonly #setup: AcpSetup;
  readonly #job: AgentJob;
  readonly #turn: Turn;
  /** What each request of ours is about, by its id. */
  readonly #asked = new Map<number, Question>([[INITIALIZE_ID, "initialize"]]);
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
    if (message === undefined) return this.#wonder(text);
    this.#count.messages += 1;
    if (message.kind === "request") return this.#turn.answer(message.id, message.method, message.params);
    if (message.kind !== "notification") return this.#answered(message);
    return message.method === "session/update" ? this.#update(fieldsOf(message.params["update"])) : [];
  }

  end(exit: AgentExit): AgentEnd {
    if (this.#failure !== undefined) return this.#failure;
    return this.#stopReason === undefined ? judgeExit(exit, this.#count) : judgeStop(this.#stopReason, this.#turn);
  }

  #answered(message: RpcMessage & { kind: "result" | "error" }): AgentEvent[] {
    const id = typeof message.id === "number" ? message.id : -1;
    const about = this.#asked.get(id);
    this.#asked.delete(id);
    if (about === undefined) return this.#wonder("an answer to a question that was not asked");
    if (message.kind === "error") return this.#failed(about, message.error);
    if (about === "initialize") return this.#initialized(message.result);
    if (about === "session") return this.#opened(message.result);
    return about === "prompt" ? this.#prompted(message.result) : this.#continue();
  }

  #initialized(result: Fields): AgentEvent[] {
    const version = result["protocolVersion"];
    if (version !== PROTOCOL_VERSION) {
      const named = String(JSON.stringify(version)).slice(0, 20);
      return this.#fail("garbage", `it speaks version ${named} of the protocol, not version ${PROTOCOL_VERSION}`);
    }
    const cwd = this.#setup.prepare?.(this.#job).cwd ?? this.#job.desk;
    return [
      { type: "begin", version: textOf(fieldsOf(result["agentInfo"])["version"]) },
      this.#ask("session", "session/new", { cwd, mcpServers: [], ...this.#setup.session }),
    ];
  }

  #opened(result: Fields): AgentEvent[] {
    this.#sessionId = textOf(result["sessionId"]) ?? "";
    if (this.#sessionId === "") return this.#fail("garbage", "it opened no session");
    const { settings, oddities, missing } = chooseSettings(result, this.#setup, this.#job);
    if (missing !== undefined) return this.#fail("crash", missing);
    this.#settings = [...settings];
    const model = settings.some(({ what }) => what === "model") ? this.#job.model : modelOf(result);
    return [
      ...this.#tellModel(model),
      ...oddities.map((text) => ({ type: "oddity" as const, text })),
      ...this.#continue(),
    ];
  }

  /** The next setting, or else the prompt. */
  #continue(): AgentEvent[] {
    const sessionId = this.#sessionId;
    const setting = this.#settings.shift();
    if (setting !== undefined) return [this.#ask(setting, setting.method, { sessionId, ...setting.params })];
    const prompt = [{ type: "text", text: this.#job.prompt }];
    return [this.#ask("prompt", "session/prompt", { sessionId, prompt })];
  }

  #prompted(result: Fields): AgentEvent[] {
    this.#stopReason = textOf(result["stopReason"]) ?? "none";
    const { usage, model } = readUsage(result, this.#setup);
    return [...this.#turn.endBlock(), ...this.#tellModel(model), ...this.#use(usage), { type: "close" }];
  }

  #failed(about: Question, { code, message, data }: RpcError): AgentEvent[] {
    const said = innerMessage(message);
    // An effort that it does not take is worth a word; a model or a mode that it does not take is the end.
    if (typeof about === "object" && !about.isNeeded) {
      return [{ type: "oddity", text: `its ${about.what} was not set: ${said}` }, ...this.#continue()];
    }
    const status = code >= 400 && code <= 599 ? code : undefined;
    const kind = code === AUTH_REQUIRED ? "login" : failureKind(`${message} ${data}`, status);
    const waitSeconds = kind === "overload" ? waitIn(said) : undefined;
    const told = typeof about === "object" ? `its ${about.what} could not be set: ${said}` : said;
    return this.#fail(kind, told, waitSeconds);
  }

  #update(told: Fields): AgentEvent[] {
    if (told["sessionUpdate"] === "usage_update") return this.#use(readUsage(told, this.#setup).usage);
    if (told["sessionUpdate"] === "config_option_update") return this.#tellModel(modelOf(told));
    return this.#turn.update(told);
  }

  #use(usage: Usage): AgentEvent[] {
    if (Object.keys(usage).length === 0) return [];
    this.#used = { ...this.#used, ...omitUndefined(usage) };
    return [{ type: "usage", usage: this.#used }];
  }

  #tellModel(model: string | undefined): AgentEvent[] {
    if (model === undefined || model === this.#model) return [];
    this.#model = model;
    return [{ type: "model", model }];
  }

  #ask(about: Question, method: string, params: object): AgentEvent {
    this.#count.asked += 1;
    this.#asked.set(this.#count.asked, about);
    return { type: "send", text: requestLine(this.#count.asked, method, params) };
  }

  #fail(kind: AgentFailure["kind"], message: string, waitSeconds?: number): AgentEvent[] {
    this.#failure ??= omitUndefined({ ok: false, kind, message: message.slice(0, MAX_MESSAGE), waitSeconds } as const);
    return [...this.#turn.endBlock(), { type: "close" }];
  }

  #wonder(text: string): AgentEvent[] {
    this.#count.odd += 1;
    return this.#count.odd > MAX_ODDITIES ? [] : [{ type: "oddity", text: text.slice(0, MAX_MESSAGE) }];
  }
}

/** Gemini wraps the server's answer as JSON into the message. */
function innerMessage(message: string): string {
  try {
    const inner = fieldsOf(fieldsOf(JSON.parse(message))["error"]);
    return textOf(inner["message"]) ?? message;
  } catch {
    return message;
  }
}
