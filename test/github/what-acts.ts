import markdownIt from "markdown-it";

/** What a code host would do with a text beside showing it. */
export interface Acts {
  readonly mentions: readonly string[];
  readonly references: readonly string[];
  readonly tags: readonly string[];
  readonly images: readonly string[];
  readonly addresses: readonly string[];
  readonly commands: readonly string[];
}

/** The tags that we ourselves write. */
const OURS = /^<\/?(?:details|summary|sub|sup|br|kbd)\s*\/?>$/i;

/**
 * Finds what acts in a comment, as GitHub does: on the rendered page, outside of code. Written with a real Markdown parser and not
 * with our own code, which it is to judge.
 */
export function whatActs(text: string): Acts {
  const page = markdownIt({ html: true, linkify: false }).render(text.replace(/^<!-- deep-review:[^>]*-->\n/, ""));
  const visible = page.replaceAll(/<pre[\s>][^]*?<\/pre>|<code[\s>][^]*?<\/code>/g, " ");
  // A mention or a reference inside a link is not looked for.
  const unlinked = visible.replaceAll(/<a [^>]*>[^]*?<\/a>/g, " ");
  const tags = [...visible.matchAll(/<!--[^]*?-->|<[^>]*>/g)].map(([tag]) => tag);
  const prose = unescape(unlinked.replaceAll(/<!--[^]*?-->|<[^>]*>/g, "\n"));
  return {
    mentions: found(prose, /(?<![\w/`])@[a-z\d](?:[a-z\d-]*\/?[a-z\d-]+)?/gi),
    references: found(
      prose,
      /(?<![\w`&])(?:#\d+|GH-\d+)\b|\b[\w.-]+\/[\w.-]+#\d+|https?:\/\/\S+\/(?:issues|pull)\/\d+/gi,
    ),
    tags: tags.filter((tag) => !OURS.test(tag) && !MARKDOWN.test(tag)),
    images: tags.filter((tag) => /^<img/i.test(tag)),
    addresses: found(visible, /href="(?!https?:\/\/)[^"]*"/gi),
    // Programs that take commands read the text as it is written.
    commands: found(text, /^[ \t]*\/[a-z][\w-]*/gim),
  };
}

/** What Markdown itself becomes. */
const MARKDOWN =
  /^<\/?(?:p|a|em|strong|ul|ol|li|h[1-6]|blockquote|hr|table|thead|tbody|tr|th|td|s|del|br)(?:\s(?:href|title|style|start)="[^"]*")*\s*\/?>$/i;

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([hit]) => hit.trim());

function unescape(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
