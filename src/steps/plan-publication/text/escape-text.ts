import { longestRun } from "#grammar/spans.ts";
import { printable } from "#util/printable.ts";

/** Where text is inserted. */
export interface TextPlace {
  /** The platform's host: its own addresses act when they are written out. */
  readonly host: string;
  /** The text begins a line, where punctuation can begin a block and bots look for commands. */
  readonly startsLine: boolean;
}

/**
 * Escapes untrusted plain text as Markdown that shows the same and does nothing: no markup, mention, reference or
 * command. Addresses become links that show their target; those of the platform become code, since it would leave a
 * note at their target. Pass whole runs of text: two halves that are harmless alone may act together.
 */
export function escapeText(text: string, place: TextPlace): string {
  const visible = wellFormed(printable(text.replaceAll(/[\r\n\t]+/g, " ")));
  const pieces: string[] = [];
  let from = 0;
  for (const match of visible.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    if (address === undefined) continue;
    pieces.push(escapePlain(visible.slice(from, match.index)), safeLink(address, place.host));
    from = match.index + address.length;
  }
  pieces.push(escapePlain(visible.slice(from)));
  const escaped = pieces.join("");
  return place.startsLine ? escapeLineStart(escaped) : escaped;
}

/** Untrusted text as inline code: shown as it is, and nothing in it acts. */
export function codeSpan(text: string): string {
  const shown = wellFormed(printable(text.replaceAll(/[\r\n\t]+/g, " "))) || " ";
  const fence = "`".repeat(longestRun(shown) + 1);
  const isTight = !shown.startsWith("`") && !shown.endsWith("`") && shown.trim() === shown;
  return isTight ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}

/** An address as a link that shows it; as code if the platform would act on it or it is not a web address. */
export function safeLink(address: string, host: string): string {
  return isLinkable(address, host) ? `<${address}>` : codeSpan(address);
}

/** Without unpaired surrogates, which no request can carry. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}

// Also addresses without a scheme and those of other schemes that the platform turns into links.
const ADDRESS = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"`\\|]{1,4000}/gi;

/** Without the punctuation of the sentence around it. */
function trimAddress(text: string): string | undefined {
  let end = text.length;
  while (end > 0 && ".,;:!?'*_~)]}".includes(text.charAt(end - 1))) end -= 1;
  const address = text.slice(0, end);
  return /^(?:https?:\/\/|ftp:\/\/|www\.)[^/?#]/i.test(address) ? address : undefined;
}

const MAX_ADDRESS_LENGTH = 2000;

function isLinkable(address: string, host: string): boolean {
  if (address.length > MAX_ADDRESS_LENGTH || !/^https?:\/\/[^\s<>"`\\|]+$/i.test(address) || !URL.canParse(address))
    return false;
  const url = new URL(address);
  const name = url.host.toLowerCase().replace(/^www\./, "");
  const isOfPlatform = name === host.toLowerCase() || name === "github.com";
  // A user name before the host disguises the target of an address.
  return !isOfPlatform && url.username === "" && url.password === "";
}

/** After this invisible character the platform sees no mention or reference. */
export const BREAK = "\u200B";

function escapePlain(text: string): string {
  return text
    .replaceAll(/@(?=[\w-])/g, `@${BREAK}`)
    .replaceAll(/#(?=\d)/g, `#${BREAK}`)
    .replaceAll(/\bGH-(?=\d)/gi, (prefix) => `${prefix}${BREAK}`)
    .replaceAll(/\b(?:mailto|xmpp):/gi, (scheme) => `${scheme}${BREAK}`)
    .replaceAll(/[\\`*[\]<>~$|]/g, "\\$&")
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
    .replaceAll(/&(?=[#A-Za-z])/g, "\\&");
}

/** Puts a backslash before what would begin a heading, a list, a rule or a bot command. */
function escapeLineStart(text: string): string {
  const rest = text.trimStart();
  if (/^[#+=/:-]/.test(rest)) return `\\${rest}`;
  return rest.replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
