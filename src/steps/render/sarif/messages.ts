import type { Message } from "sarif";

/** A title and its explanation as a SARIF message: the first sentence stands on its own, as viewers show only that. */
export function problemMessage(title: string, body: string): Message {
  const sentence = /[.!?]$/.test(title) ? title : `${title}.`;
  return {
    text: plain(joined(sentence, body)),
    markdown: withoutPlaceholders(joined(`**${title.replaceAll("*", "\\*")}**`, body)),
  };
}

/** Our own words as a message. */
export function textMessage(text: string): { text: string } {
  return { text: plain(text) };
}

function joined(head: string, body: string): string {
  return body.trim() === "" ? head : `${head}\n\n${body}`;
}

// In plain messages `[text](target)` is a link; what reviewers write must not become one.
function plain(text: string): string {
  return withoutPlaceholders(text).replaceAll("](", "] (");
}

// The standard asks to double every brace. Viewers show messages without arguments as they stand, so only what would be
// taken for a placeholder is doubled and code stays readable.
function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{(\d{1,9})\}/g, "{{$1}}");
}
