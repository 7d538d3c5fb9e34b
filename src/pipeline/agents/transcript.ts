import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { Incident, ToolCalls, Usage } from "#model/panel/reviewer.ts";

/** Who hears of a run while it goes on. */
export interface TranscriptListener {
  /** The next piece of the reviewer's text. */
  onText(text: string): void;
  onTool(event: ToolEvent): void;
  onUsage(usage: Usage): void;
  /** What it does now, in a few words. Untrusted. */
  onNote(note: string): void;
}

/** Everything that a run has told of itself so far. Keeps every block of text, not only the last; one that is said again, once. */
export class Transcript {
  readonly #listener: TranscriptListener;
  readonly #blocks: string[] = [];
  #block: string[] = [];
  readonly #calls = new Map<string, { readonly name: string; readonly isOver: boolean }>();
  readonly #incidents: Incident[] = [];
  /** The model that answers, as it says itself. */
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

  get toolCalls(): ToolCalls {
    return countCalls([...this.#calls.values()].map(({ name }) => name));
  }

  get incidents(): readonly Incident[] {
    return this.#incidents;
  }

  /** Takes one more event. */
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
        this.#note("waited", sayRetry(event));
        return this.#listener.onNote(sayRetry(event));
      case "oddity":
        return this.#note("odd", event.text);
      case "send":
      case "close":
        return;
    }
  }

  #seeText(text: string): void {
    // A new block stands apart from the one before, also where the words are kept as they come.
    if (this.#block.length === 0 && this.#blocks.length > 0) this.#listener.onText("\n\n");
    this.#block.push(text);
    this.#listener.onText(text);
  }

  #endBlock(): void {
    const text = this.#block.join("");
    if (text.trim() !== "") this.#blocks.push(text);
    this.#block = [];
  }

  #seeTool(event: ToolEvent): void {
    const known = this.#calls.get(event.id);
    this.#calls.set(event.id, { name: event.name, isOver: event.state !== "begun" });
    if (event.state === "denied" && known?.isOver !== true) this.#note("denied", sayDenied(event));
    this.#listener.onTool(event);
    if (event.state === "begun" || known === undefined) this.#listener.onNote(describeTool(event));
  }

  #note(kind: Incident["kind"], text: string): void {
    if (this.#incidents.length < MOST_INCIDENTS) this.#incidents.push({ kind, text: text.slice(0, LONGEST) });
  }
}

/** A reviewer in a loop must not fill the record. */
const MOST_INCIDENTS = 50;
const LONGEST = 500;

function countCalls(names: readonly string[]): ToolCalls {
  const kinds = new Map<string, number>();
  for (const name of names) kinds.set(name, (kinds.get(name) ?? 0) + 1);
  const counted = [...kinds].map(([name, count]) => ({ name, count }));
  return { total: names.length, kinds: counted.toSorted((a, b) => b.count - a.count) };
}

function sayDenied({ name, action, paths, detail }: ToolEvent): string {
  const about = (detail ?? paths.join(", ")).replace(DESK, "");
  const verb = action === "write" ? "tried to write" : action === "run" ? "tried to run" : `tried ${name}`;
  return `${verb}${about === "" ? "" : ` ${about}`}: denied`;
}

/** Where desks lie is nobody's business, and makes what happened hard to read. */
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

/** As people know it: without the folder of the desk. */
function shorten(path: string): string {
  return path.replace(/^.*\/(?:code|review)\//, "");
}

function sayRetry({ reason, waitSeconds, status }: Extract<AgentEvent, { readonly type: "retry" }>): string {
  const wait = waitSeconds === undefined ? "" : `, waits ${Math.ceil(waitSeconds)} s`;
  const isSaid = status === undefined || reason.includes(String(status));
  return `${isSaid ? "" : `${status}: `}${reason}${wait}`;
}
