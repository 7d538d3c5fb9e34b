import MarkdownIt, { type Token } from "markdown-it";
import { html, escapeHtml, type HtmlValue, markupOf, type SafeHtml, trusted, safeUrl } from "../escape.ts";
import { renderCode, renderDiff } from "./code-block.ts";
import { createIdLinker, type IdTargets } from "./id-links.ts";
import type { Slugs } from "./slugs.ts";
import { plural, truncate } from "#util/words.ts";

/** The context of a piece of Markdown in the page. */
export interface MarkdownPlace {
  readonly slugs: Slugs;
  readonly ids: IdTargets;
  /** The level of its highest heading; the others follow without a gap. */
  readonly headingLevel: number;
  /** The address of a place in the code, for code spans that name one. */
  readonly permalink: (text: string) => string | undefined;
  /** False: nothing is linked. */
  readonly hasLinks?: boolean;
  /** Renders a fenced block; undefined for the default rendering. */
  readonly fence?: (fence: CodeFence) => SafeHtml | undefined;
  /** Anchors to insert, by line of the text (from 1): each goes before what starts there. */
  readonly anchors?: ReadonlyMap<number, SafeHtml>;
}

/** A fenced block: ` ```bash repro ` has language `bash` and role `repro`. */
export interface CodeFence {
  readonly code: string;
  readonly language: string | undefined;
  readonly role: string | undefined;
}

/** Untrusted Markdown as markup: no HTML passes, links go to web addresses only, images become links. */
export function markdownToHtml(text: string, place: MarkdownPlace): SafeHtml {
  const parsed = md.parse(text, {});
  const tokens = place.anchors === undefined ? parsed : withAnchors(parsed, place.anchors);
  relevelHeadings(tokens, place.headingLevel);
  return render(tokens, place);
}

/** Inline Markdown: a title, a table's cell. Blocks are not recognised. */
export function renderInline(text: string, place: MarkdownPlace): SafeHtml {
  if (text.length > LONG_TEXT) return longText(text);
  return render(md.parseInline(text.replaceAll("\n", " "), {}), place);
}

/** A heading with its permalink. */
export function heading({ level, id, content }: { level: number; id: string; content: HtmlValue }): SafeHtml {
  const tag = trusted(`h${level}`);
  return html`<${tag} id="${id}">${content}${permalink(id)}</${tag}>`;
}

/** A longer paragraph is data: it is folded, and its Markdown is not parsed. */
const LONG_TEXT = 20_000;

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Unsafe addresses are rejected in the renderer, which can still show the text.
md.validateLink = () => true;
md.core.ruler.before("inline", "long-text", ({ tokens }) => {
  for (const [i, token] of tokens.entries()) {
    if (token.type !== "inline" || token.content.length <= LONG_TEXT) continue;
    token.type = "long_text";
    for (const wrapper of [tokens[i - 1], tokens[i + 1]]) if (wrapper?.tag === "p") wrapper.hidden = true;
  }
});

function render(tokens: readonly Token[], place: MarkdownPlace): SafeHtml {
  let out = "";
  let slug = "";
  let isOnEarlier = false;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const title = tokens[i + 1]?.content ?? "";
      isOnEarlier = /\b(?:previous|earlier|prior)\b/i.test(title.slice(0, 200));
      slug = place.slugs.take(title);
      out += `<${token.tag} id="${slug}">`;
    } else if (isOnEarlier && isFirstCell(tokens, i)) out += inline(token.children ?? [], withoutOwnIds(place));
    else if (token.type === "heading_close") out += `${markupOf(permalink(slug))}</${token.tag}>\n`;
    else out += block(token, place);
  }
  return trusted(out);
}

/** In a table of earlier findings the ids in the first column belong to another round. */
function isFirstCell(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.type === "inline" && tokens[at - 1]?.type === "td_open" && tokens[at - 2]?.type === "tr_open";
}

const withoutOwnIds = (place: MarkdownPlace): MarkdownPlace => ({ ...place, ids: { ...place.ids, own: new Map() } });

function block(token: Token, place: MarkdownPlace): string {
  switch (token.type) {
    case "inline":
      return inline(token.children ?? [], place);
    case "long_text":
      return markupOf(longText(token.content));
    case "markup":
      return token.content;
    case "fence":
      return markupOf(fence(token, place));
    case "code_block":
      return markupOf(renderCode({ code: token.content }));
    case "hr":
      return "<hr>\n";
    case "table_open":
      return '<div class="scroll"><table>\n';
    case "table_close":
      return "</table></div>\n";
    default:
      return tag(token);
  }
}

function inline(children: readonly Token[], place: MarkdownPlace): string {
  const linker = createIdLinker(place.ids);
  const links: string[] = [];
  const isPlain = (): boolean => links.length > 0 || place.hasLinks === false;
  let out = "";
  for (const token of children) {
    switch (token.type) {
      case "text":
        out += isPlain() ? plain(token.content) : markupOf(linker.link(token.content));
        if (isPlain()) linker.skip(token.content);
        break;
      case "code_inline":
        linker.skip(token.content);
        out += codeSpan(token.content, isPlain() ? undefined : place.permalink(token.content));
        break;
      case "link_open": {
        const href = String(token.attrGet("href") ?? "");
        const open = place.hasLinks === false ? unlinked(href) : linkOpen(href);
        links.push(open.close);
        out += open.markup;
        break;
      }
      case "link_close":
        out += links.pop() ?? "";
        break;
      case "image":
        out += image(token, isPlain());
        break;
      case "softbreak":
        linker.skip(" ");
        out += "\n";
        break;
      case "hardbreak":
        linker.skip(" ");
        out += "<br>\n";
        break;
      case "markup":
        out += token.content;
        break;
      default:
        out += token.nesting === 0 ? plain(token.content) : tag(token);
    }
  }
  return out;
}

