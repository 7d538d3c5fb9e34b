import { isBlank } from "#grammar/lines.ts";
import { severityInTitle } from "#grammar/severity-words.ts";

/**
 * Removes a wrapper around a whole review: one code fence, `<details>`, an indent, a block quote; also false fences.
 * Lines keep their numbers: a line of the wrapper becomes blank.
 */
export function unwrap(lines: readonly string[]): string[] {
  let unwrapped = [...lines];
  for (const step of [withoutDetails, withoutIndent, withoutQuote, withoutFence, withoutDetails, withoutWaves]) {
    unwrapped = step(unwrapped);
  }
  return unwrapped;
}

function withoutDetails(lines: string[]): string[] {
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined || !/^\s*<details\b/i.test(first)) return lines;
  return lines.map((line) =>
    line.length < 300 && /^\s*(?:<\/?details\b[^>]*>|<summary\b.*<\/summary>)\s*$/i.test(line) ? "" : line,
  );
}

function withoutIndent(lines: string[]): string[] {
  let indent: number | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const own = line.length - line.trimStart().length;
    indent = indent === undefined ? own : Math.min(indent, own);
    if (indent === 0) return lines;
  }
  if (indent === undefined) return lines;
  const width = indent;
  return lines.map((line) => line.slice(Math.min(width, line.length)));
}

function withoutQuote(lines: string[]): string[] {
  const first = lines.find((line) => !isBlank(line));
  const quoted = first?.startsWith(">") === true && lines.every((line) => isBlank(line) || line.startsWith(">"));
  return quoted ? lines.map((line) => line.replace(/^> ?/, "")) : lines;
}

/** A fence around everything: opened without a language on the first line, closed on the last. */
function withoutFence(lines: string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  const opening = /^(`{3,}|~{3,})\s*(?:markdown|md|text)?\s*$/i.exec(lines[first] ?? "")?.[1];
  if (opening === undefined || last <= first || lines[last]?.trim() !== opening) return lines;
  return lines.map((line, index) => (index === first || index === last ? "" : line));
}

/** A line of tildes below a plain severity underlines it, as in reStructuredText; elsewhere it is a fence. */
function withoutWaves(lines: string[]): string[] {
  return lines.map((line, at) => (/^~{3,100}\s*$/.test(line) && isPlainSeverity(lines[at - 1]) ? "----" : line));
}

function isPlainSeverity(line = ""): boolean {
  return /^\s*[\p{L}\p{N}]/u.test(line) && severityInTitle(line) !== undefined;
}
