import { isBlank, splitLines } from "#grammar/lines.ts";
import type { Severity } from "#model/severity.ts";
import type { KnownBot } from "./known-bots.ts";
import { lookUp } from "#util/look-up.ts";

/** The severity that a comment claims, by its author's own marks or by common words. */
export function claimedSeverity(body: string, bot: KnownBot | undefined): Severity | undefined {
  const head = headOf(body);
  const lower = head.join("\n").toLowerCase();
  const own = bot?.marks?.find(({ has }) => lower.includes(has));
  if (own !== undefined) return own.severity;
  for (const line of head) {
    const word = WORD.exec(line)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (word !== undefined) return lookUp(SEVERITIES, word.toLowerCase().replaceAll(/[\s-]/g, ""));
  }
  return undefined;
}

const HEAD_LINES = 5;
const HEAD_SIGNS = 400;

function headOf(body: string): string[] {
  return splitLines(body.slice(0, HEAD_SIGNS * HEAD_LINES))
    .filter((line) => !isBlank(line))
    .slice(0, HEAD_LINES)
    .map((line) => line.slice(0, HEAD_SIGNS));
}

/** A word counts only as a mark: in brackets or emphasis, before a colon, or after "severity". */
const NAMES =
  "critical|blocker|blocking|high|error|major|important|medium|warning|minor|low|info|nit|nitpick|trivial|p[0-3]";
const WORD = new RegExp(
  [
    String.raw`^[^\p{L}\p{N}]{0,12}(${NAMES})(?:\s+(?:severity|priority))?(?:\s*\([^()]{1,40}\))?[*_\]]{0,3}\s*:`,
    String.raw`[\[*_(|]\s*[^\p{L}\p{N}\s]{0,4}\s*(${NAMES})(?:\s+(?:severity|priority))?\s*[*_\])|:]`,
    String.raw`\b(?:severity|priority)\s*[:=]\s*[*_\x60"]{0,3}(${NAMES})\b`,
    String.raw`\bissue \((blocking)\)`,
  ].join("|"),
  "iu",
);

const SEVERITIES: Readonly<Record<string, Severity>> = {
  critical: "critical",
  blocker: "critical",
  p0: "critical",
  blocking: "important",
  high: "important",
  error: "important",
  major: "important",
  important: "important",
  medium: "important",
  p1: "important",
  p2: "suggestion",
  p3: "suggestion",
  warning: "suggestion",
  minor: "suggestion",
  low: "suggestion",
  info: "suggestion",
  nit: "suggestion",
  nitpick: "suggestion",
  trivial: "suggestion",
};
