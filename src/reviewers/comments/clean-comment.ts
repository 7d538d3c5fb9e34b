import { closeFences, isBlank, scanLines, type ScannedLine, trimBlankLines } from "#grammar/lines.ts";
import { readFolds, openFolds } from "#grammar/comments/folds.ts";
import { plainMarkdown } from "#grammar/comments/plain-markdown.ts";
import { withoutHtmlComments } from "#grammar/comments/prose.ts";
import type { KnownBots } from "./known-bots.ts";

/** The text of a comment without what bots add: hidden text, folded prompts and logs, pictures, footers. */
export function cleanComment(body: string, { folded, lines }: Pick<KnownBots, "folded" | "lines">): string {
  const shown = withoutHtmlComments(body.slice(0, MAX_TEXT));
  const open = openFolds(readFolds(shown), (title) => !folded.some((phrase) => title.startsWith(phrase)));
  const kept = scanLines(plainMarkdown(open)).filter(({ text, inFence }) => inFence || !isFooter(text, lines));
  return closeFences(withoutQuote(trimRules(withoutGaps(kept))).join("\n"));
}

/** Collapses blank lines outside code. */
function withoutGaps(lines: readonly ScannedLine[]): string[] {
  return lines
    .filter(({ text, inFence }, at) => inFence || !isBlank(text) || !isBlank(lines[at - 1]?.text))
    .map(({ text }) => text);
}

/** Drops a leading quote of somebody else. A comment that only quotes stays. */
function withoutQuote(lines: readonly string[]): readonly string[] {
  const own = lines.findIndex((line) => !isBlank(line) && !line.trimStart().startsWith(">"));
  return own === -1 ? lines : lines.slice(own);
}

const MAX_TEXT = 70_000;

function isFooter(line: string, phrases: readonly string[]): boolean {
  const text = line
    .slice(0, 300)
    .replace(/^[\s>*_[\]()#|-]+/, "")
    .replace(/^[^\p{L}\p{N}`]+/u, "")
    .toLowerCase();
  if (/^\s*>/.test(line) && /^(?:note|tip|important|warning|caution)\W*$/.test(text)) return true;
  return text !== "" && phrases.some((phrase) => text.startsWith(phrase));
}

/** Drops rules and blank lines at both ends. */
function trimRules(lines: readonly string[]): string[] {
  let kept = trimBlankLines(lines);
  while (isRule(kept[0])) kept = trimBlankLines(kept.slice(1));
  while (isRule(kept.at(-1))) kept = trimBlankLines(kept.slice(0, -1));
  return kept;
}

const isRule = (line: string | undefined): boolean => line !== undefined && /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line);
