import { plainTitle } from "#grammar/comments/folds.ts";

/** Whether a cleaned comment raises nothing: praise, thanks, a command to a bot, or too few words. */
export function isNoise(text: string): boolean {
  const words = text.slice(0, MAX_TEXT).trim();
  if (/^```|\n```/.test(words)) return false;
  if (words === "" || COMMAND.test(words)) return true;
  const isShort = words.length <= SHORT;
  if (isShort && PRAISE.test(words)) return true;
  // "Why?", "Done", "+1"
  return (words.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).length < MIN_WORDS;
}

/** Whether a comment or a review's body begins with one of these phrases. */
export function beginsAs(text: string, phrases: readonly string[]): boolean {
  const words = text.slice(0, 600).replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, " ");
  const start = plainTitle(words.replaceAll(/[#>*_[\]!|-]/g, " "));
  const raw = text.slice(0, 200).trim().toLowerCase();
  return phrases.some((phrase) => start.startsWith(phrase) || raw.startsWith(phrase));
}

const MAX_TEXT = 5000;
const SHORT = 160;
const MIN_WORDS = 3;

const COMMAND =
  /^(?:\/[a-z][\w-]*|@[\w-]+(?:\[bot\])?\s+(?:review|full review|resolve|summary|help|pause|resume|ignore|rebase|merge|retest|run))\b[^\n]{0,80}$/i;

const PRAISE =
  /^[^\p{L}]{0,6}(?:lgtm|looks? (?:good|great|fine|correct|nice)|nice|great|good (?:catch|call|point|idea|job|work|find|stuff)|awesome|cool|love (?:this|it|that)|neat|clean|perfect|excellent|well done|thanks?|thank you|thx|ty|praise|kudos|\+1|agreed?|same here|done|fixed|addressed|resolved|ok|okay|sgtm|yes|yep|approved?|ack|makes sense|never ?mind|nvm|will do|sounds good)(?![\p{L}-])(?!.{0,150}\b(?:but|however|should|could|instead|missing|though|except|why|wrong|still)\b)/isu;
