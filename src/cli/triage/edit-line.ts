/** A key, as `node:readline` reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  /** It is part of pasted text, so it is never a command. */
  readonly isPasted?: boolean;
}

/** The key as pasted text: a line end becomes a blank, not Enter. */
export function asPasted({ sequence = "" }: Key): Key {
  return { sequence: /^[\r\n\t]$/.test(sequence) ? " " : sequence, isPasted: true };
}

/** Edits a line at its end: characters, Backspace, Ctrl-U, Ctrl-W. Other keys change nothing. */
export function editLine(text: string, { name, sequence = "", ctrl, meta }: Key): string {
  if (name === "backspace") return text.slice(0, text.length - (lastCharacter(text)?.length ?? 0));
  if (ctrl === true) return name === "u" ? "" : name === "w" ? text.replace(/\S*\s*$/, "") : text;
  if (meta === true || sequence === "" || CONTROLS.test(sequence)) return text;
  return text.length + sequence.length > MAX_LENGTH ? text : text + sequence;
}

const MAX_LENGTH = 1000;

// An escape sequence, a tab, the end of a line: none of them is text.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

function lastCharacter(text: string): string | undefined {
  return [...characters.segment(text.slice(-32))].at(-1)?.segment;
}
