/** The text as a sentence of its own: with a capital letter at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  if (text === "") return "";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?»…]$/.test(text) ? "" : "."}`;
}
