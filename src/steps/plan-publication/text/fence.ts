import { printable } from "#util/printable.ts";
import { longestRun } from "#grammar/spans.ts";
import { wellFormed } from "./escape-text.ts";

/**
 * Untrusted code as a block that it cannot leave: the fence is longer than any in it. The info word is kept if it
 * names a language, but not if the platform would act on the block: a drawing, or a change to commit.
 */
export function codeBlock(code: string, language = ""): string {
  const text = visibleCode(code).replace(/\n$/, "");
  const block = fenced(text, languageOf(language));
  // Bots look for commands at the start of a line, even in code.
  return hasCommand(text) ? quoteLines(block) : block;
}

/** Lines that the platform offers to put in place of those that the comment spans. Undefined if that is unsafe. */
export function suggestionBlock(lines: readonly string[]): string | undefined {
  const text = lines.join("\n");
  // Text with characters that must be made visible could not be committed as it is.
  if (text.length > MAX_SUGGESTION_LENGTH || visibleCode(text) !== text || hasCommand(text)) return undefined;
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}suggestion`, ...lines, fence].join("\n");
}

const MAX_SUGGESTION_LENGTH = 20_000;

export function quoteLines(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

function visibleCode(code: string): string {
  return wellFormed(printable(code.replaceAll("\r\n", "\n"), { keepNewlines: true }));
}

const hasCommand = (text: string): boolean => /^[ \t]*\/[A-Za-z]/m.test(text);

/** What the platform draws, runs or offers to commit. */
const ACTS = /^(?:suggestion|mermaid|geojson|topojson|stl|math|latex|tex)/i;

function languageOf(info: string): string {
  const word = /^[A-Za-z][\w+#.-]{0,29}(?=\s|$)/.exec(info.trim())?.[0] ?? "";
  return ACTS.test(word) ? "" : word;
}
