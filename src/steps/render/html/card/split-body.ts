/** The text of a finding in the order of a card: what and why in a sentence or two, the rest, how to fix it. */
export interface CardText {
  /** Inline Markdown. Empty if the text does not begin with a paragraph. */
  readonly lead: string;
  readonly rest: string;
  readonly fix: string;
}

/** Splits the text after the second sentence of its first paragraph, and takes out the paragraph that is the fix. */
export function splitBody(body: string, fix = ""): CardText {
  const { rest: explanation, fix: remedy } = takeFix(body.replaceAll("\r\n", "\n"), fix.trim());
  const start = firstParagraph(explanation);
  if (start === undefined) return { lead: "", rest: explanation, fix: remedy };
  const blank = explanation.indexOf("\n\n", start);
  const paragraph = explanation.slice(start, blank < 0 ? undefined : blank);
  const length = sentences(paragraph, SENTENCES);
  const lead = paragraph.slice(0, length).trim();
  return { lead, rest: `${explanation.slice(0, start)}${explanation.slice(start + length).trimStart()}`, fix: remedy };
}

const SENTENCES = 2;

/** A paragraph like `Fix: stop at 410` or `**Suggested fix:** …`, by the fix that was read from it. */
function takeFix(body: string, fix: string): { rest: string; fix: string } {
  if (fix === "") return { rest: body, fix: "" };
  const at = body.lastIndexOf(fix);
  if (at < 0) return { rest: body, fix };
  const line = body.lastIndexOf("\n", at) + 1;
  const isAlone = /^\W*(?:(?:suggested|proposed|recommended)\s+)?fix\W*$/i.test(body.slice(line, at));
  if (!isAlone) return { rest: body, fix: "" };
  return {
    rest: `${body.slice(0, line)}${body.slice(at + fix.length)}`,
    fix: `${fix.slice(0, 1).toUpperCase()}${fix.slice(1)}`,
  };
}

/** Where the first paragraph begins, after blocks of code. Undefined if a list, a table or a heading comes first. */
function firstParagraph(body: string): number | undefined {
  let at = 0;
  let fence: string | undefined;
  for (const line of body.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) fence = mark !== undefined && mark.startsWith(fence) ? undefined : fence;
    else if (mark !== undefined) fence = mark;
    else if (line.trim() !== "")
      return /^(?:\s|[-+*#>|]|\d+[.)]\s)/.test(line) && !line.startsWith("**") ? undefined : at;
    at += line.length + 1;
  }
  return undefined;
}

/** The length of the first sentences, never ending within code, emphasis or a link. */
function sentences(text: string, wanted: number): number {
  let found = 0;
  for (const match of text.slice(0, 4_000).matchAll(/[.!?]["')\]*_]*\s+(?=[\p{Lu}\p{N}`"'([*_])/gu)) {
    const head = text.slice(0, match.index + match[0].length);
    if (/\b(?:e\.g|i\.e|etc|cf|vs)\.\s*$/i.test(head.slice(-10)) || !isClosed(head)) continue;
    if (++found === wanted) return head.length;
  }
  return text.length;
}

function isClosed(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count("`") % 2 === 0 && count("**") % 2 === 0 && count("[") <= count("]") && count("(") <= count(")");
}
