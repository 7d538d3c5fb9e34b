import MarkdownIt from "markdown-it";
import { oneLine, truncate } from "#util/words.ts";
import { codeSpan, escapeText, safeLink } from "./escape-text.ts";

/** The one reader of untrusted Markdown: no HTML, every kind of link, so that each is ours to judge. */
export const reader = new MarkdownIt({ html: false, linkify: false, typographer: false });
reader.validateLink = () => true;

/** A piece of Markdown, as it is read. */
export type Token = ReturnType<typeof reader.parse>[number];

/** Where a line of Markdown is to stand. */
export interface InlinePlace {
  readonly host: string;
  /** In a cell of a table, where a bar ends it. */
  readonly isCell?: boolean;
}

/** One untrusted line of Markdown, cut to a length, as one that only looks: emphasis and code are kept. */
export function safeLine(
  text: string,
  { host, most = 200 }: { readonly host: string; readonly most?: number },
): string {
  const cut = truncate(oneLine(text), most);
  const [inline] = reader.parseInline(cut.replaceAll("\0", "\uFFFD"), {});
  return safeInline(inline?.children ?? [], { host });
}

/** The tokens of a paragraph or a cell as Markdown again, every sign of it ours. */
export function safeInline(tokens: readonly Token[], place: InlinePlace): string {
  const writer: Writer = { place, parts: [], text: "", links: [] };
  for (const token of tokens) write(writer, token);
  flush(writer);
  return writer.parts.join("");
}

interface Writer {
  readonly place: InlinePlace;
  readonly parts: string[];
  /** Text that is not yet escaped: what stands together is judged together. */
  text: string;
  /** Links that are open, and how much was written before each. */
  readonly links: { readonly target: string; readonly parts: number; readonly text: number }[];
}

function write(writer: Writer, token: Token): void {
  switch (token.type) {
    case "softbreak":
    case "hardbreak":
      if (writer.place.isCell === true) writer.text += " ";
      else raw(writer, token.type === "hardbreak" ? "\\\n" : "\n");
      break;
    case "code_inline":
      // In a cell a bar ends even code, and a backslash before it cannot be told from ours.
      if (writer.place.isCell === true && token.content.includes("|")) writer.text += token.content;
      else raw(writer, codeSpan(token.content));
      break;
    case "strong_open":
    case "strong_close":
      raw(writer, "**");
      break;
    case "em_open":
    case "em_close":
      raw(writer, "*");
      break;
    case "s_open":
    case "s_close":
      raw(writer, "~~");
      break;
    case "link_open":
      writer.links.push({
        target: String(token.attrGet("href") ?? ""),
        parts: writer.parts.length,
        text: writer.text.length,
      });
      break;
    case "link_close":
      closeLink(writer);
      break;
    case "image":
      // Whoever opens the page would fetch it.
      writer.text += `image: ${token.content}`;
      showTarget(writer, String(token.attrGet("src") ?? ""));
      break;
    default:
      writer.text += token.content;
  }
}

/** Puts down Markdown of ours. */
function raw(writer: Writer, markdown: string): void {
  flush(writer);
  writer.parts.push(markdown);
}

function flush(writer: Writer): void {
  if (writer.text === "") return;
  const last = writer.parts.at(-1);
  const startsLine = last === undefined || last.endsWith("\n");
  writer.parts.push(escapeText(writer.text, { host: writer.place.host, startsLine }));
  writer.text = "";
}

/** A link shows its words and where it leads. Its words go with the text before them, which they may stand close to. */
function closeLink(writer: Writer): void {
  const link = writer.links.pop();
  if (link === undefined) return;
  const isBare = writer.parts.length === link.parts && writer.text.slice(link.text) === link.target;
  if (!isBare) showTarget(writer, link.target);
}

function showTarget(writer: Writer, target: string): void {
  if (target === "") return;
  // Nothing that ends a cell of a table may stand in it.
  raw(writer, ` (${safeLink(target.replaceAll("|", "%7C"), writer.place.host)})`);
}
