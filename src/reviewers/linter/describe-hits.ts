import { wrapCode } from "#grammar/spans.ts";
import type { CheckHit } from "#model/change/analyzer.ts";
import type { ToolHit } from "#model/panel/tool-hit.ts";
import { slug } from "#util/names.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { oneLine, plural, truncate } from "#util/words.ts";
import type { LocatedHit } from "./locate-hits.ts";

/** A new hit on a line of the change, and how bad it is. */
export interface RatedHit extends LocatedHit {
  readonly severity: "important" | "suggestion";
  /** Why it is not known whether the base has it, too. */
  readonly baseUnknown?: string | undefined;
  /** The text of its lines. */
  readonly quote: string;
}

/** The id of a tool on the panel. */
export const toolId = (tool: string): string => slug(tool) || "tool";

/** The id of what a tool looks for, as checks of our own have one. */
export const toolCheck = ({ tool, rule }: Pick<ToolHit, "tool" | "rule">): string =>
  `${toolId(tool)}/${rule === "" ? "error" : rule.replaceAll(/\s+/g, "-")}`;

/** With more hits than this, those of one rule in one file are one finding. */
const MAX_SINGLE = 50;

/** The findings of one tool. None is left out: many of one kind are one finding with many places. */
export function describeToolHits(hits: readonly RatedHit[]): CheckHit[] {
  const groups = new Map<string, RatedHit[]>();
  for (const [at, one] of hits.entries()) {
    const key = hits.length <= MAX_SINGLE ? String(at) : [toolCheck(one.hit), one.severity, one.path].join("\0");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(describeGroup);
}

function describeGroup(group: readonly RatedHit[]): CheckHit {
  const [first] = group as [RatedHit];
  const { hit, severity, baseUnknown } = first;
  const message = maskSecrets(hit.message);
  const more = group.length - 1;
  return {
    check: toolCheck(hit),
    severity,
    class: "regression",
    title: `${firstSentence(message)}${more === 0 ? "" : ` (and ${plural(more, "more place")} of the same rule)`}`,
    explanation: [
      message,
      severity === "important"
        ? `${hit.tool} calls it an error, and its gate is newly red.`
        : `${hit.tool} says it of lines that the change added.`,
      ...(baseUnknown === undefined ? [] : [`Whether the base has it, too, is not known: ${baseUnknown}.`]),
    ].join("\n\n"),
    places: group.map(({ hit: { start, end, message: note }, path, quote }, at) => ({
      location: { path, start, end },
      quote,
      ...(at > 0 && { note: truncate(oneLine(maskSecrets(note)), 120) }),
    })),
    weight: 0.5,
  };
}

function firstSentence(message: string): string {
  const line = message.split("\n")[0] ?? "";
  const [, sentence = line] = /^(.{10,}?[.!?])\s/.exec(line.slice(0, 400)) ?? [];
  return truncate(sentence.replace(/[.]$/, ""), 160);
}

/** A hit in a line of a list, for the finding of its gate. */
export function nameHit({ file, start, rule, message }: ToolHit): string {
  const place = file === undefined ? "" : `${wrapCode(start === undefined ? file : `${file}:${start}`)} `;
  const text = truncate(oneLine(maskSecrets(message)), 200);
  return `${place}${wrapCode(text)}${rule === "" ? "" : ` (${wrapCode(rule)})`}`;
}
