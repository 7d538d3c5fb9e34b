import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { Incident, ToolCalls, Usage } from "#model/panel/reviewer.ts";
import { forgetOldest } from "#reviewers/agent/forget-oldest.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { MAX_REVIEW_LENGTH } from "../panel.ts";

/** Gets the events of a run while it continues. */
export interface TranscriptListener {
  /** The next piece of the reviewer's text. */
  onText(text: string): void;
  onTool(event: ToolEvent): void;
  onUsage(usage: Usage): void;
  /** The current activity in a few words. Untrusted. */
  onNote(note: string): void;
}

/** Collects the events of a run: every block of text, tool calls, usage and incidents. Its size is bounded. */
export class Transcript {
  readonly #listener: TranscriptListener;
  readonly #blocks: string[] = [];
  #block: string[] = [];
  #length = 0;
  /** Recent calls by id, and whether each has ended. */
  readonly #calls = new Map<string, boolean>();
  readonly #kinds = new Map<string, number>();
  #total = 0;
  readonly #incidents: Incident[] = [];
  /** The model that answers, by its own account. */
  model: string | undefined;
  version: string | undefined;
  usage: Usage | undefined;

  constructor(listener: TranscriptListener) {
    this.#listener = listener;
  }

  /** All blocks of text, in order. */
  get text(): string {
    return [...this.#blocks, this.#block.join("")].filter((part) => part.trim() !== "").join("\n\n");
  }

  /** Whether the text exceeds what is kept. */
  get isTooLong(): boolean {
    return this.#length > MAX_REVIEW_LENGTH;
  }

  get toolCalls(): ToolCalls {
    const kinds = [...this.#kinds].map(([name, count]) => ({ name, count }));
    return { total: this.#total, kinds: kinds.toSorted((a, b) => b.count - a.count) };
  }

  get incidents(): readonly Incident[] {
    return this.#incidents;
  }

  see(event: AgentEvent): void {
    switch (event.type) {
      case "begin":
        this.model = event.model ?? this.model;
        this.version = event.version ?? this.version;
        return this.#listener.onNote("begun");
      case "text":
        return this.#seeText(event.text);
      case "text:end":
        return this.#endBlock();
      case "text:void":
        this.#length -= lengthOf(this.#block);
        this.#block = [];
        return;
      case "thought":
        return this.#listener.onNote("thinking");
      case "tool":
        return this.#seeTool(event);
      case "usage":
        this.usage = event.usage;
        return this.#listener.onUsage(event.usage);
      case "model":
        this.model = event.model;
        return;
      case "retry":
        this.#note("waited", describeRetry(event));
        return this.#listener.onNote(describeRetry(event));
      case "oddity":
        return this.#note("odd", event.text);
      case "send":
      case "close":
        return;
    }
  }

  #seeText(text: string): void {
    const part = text.slice(0, Math.max(0, MAX_REVIEW_LENGTH - this.#length));
    this.#length += text.length;
    if (part === "") return;
    // Separates the blocks for listeners, too.
    if (this.#block.length === 0 && this.#blocks.length > 0) this.#listener.onText("\n\n");
    this.#block.push(part);
    this.#listener.onText(part);
  }

  #endBlock(): void {
    const text = this.#block.join("");
    if (text.trim() !== "") this.#blocks.push(text);
    this.#block = [];
  }

  #seeTool(event: ToolEvent): void {
    const wasOver = this.#calls.get(event.id);
    if (wasOver === undefined) this.#count(event);
    this.#calls.set(event.id, event.state !== "begun");
    forgetOldest(this.#calls);
    if (event.state === "denied" && wasOver !== true) this.#note("denied", describeDenied(event));
    this.#listener.onTool(event);
    if (event.state === "begun" || wasOver === undefined) this.#listener.onNote(describeTool(event));
  }

  #count({ name }: ToolEvent): void {
    this.#total += 1;
    const short = name.slice(0, MAX_NAME);
    const kind = this.#kinds.has(short) || this.#kinds.size < MAX_KINDS ? short : "others";
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  #note(kind: Incident["kind"], text: string): void {
    if (this.#incidents.length < MAX_INCIDENTS)
      this.#incidents.push({ kind, text: maskSecrets(text).slice(0, MAX_LENGTH) });
  }
}

/** A reviewer in a loop must not fill the record. */
const MAX_INCIDENTS = 50;
const MAX_LENGTH = 500;
/** Tools beyond these are counted together. */
const MAX_KINDS = 100;
const MAX_NAME = 200;

const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length, 0);

function describeDenied({ name, action, paths, detail }: ToolEvent): string {
  const about = (detail ?? paths.join(", ")).replace(DESK, "");
  const verb = action === "write" ? "tried to write" : action === "run" ? "tried to run" : `tried ${name}`;
  return `${verb}${about === "" ? "" : ` ${about}`}: denied`;
}

/** The path of the desk is private and hard to read. */
const DESK = /[^\s'"]*\/desks\/[^\s/]+\/[^\s/]+\/desk\//g;

function describeTool({ name, action, paths, detail }: ToolEvent): string {
  const [path = ""] = paths;
  const about = path === "" ? (detail ?? "") : shorten(path);
  return `${VERBS[action] ?? name} ${about}`.trim();
}

const VERBS: Readonly<Partial<Record<ToolEvent["action"], string>>> = {
  read: "reading",
  search: "searching",
  list: "listing",
  run: "running",
};

/** Removes the folder of the desk. */
function shorten(path: string): string {
  return path.replace(/^.*\/(?:code|review)\//, "");
}

function describeRetry({ reason, waitSeconds, status }: Extract<AgentEvent, { readonly type: "retry" }>): string {
  const wait = waitSeconds === undefined ? "" : `, waits ${Math.ceil(waitSeconds)} s`;
  const hasStatus = status === undefined || reason.includes(String(status));
  return `${hasStatus ? "" : `${status}: `}${reason}${wait}`;
}
