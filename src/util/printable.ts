/**
 * Untrusted text made safe for a terminal or a log: control characters, escape sequences and marks that reorder or hide
 * text become visible as `\u001b`, so that it can neither move the cursor nor look like something else.
 */
export function printable(text: string, { keepNewlines = false } = {}): string {
  return text.replace(UNSAFE, (character) => {
    if (keepNewlines && (character === "\n" || character === "\t")) return character;
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

// C0 and C1 controls, zero-width and bidirectional marks, fillers, line separators, byte-order mark, tag characters and
// the selectors after them, in which text can be hidden.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]/gu;

/** Untrusted text as one printable line, truncated to what a terminal shows. */
export function printableLine(text: string, max = 4000): string {
  return printable(text.slice(0, max).replaceAll(/\s+/g, " ").trim());
}

/**
 * Like `printable`, for documents, where joiners, direction marks and line ends belong to the text: only terminal
 * controls and characters that reverse the order of text become visible.
 */
export function visibleControls(text: string): string {
  return text.replace(CONTROLS, (character) => printable(character));
}

// C0 except tab and line feed, lone carriage returns, DEL, C1, bidirectional overrides and isolates.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

/**
 * JSON that is safe for a terminal: control characters and marks that hide or reorder text are escaped. They occur only
 * in strings, where JSON allows escapes, so the parsed value is the same.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSAFE_IN_JSON, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(""),
  );
}

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;

// By code unit: the tag characters U+E0000 to U+E007F are the pairs that begin with U+DB40. The other C0 controls are
// escaped by JSON itself; only the line ends of its indentation remain.
const UNSAFE_IN_JSON =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
