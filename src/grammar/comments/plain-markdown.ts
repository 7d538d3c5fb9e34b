import { scanLines } from "../lines.ts";
import { lookUp } from "#util/look-up.ts";

/** Markdown without the HTML of comments: images are removed, tags become Markdown or nothing. Code stays. */
export function plainMarkdown(text: string): string {
  return scanLines(text)
    .map((line) => (line.inFence ? line.text : plainLine(line.text)))
    .join("\n");
}

const MAX_LINE = 20_000;

/** Text between backticks is code. */
function plainLine(line: string): string {
  if (line.length > MAX_LINE || !/[<![&]/.test(line)) return line;
  return line
    .split(/(`+[^`]*`+)/)
    .map((piece, at) => (at % 2 === 1 ? piece : plainPiece(piece)))
    .join("");
}

function plainPiece(piece: string): string {
  return piece
    .replaceAll(/!\[[^[\]]{0,300}\]\([^()\s]{0,2000}\)/g, "")
    .replaceAll(/\[\s*\]\([^()\s]{0,2000}\)/g, "")
    .replaceAll(TAG, (_, closes: string, name: string) => asMarkdown(name.toLowerCase(), closes !== ""))
    .replaceAll(/&(nbsp|lt|gt|amp|quot);/g, (_, name: string) => lookUp(ENTITIES, name) ?? " ");
}

const TAG =
  /<(\/?)(a|img|p|br|b|i|em|strong|sub|sup|code|pre|div|span|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6]|picture|source|blockquote|hr|kbd|dd|dl|dt|small|center|font)\b[^<>]{0,3000}>/gi;

const ENTITIES: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", amp: "&", quot: '"' };

function asMarkdown(name: string, closes: boolean): string {
  if (name === "br") return "\n";
  if (name === "b" || name === "strong") return "**";
  if (name === "code" || name === "kbd") return "`";
  if (name === "li") return closes ? "" : "\n- ";
  if (/^h[1-6]$/.test(name)) return closes ? "\n" : `\n${"#".repeat(Number(name[1]))} `;
  return ["tr", "div", "p", "table"].includes(name) && closes ? "\n" : "";
}
