/**
 * JSON in which nothing controls a terminal: control characters and marks that hide or reorder text are escaped, so the
 * value read back is the same. They stand in strings only, where JSON allows it.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(""),
  );
}

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;

// By code unit: the tag characters U+E0000 to U+E007F are the pairs that begin with U+DB40. The other C0 controls are
// escaped by JSON itself; what it leaves are the line ends of its own indentation.
const UNSAFE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
