import { endOfCode } from "#grammar/spans.ts";

/** The sentences of a text on one line. A full stop in code, in a file name or after `e.g` does not end one. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "`") at = endOfCode(text, at);
    else if ((sign === "." || sign === "!" || sign === "?") && isEnd(text, at)) {
      while (/["”*_)]/.test(text[at + 1] ?? "")) at++;
      sentences.push(text.slice(from, at + 1).trim());
      from = at + 1;
    }
  }
  return [...sentences, text.slice(from).trim()].filter((sentence) => sentence !== "");
}

function isEnd(text: string, at: number): boolean {
  const behind = text.slice(at + 1, at + 4);
  return (
    /^["”*_)]{0,2}(?:\s|$)/.test(behind) &&
    !/(?:\be\.g|\bi\.e|\bcf|\betc|\bvs)$/i.test(text.slice(Math.max(0, at - 5), at))
  );
}
