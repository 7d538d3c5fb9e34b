import { scanLines } from "#grammar/lines.ts";

/** The texts of a finding that may withdraw it. */
interface Words {
  readonly title: string;
  readonly body: string;
}

/**
 * Whether the author unmistakably withdraws the finding in its own text: `(Withdrawn — not an issue.)` Words of
 * others, what the code withdraws, and a finding that is "removed", "dropped" or "resolved" do not count.
 */
export function isWithdrawn({ title, body }: Words): boolean {
  if (/^[[(](?:withdrawn|retracted)[\])]/i.test(title)) return true;
  return scanLines(body).some(({ text, inFence }) => !inFence && isRetraction(text.slice(0, 4000).trim()));
}

const TAKEN = String.raw`(?:(?:this |the )?(?:finding |issue )?(?:is )?(?:now )?(?:self-)?(?:withdrawn|retracted)|(?:this is )?(?:not|no longer) a finding(?: after all)?)`;
const REASON = String.raw`(?:\s*[.—–-]|\s*[:;,]\s\S| because | since | after | as (?:it|this|the|that) )`;
/** A remark that is set apart as a whole: in brackets or emphasis. */
const REMARK = new RegExp(
  `^(?:${TAKEN}(?:\\s*\\.?$|${REASON})|withdrawing(?: this(?: finding)?)?\\b\\s*(?:$|[.:;,—–-]))`,
  "i",
);
const MOVED = /^acknowledged by [^.]{1,40}[—–-]+ ?mov(?:ing|ed) to acknowledged limitations\b/i;
/** `**Withdrawn.** The middleware does it.` */
const LEADING = /^(\*{1,3}|_{1,3})(?:withdrawn|retracted)(?:\.\1|\1\.)(?:\s|$)/i;
/** `Withdrawn.` on a line of its own; with a reason only if that is about the finding. */
const PLAIN =
  /^(?:withdrawn|retracted)(?:\.$|\s?[.:—–-]\s.{0,200}\b(?:finding|not (?:a|an) (?:real )?(?:issue|problem|bug)|false positive|my mistake|i (?:was wrong|misread|overlooked)|on (?:a )?(?:second|closer) look|after all)\b)/i;

// A separate sentence in running text about the finding itself. "I withdraw 100 from the account" is a test of a bank,
// and "The author says: I withdraw this" is somebody else's statement.
const THIS = String.raw`(?:(?:this|the|my) (?:finding|issue|point|one|claim|concern)|(?:this|it)(?=\s*(?:[.!)*_]|[—–:]\s|$)))`;
const END = String.raw`(?=[\s*_]*(?:[.,;:!)\]–—-]|$)| because | as (?:it|this|the) | since | after )`;
const SENTENCE = new RegExp(
  String.raw`(?:^[(*_]{0,3}|[.!?–—]\s+)(?:so |thus |therefore,? |hence )?(?:I(?:'m| am)? (?:hereby |now )?(?:withdraw|withdrawing|retract|retracting) ${THIS}|(?:withdrawing|retracting) ${THIS}|(?:this )?finding (?:is )?(?:hereby )?(?:withdrawn|retracted)|(?:downgrading|downgraded) to no finding|self-withdrawn|(?:this is )?not a finding after all)${END}`,
  "i",
);

// Only the rating is withdrawn: the point is repeated under a label that the remark names.
const RESTATED = /\b(?:moved|moving|see|now|restated|downgrad(?:ed|ing))\b[^.\n]{0,30}\b[CIS]\d{1,3}\b/i;

function isRetraction(line: string): boolean {
  if (RESTATED.test(line)) return false;
  const remark = setApart(line);
  if (remark !== undefined && remark.length < 200 && (REMARK.test(remark) || MOVED.test(remark))) return true;
  return SENTENCE.test(line) || LEADING.test(line) || PLAIN.test(line);
}

/** The text inside the brackets or emphasis around a whole line; undefined if there are none. */
function setApart(line: string): string | undefined {
  let inner = line;
  for (let depth = 0; depth < 3; depth += 1) {
    const [, open = "", words = "", close = ""] =
      /^(\*{1,3}|_{1,3}|[([])(.+?)(\*{1,3}|_{1,3}|[)\]])\.?$/.exec(inner) ?? [];
    // `**Withdrawn:** orders are shipped**` and `[a] and [b]` are not one unit.
    if (words === "" || close !== (CLOSING.get(open) ?? open) || words.includes(close)) break;
    inner = words.trim();
  }
  return inner === line ? undefined : inner;
}

const CLOSING = new Map([
  ["(", ")"],
  ["[", "]"],
]);
