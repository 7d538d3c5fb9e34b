import type { Finding } from "#model/finding.ts";

/** One thing that a finding asks for: an axis, a direction on it, and the name of what is to change. */
export interface Demand {
  readonly axis: string;
  readonly sign: 1 | -1;
  readonly object: string;
  readonly words: string;
}

const AXES: readonly { readonly axis: string; readonly up: string; readonly down: string }[] = [
  { axis: "presence", up: "add|re-add|readd|introduce|restore|reinstate", down: "remove|drop|delete|omit" },
  { axis: "amount", up: "raise|increase|lengthen|extend|promote", down: "lower|decrease|reduce|shorten|demote" },
  { axis: "switch", up: "enable|export", down: "disable|unexport" },
];
const LEVELS = ["trace", "debug", "info", "warn", "error"];
const MAX_TEXT = 4_000;
/** At most a few small words are between the verb and its name. */
const BETWEEN = "(?:\\s+(?:the|a|an|this|that|its|explicit|call|to|of|level|log|timeout|limit|check|default)){0,4}\\s+";

/** What a finding's fix asks for in words: a verb of a known direction with its object in code marks. */
export function demandsOf({ fix, body }: Pick<Finding, "fix" | "body">): Demand[] {
  const text = (fix?.text ?? fixParagraph(body)).slice(0, MAX_TEXT);
  const demands: Demand[] = [];
  for (const { axis, up, down } of AXES) {
    const pattern = new RegExp(
      `(?:^|[.;:,!?(]\\s+|\\b(?:and|then|or)\\s+)(?:(${up})|(${down}))${BETWEEN}\`([^\`\\n]{3,80})\``,
      "gi",
    );
    for (const [words, rises, , object = ""] of text.matchAll(pattern)) {
      demands.push({
        axis,
        sign: rises === undefined ? -1 : 1,
        object: plain(object),
        words: words.replace(/^[\W]+/, ""),
      });
    }
  }
  return [...demands, ...levelDemands(text)];
}

/** `from` one log level `to` another, about the message or function in the same sentence. */
function levelDemands(text: string): Demand[] {
  return text.split(/[.;]\s/).flatMap((sentence) => {
    const [words, from = "", to = ""] =
      /\bfrom `?(\w{4,12})`?(?: level)? to `?(\w{4,12})`?/i.exec(sentence.slice(0, 600)) ?? [];
    const steps = levelOf(to) - levelOf(from);
    const [, object] = /`([^`\n]{3,80})`/.exec(sentence.replace(words ?? "", "")) ?? [];
    if (words === undefined || object === undefined || Number.isNaN(steps) || steps === 0) return [];
    return [{ axis: "level", sign: steps > 0 ? (1 as const) : (-1 as const), object: plain(object), words }];
  });
}

function levelOf(word: string): number {
  const at = LEVELS.findIndex((level) => word.toLowerCase().startsWith(level));
  return at < 0 ? Number.NaN : at;
}

/** The first demand whose reverse is in the other list, in words. */
export function opposite(some: readonly Demand[], others: readonly Demand[]): string | undefined {
  for (const { axis, sign, object, words } of some) {
    const other = others.find((each) => each.axis === axis && each.object === object && each.sign === -sign);
    // A finding that asks for both directions is about two places.
    const isAmbiguous = [...some, ...others].filter((each) => each.axis === axis && each.object === object).length > 2;
    if (other !== undefined && !isAmbiguous) return `"${words}" against "${other.words}"`;
  }
  return undefined;
}

const plain = (object: string): string => object.replaceAll(/\s+/g, "").replace(/\(\)$/, "").toLowerCase();

function fixParagraph(body: string): string {
  return /(?:^|\n)\**Fix:?\**:?\s([^\n]{1,2000})/.exec(body.slice(0, 20_000))?.[1] ?? "";
}
