import { performance } from "node:perf_hooks";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import type { SayProgress } from "#model/panel/round-event.ts";
import { plural } from "#util/words.ts";

/** Reports what an agent does, its labels so far, and its usage. */
export function describeProgress({
  progress,
  filesOpened,
}: {
  readonly progress: SayProgress;
  readonly filesOpened: () => number;
}) {
  const labels = new Set<string>();
  let line = "";
  let doing = "starting";
  let usage: Usage | undefined;
  let reportedAt = -Infinity;
  const report = (): void => {
    reportedAt = performance.now();
    progress(
      [doing, countFiles(filesOpened()), describeUsage(usage)].filter((part) => part !== "").join(", "),
      labels.size,
    );
  };
  return {
    note(note: string): void {
      doing = note;
      report();
    },
    text(text: string): void {
      for (const part of (line + text).split("\n").slice(0, -1)) {
        const label = LABEL.exec(part)?.[1];
        if (label !== undefined) labels.add(label);
      }
      line = (line + text).slice((line + text).lastIndexOf("\n") + 1).slice(-MAX_LINE_LENGTH);
      doing = "writing";
      // Text arrives in very small pieces.
      if (performance.now() - reportedAt > INTERVAL_MS) report();
    },
    event(event: AgentEvent): void {
      if (event.type !== "usage") return;
      usage = event.usage;
      report();
    },
  };
}

const INTERVAL_MS = 250;
const MAX_LINE_LENGTH = 500;
/** `I1. **Title**` is the form that we ask for. */
const LABEL = /^\s{0,3}(?:#{2,6}\s+|\*\*|[-*]\s+\*\*|(?=[CIS]\d{1,3}\. \*\*))\[?([CIS]\d{1,3})\b/;

const countFiles = (count: number): string => (count === 0 ? "" : plural(count, "file"));

function describeUsage(usage: Usage | undefined): string {
  if (usage === undefined) return "";
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const cost = usage.costUsd === undefined ? "" : `$${usage.costUsd.toFixed(2)}`;
  return [tokens === 0 ? "" : `${Math.ceil(tokens / 1000)}k tokens`, cost].filter((part) => part !== "").join(", ");
}