/** Elements that Markdown produces. Other elements and all attributes are dropped, except a list's start number. */
const TAGS = new Set("p ul ol li blockquote em strong s thead tbody tr th td".split(" "));

function tag(token: Token): string {
  if (token.hidden || !TAGS.has(token.tag)) return token.hidden ? "" : plain(token.content);
  if (token.nesting === -1) return `</${token.tag}>${token.block ? "\n" : ""}`;
  const start = token.tag === "ol" ? token.attrGet("start") : null;
  return start !== null && /^\d{1,9}$/.test(String(start)) ? `<ol start="${start}">` : `<${token.tag}>`;
}

/** The permalink after a heading. */
function permalink(id: string): SafeHtml {
  return html` <a class="permalink" href="#${id}" aria-label="Link to this heading">#</a>`;
}

function fence(token: Token, place: MarkdownPlace): SafeHtml {
  const [language, role] = token.info.trim().split(/\s+/, 2);
  const found: CodeFence = { code: token.content, language: language === "" ? undefined : language, role };
  const own = place.fence?.(found);
  if (own !== undefined) return own;
  return found.language === "diff" || found.language === "patch" ? renderDiff(found.code) : renderCode(found);
}

function linkOpen(href: string): { markup: string; close: string } {
  const address = safeUrl(href) ?? (/^#[^\s]*$/.test(href) ? href : undefined);
  if (address === undefined) return unlinked(href);
  const rel = address.startsWith("#") ? undefined : trusted(' rel="noopener noreferrer"');
  return { markup: markupOf(html`<a href="${address}"${rel}>`), close: "</a>" };
}

function unlinked(href: string): { markup: string; close: string } {
  return { markup: markupOf(html`<span class="nolink" title="${href}">`), close: "</span>" };
}

/** An image would cause a request; its address is shown as a link instead. */
function image(token: Token, inLink: boolean): string {
  const words = `image: ${token.content === "" ? "no description" : token.content}`;
  if (inLink) return plain(words);
  const { markup, close } = linkOpen(String(token.attrGet("src") ?? ""));
  return markup + plain(words) + close;
}

function codeSpan(code: string, address: string | undefined): string {
  // Keeps short code on one line; a browser would break it at hyphens.
  const span = `<code${code.length <= 24 && code.includes("-") ? ' class="k"' : ""}>${plain(code)}</code>`;
  if (address === undefined) return span;
  return markupOf(html`<a class="place" href="${address}" rel="noopener noreferrer">${trusted(span)}</a>`);
}

function longText(text: string): SafeHtml {
  return html`<details class="uncut"><summary>A passage of ${plural(text.length, "character")}: ${truncate(text, 160)}</summary><div class="long">${text}</div></details>`;
}

function plain(text: string): string {
  return markupOf(escapeHtml(text));
}

/**
 * Renumbers heading levels without gaps: `#` and `####` become adjacent levels, and none is more than one deeper than
 * the last.
 */
function relevelHeadings(tokens: readonly Token[], top: number): void {
  const used = new Set<string>();
  for (const { type, tag } of tokens) if (type === "heading_open") used.add(tag);
  const ranks = [...used].sort();
  let level = top - 1;
  for (const token of tokens) {
    if (token.type === "heading_open") level = Math.min(6, top + ranks.indexOf(token.tag), level + 1);
    if (token.type === "heading_open" || token.type === "heading_close") token.tag = `h${level}`;
  }
}

/**
 * Inserts each anchor at its line: in the text after a line break, else before the block that starts there. An anchor
 * inside a fence goes before the fence. All tokens are in line order.
 */
function withAnchors(tokens: readonly Token[], anchors: ReadonlyMap<number, SafeHtml>): Token[] {
  const lines = [...anchors.keys()].sort((a, b) => a - b);
  const out: Token[] = [];
  let next = 0;
  for (const token of tokens) {
    const end = token.map?.[1];
    const holds =
      token.type === "inline" || token.type === "fence" || token.type === "code_block" || token.type === "long_text";
    if (holds && end !== undefined) {
      const due: number[] = [];
      for (let line = lines[next]; line !== undefined && line <= end; line = lines[++next]) due.push(line);
      if (token.type === "inline") anchorInline(token, due, anchors);
      else for (const line of due) out.push(anchorToken(anchors.get(line)));
    }
    out.push(token);
  }
  for (; next < lines.length; next++) out.push(anchorToken(anchors.get(lines[next] ?? 0)));
  return out;
}

function anchorInline(token: Token, due: readonly number[], anchors: ReadonlyMap<number, SafeHtml>): void {
  const children: Token[] = [];
  let line = (token.map?.[0] ?? 0) + 1;
  let next = 0;
  const place = (): void => {
    for (; next < due.length && (due[next] ?? 0) <= line; next++)
      children.push(anchorToken(anchors.get(due[next] ?? 0)));
  };
  place();
  for (const child of token.children ?? []) {
    children.push(child);
    if (child.type !== "softbreak" && child.type !== "hardbreak") continue;
    line++;
    place();
  }
  for (; next < due.length; next++) children.push(anchorToken(anchors.get(due[next] ?? 0)));
  token.children = children;
}

function anchorToken(content: SafeHtml | undefined): Token {
  const token = new MarkdownIt.Token("markup", "", 0);
  token.content = content === undefined ? "" : markupOf(content);
  return token;
}
