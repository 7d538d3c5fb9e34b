import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "yellow" | "cyan" | "green";

/** Puts styles around a text, or leaves it as it is. */
export type Paint = (styles: readonly Style[], text: string) => string;

/** The painter of one rendering. The caller has already decided on colour, so the stream is not asked again. */
export function painter(color: boolean): Paint {
  if (!color) return (_styles, text) => text;
  return (styles, text) =>
    styles.reduce((painted, style) => styleText(style, painted, { validateStream: false }), text);
}
