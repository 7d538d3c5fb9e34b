import type { ToolEvent } from "#model/agent/agent-event.ts";
import type { CommandLog, LoggedCommand } from "#model/panel/command-log.ts";

/** Keeps the commands of a run, so that what its author says of them can be compared later. Its size is bounded. */
export class CommandRecorder {
  readonly #mask: (text: string) => string;
  readonly #commands = new Map<string, LoggedCommand>();
  #left = 0;
  #length = 0;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  see(event: ToolEvent): void {
    const command = event.command ?? (event.action === "run" ? event.detail : undefined);
    const known = this.#commands.get(event.id);
    if (command === undefined && known === undefined) return;
    if (known !== undefined && event.state === "begun") return;
    if (known === undefined && this.#commands.size >= MAX_COMMANDS) {
      // Of a command that is not kept, only the end or the beginning counts.
      if (event.state !== "begun") this.#left += 1;
      return;
    }
    this.#length -= known?.output?.length ?? 0;
    const next = this.#shorten(command ?? known?.command ?? "", event);
    this.#length += next.output?.length ?? 0;
    this.#commands.set(event.id, next);
  }

  get log(): CommandLog {
    const commands = [...this.#commands.values()];
    return this.#left === 0 ? { commands } : { commands, left: this.#left };
  }

  #shorten(command: string, { state, output, action }: ToolEvent): LoggedCommand {
    // What only reads files prints files: too much to keep, and nobody calls that a run.
    const most = Math.min(action === "run" ? MAX_OUTPUT : MAX_READ_OUTPUT, Math.max(0, MAX_TOTAL - this.#length));
    // Masked before it is cut: half a credential is not recognised.
    const shown = output === undefined ? undefined : this.#mask(bothEnds(output, MAX_MASKED));
    const kept = shown === undefined ? undefined : bothEnds(shown, most);
    const isCut = command.length > MAX_COMMAND || kept !== shown || isShortened(output ?? "");
    return {
      command: this.#mask(command.slice(0, MAX_MASKED)).slice(0, MAX_COMMAND),
      state,
      ...(kept === undefined ? {} : { output: kept }),
      ...(isCut ? { cut: true as const } : {}),
    };
  }
}

/** The commands of all attempts of a reviewer: the last one may only repeat in another form what an earlier one ran. */
export class AttemptLogs {
  readonly #mask: (text: string) => string;
  readonly #recorders: CommandRecorder[] = [];

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** The recorder of the next attempt. */
  begin(): CommandRecorder {
    const recorder = new CommandRecorder(this.#mask);
    this.#recorders.push(recorder);
    return recorder;
  }

  get joined(): CommandLog {
    return joinLogs(this.#recorders.map(({ log }) => log));
  }
}

/** The logs of several attempts as one. */
export function joinLogs(logs: readonly CommandLog[]): CommandLog {
  const all = logs.flatMap(({ commands }) => commands);
  const left = logs.reduce((sum, log) => sum + (log.left ?? 0), 0) + Math.max(0, all.length - MAX_COMMANDS);
  const commands = all.slice(0, MAX_COMMANDS);
  return left === 0 ? { commands } : { commands, left };
}

const MAX_COMMANDS = 300;
const MAX_COMMAND = 8000;
const MAX_OUTPUT = 8000;
const MAX_READ_OUTPUT = 600;
/** What is kept is cut again behind this, so that no credential at this cut is kept in part. */
const MAX_MASKED = 200_000;
const MAX_TOTAL = 200_000;

function bothEnds(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return half === 0 ? "" : `${text.slice(0, half)}\n${text.slice(-half)}`;
}

/** Agents shorten long output before they show it to the model, and say so in it. */
function isShortened(output: string): boolean {
  return output.length > MAX_MASKED || /\btruncated\b|\bomitted\b|\boutput too (?:long|large)\b/i.test(output);
}
