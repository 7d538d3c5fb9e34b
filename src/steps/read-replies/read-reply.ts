import { splitLines } from "#grammar/lines.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { truncate } from "#util/words.ts";

/** What a reply decides, by the words that it begins with. */
export interface DecidingReply {
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
}

/**
 * Reads a reply such as `declined: the queue gives up after a day`, `by design`, `fixed in 1a2b3c4` or `reopen`. Quoted
 * lines and mentions before it are skipped. Undefined where it only mentions such words.
 */
export function readReply(body: string): DecidingReply | undefined {
  const { first, rest } = wordsOf(body);
  for (const { pattern, kind, keepsWord } of PHRASES) {
    const [whole, word = ""] = pattern.exec(first) ?? [];
    if (whole === undefined) continue;
    const said = reasonFrom([first.slice(whole.length), ...rest]);
    if (kind === "fixed" || kind === "reopened") return { kind };
    const reason = keepsWord === true ? [word.toLowerCase(), said].filter((part) => part !== "").join(": ") : said;
    return { kind, ...(reason !== "" && { reason }) };
  }
  return undefined;
}

/** The reason that a reply gives without deciding by words; undefined where it says no more than thanks, or that it is done. */
export function replyReason(body: string): string | undefined {
  const { first, rest } = wordsOf(body);
  const reason = reasonFrom([first, ...rest]);
  return reason === "" || AGREES.test(reason) || !/\p{L}\p{L}/u.test(reason) ? undefined : reason;
}

interface Phrase {
  readonly pattern: RegExp;
  readonly kind: DecidingReply["kind"];
  /** The word itself is a reason. */
  readonly keepsWord?: true;
}

/** What may stand behind the word: nothing, or a sign that sets the reason off. */
const END = String.raw`(?:\s*$|[*_\x60]{0,3}\s*(?:[:–—]|-(?=\s)|[.!](?=\s|$))[*_\x60]{0,3}\s*|[*_\x60]{1,3}\s*$)`;
const phrase = (words: string): RegExp => new RegExp(`^[*_\x60]{0,3}(${words})${END}`, "i");

const PHRASES: readonly Phrase[] = [
  { pattern: phrase("declined|decline"), kind: "declined" },
  { pattern: phrase("won['’]?t[ -]?fix|will not fix"), kind: "declined" },
  { pattern: phrase("by design|false positive"), kind: "declined", keepsWord: true },
  { pattern: phrase("accepted risk|accept risk|risk accepted"), kind: "accepted-risk" },
  { pattern: phrase("fixed"), kind: "fixed" },
  { pattern: /^[*_`]{0,3}(fixed (?:in|by)) [*_`]{0,3}[0-9a-f]{7,64}\b/i, kind: "fixed" },
  { pattern: phrase("reopen|reopened"), kind: "reopened" },
];

const AGREES =
  /^[^\p{L}]{0,5}(?:thanks?|thank you|thx|done|fixed|addressed|resolved|ok|okay|agreed?|yes|yep|good (?:catch|point|find)|nice (?:catch|find)|great catch|will (?:fix|do|address)|i['’]?ll (?:fix|do|address)|fixing|true|right|sure|lgtm|makes sense)(?!\p{L})/iu;

const MAX_LINES = 200;
const MAX_LINE = 4000;
const MAX_REASON = 1000;

/** The first line that is neither empty nor quoted, without mentions before its words, and the lines below it. */
function wordsOf(body: string): { first: string; rest: string[] } {
  const lines = splitLines(body.slice(0, MAX_LINE * 4))
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).trim())
    .filter((line) => !line.startsWith(">"));
  const start = lines.findIndex((line) => withoutMentions(line) !== "");
  if (start === -1) return { first: "", rest: [] };
  return { first: withoutMentions(lines[start] ?? ""), rest: lines.slice(start + 1) };
}

function withoutMentions(line: string): string {
  let text = line;
  for (let mention = MENTION.exec(text); mention !== null; mention = MENTION.exec(text)) {
    text = text.slice(mention[0].length);
  }
  return text;
}

const MENTION = /^@[A-Za-z0-9](?:[A-Za-z0-9-]{0,60})(?:\[bot\])?[,:]?(?:\s+|$)/;

function reasonFrom(lines: readonly string[]): string {
  const text = lines
    .join("\n")
    .trim()
    .replaceAll(/\n{2,}/g, "\n");
  return truncate(text, MAX_REASON);
}
