import { isBlank, scanLines, type ScannedLine } from "#grammar/lines.ts";

/** A sentence, or a part of one that ends in a semicolon, and the block of code below it if it announces one. */
export interface Sentence {
  readonly text: string;
  /** Of its paragraph, from 1. */
  readonly line: number;
  readonly fence: ReviewFence | undefined;
}

/** A block of code. */
export interface ReviewFence {
  readonly info: string;
  readonly code: string;
  readonly line: number;
}

/** The prose and the blocks of code of a review, in order. */
export function splitProse(text: string): {
  readonly sentences: readonly Sentence[];
  readonly fences: readonly ReviewFence[];
} {
  const lines = scanLines(text);
  const fences = fencesOf(lines);
  const byLine = new Map(fences.map((fence) => [fence.line, fence]));
  const sentences: Sentence[] = [];
  for (const { words, line, next } of paragraphsOf(lines)) {
    const parts = sentencesOf(words);
    for (const [at, part] of parts.entries()) {
      const isLast = at === parts.length - 1 && /:[*_]*$/.test(part);
      sentences.push({ text: part, line, fence: isLast ? byLine.get(next) : undefined });
    }
  }
  return { sentences, fences };
}

function fencesOf(lines: readonly ScannedLine[]): ReviewFence[] {
  const fences: { info: string; code: string[]; line: number }[] = [];
  for (const { text, number, inFence, fence } of lines) {
    if (fence?.open === true) fences.push({ info: fence.info, code: [], line: number });
    else if (fence === undefined && inFence) fences.at(-1)?.code.push(text);
  }
  return fences.map(({ code, ...rest }) => ({ ...rest, code: code.join("\n") }));
}

interface Paragraph {
  readonly words: string;
  readonly line: number;
  /** The next line that is not blank: where a block of code below it would begin. */
  readonly next: number;
}

/** Lines that belong together. Headings, table rows and quotes are no statements of the author. */
function paragraphsOf(lines: readonly ScannedLine[]): Paragraph[] {
  const found: { words: string[]; line: number; next: number }[] = [];
  let isOpen = false;
  let waiting: (typeof found)[number] | undefined;
  for (const { text, number, inFence } of lines) {
    if (waiting !== undefined && !isBlank(text)) {
      waiting.next = number;
      waiting = undefined;
    }
    if (inFence || isBlank(text) || /^\s*(?:#{1,6}\s|\||>)/.test(text)) {
      isOpen = false;
      if (isBlank(text) && waiting === undefined) waiting = found.at(-1);
      continue;
    }
    const words = text.trim().slice(0, MAX_LINE);
    const last = found.at(-1);
    if (isOpen && last !== undefined && !/^(?:[-*+]|\d+[.)])\s/.test(words)) last.words.push(words);
    else found.push({ words: [words.replace(/^(?:[-*+]|\d+[.)])\s+/, "")], line: number, next: 0 });
    isOpen = true;
    waiting = found.at(-1);
  }
  return found.map(({ words, ...rest }) => ({ ...rest, words: words.join(" ") }));
}

const MAX_LINE = 5000;

/** Ends of sentences inside code do not count. */
function sentencesOf(text: string): string[] {
  const hidden = text.replaceAll(/`[^`]*`/g, (span) => "x".repeat(span.length));
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: end } of hidden.matchAll(/(?:(?<!\b(?:e\.g|i\.e|etc|vs|cf))[.!?]["')*_]*(?=\s|$)|;(?=\s))/g)) {
    parts.push(text.slice(from, index + end.length).trim());
    from = index + end.length;
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== "");
}
