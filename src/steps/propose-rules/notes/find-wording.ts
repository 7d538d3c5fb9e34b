import { endOfCode } from "#grammar/spans.ts";

/** A rule as a note proposes to write it, and the note's text after it. */
export interface ProposedWording {
  readonly wording: string;
  readonly behind: string;
}

/** The longest quotation or run of italics in a note that could be a rule of its own. */
export function findWording(text: string): ProposedWording | undefined {
  let best: ProposedWording | undefined;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    const end = endOfQuotation(text, at) ?? endOfItalics(text, at);
    if (end === undefined) continue;
    const wording = text
      .slice(at + 1, end)
      .replace(/^["“]/, "")
      .replace(/["”]$/, "");
    const isRule = wording.length >= MIN_LENGTH && /^["“`\p{Lu}]/u.test(wording);
    if (isRule && wording.length > (best?.wording.length ?? 0)) best = { wording, behind: text.slice(end + 1).trim() };
    if (isRule) at = end;
  }
  return best;
}

const MIN_LENGTH = 60;

/** Only an announced quotation is a proposal. It ends with its sentence: a quoted word inside does not end it. */
function endOfQuotation(text: string, start: number): number | undefined {
  if (!/(?::|\blike|\bwording|\bas)[\s*]*$/i.test(text.slice(Math.max(0, start - 12), start))) return undefined;
  if (text[start] === "“") return closed(text, start, "”");
  if (text[start] !== '"' || /[\p{L}\p{N}]/u.test(text[start - 1] ?? "")) return undefined;
  let last: number | undefined;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    if (text[at] !== '"' || /\s/.test(text[at - 1] ?? "")) continue;
    last = at;
    if (/[.!?`)]/.test(text[at - 1] ?? "") || /^[.]?(?:\s+[\p{Lu}*]|\*|$)/u.test(text.slice(at + 1, at + 5))) return at;
  }
  return last;
}

function endOfItalics(text: string, start: number): number | undefined {
  const isStart =
    text[start] === "*" && text[start + 1] !== "*" && text[start - 1] !== "*" && /\S/.test(text[start + 1] ?? " ");
  return isStart ? closed(text, start, "*") : undefined;
}

function closed(text: string, start: number, sign: string): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "`") at = endOfCode(text, at);
    else if (text[at] === sign && /\S/.test(text[at - 1] ?? " ")) return at;
  }
  return undefined;
}
