import type { RoundEvent } from "#model/round-event.ts";
import { printable } from "#util/printable.ts";
import type { Io } from "./io.ts";

/** Shows how a round goes: what is reviewed, then a line for each reviewer that ended. Silent where nobody watches. */
export interface Progress {
  show(event: RoundEvent): void;
  end(): void;
}

/** Progress on standard error, so that standard output holds the result alone. */
export function createProgress(io: Io, quiet: boolean): Progress {
  const watched = !quiet && io.stderr.isTTY === true;
  return {
    show: (event) => {
      const line = watched || (event.type === "round:resume" && !quiet) ? describe(event) : undefined;
      if (line !== undefined) io.stderr.write(`${line}\n`);
    },
    end: () => {
      if (watched) io.stderr.write("\n");
    },
  };
}

function describe(event: RoundEvent): string | undefined {
  if (event.type === "scope") {
    const files = event.files === 1 ? "1 file" : `${event.files} files`;
    return `Reviewing ${printable(event.covers)} (${files}, +${event.added} −${event.removed})`;
  }
  if (event.type === "round:resume") return describeResume(event);
  if (event.type !== "reviewer:end") return undefined;
  const { name, run, findings } = event;
  const time = `${(run.durationSeconds ?? 0).toFixed(1)}s`;
  const result =
    run.outcome === "failed"
      ? `failed: ${printable(run.message ?? "")}`
      : `${findings} ${findings === 1 ? "finding" : "findings"}`;
  return `  ${printable(name).padEnd(12)} ${time.padStart(6)}   ${result}`;
}

function describeResume({ id, ended, cut }: Extract<RoundEvent, { readonly type: "round:resume" }>): string {
  const kept = ended.length === 0 ? "nobody had ended" : `kept: ${ended.join(", ")}`;
  const parts = cut.map(({ name, file, bytes }) => `  ${name} was cut short after ${bytes} bytes, kept as ${file}`);
  return [`Resuming ${id}; ${kept}`, ...parts].map((line) => printable(line)).join("\n");
}
