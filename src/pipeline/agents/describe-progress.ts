import { performance } from "node:perf_hooks";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import type { SayProgress } from "#model/panel/round-event.ts";
import { plural } from "#util/words.ts";

/** Says for people who wait what an agent does, how far it is and what it has used. */
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
  let saidAt = -Infinity;
  const say = (): void => {
    saidAt = performance.now();
    progress(
      [doing, countFiles(filesOpened()), describeUsage(usage)].filter((part) => part !== "").join(", "),
      labels.size,
    );
  };
  return {
    note(note: string): void {
      doing = note;
      say();
    },
    text(text: string): void {
      for (const part of (line + text).split("\n").slice(0, -1)) {
        const label = LABEL.exec(part)?.[1];
        if (label !== undefined) labels.add(label);
      }
      line = (line + text).slice((line + text).lastIndexOf("\n") + 1).slice(-MAX_LINE_LENGTH);
      doing = "writing";
      // Words come by the hundred; eyes need no more than this.
      if (performance.now() - saidAt > SELDOM) say();
    },
    event(event: AgentEvent): void {
      if (event.type !== "usage") return;
      usage = event.usage;
      say();
    },
  };
}

const SELDOM = 250;
const MAX_LINE_LENGTH = 500;
const LABEL = /^\s{0,3}(?:#{2,6}\s+|\*\*|[-*]\s+\*\*)\[?([CIS]\d{1,3})\b/;

const countFiles = (count: number): string => (count === 0 ? "" : plural(count, "file"));

function describeUsage(usage: Usage | undefined): string {
  if (usage === undefined) return "";
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const cost = usage.costUsd === undefined ? "" : `$${usage.costUsd.toFixed(2)}`;
  return [tokens === 0 ? "" : `${Math.ceil(tokens / 1000)}k tokens`, cost].filter((part) => part !== "").join(", ");
}
