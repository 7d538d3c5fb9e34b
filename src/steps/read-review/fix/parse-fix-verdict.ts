import { endOfCode } from "#grammar/spans.ts";
import type { FixVerdict } from "#model/history/lineage.ts";

/** A reviewer's verdict on whether a fix closes its finding. */
export type ParsedFixVerdict = FixVerdict["closes"];

/**
 * Reads the verdict in a line such as `closes — src/a.ts:3 because …`. Clauses that are nothing but a verdict take
 * precedence over clauses that only begin like one, because the title of the finding may precede the verdict.
 */
export function parseFixVerdict(line: string): ParsedFixVerdict | undefined {
  const clauses = clausesOf(line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH) : line);
  const at = clauses.findIndex(({ words }) => verdictOf(words)?.isWhole === true);
  const from = at >= 0 ? at : clauses.findIndex(({ words }) => verdictOf(words) !== undefined);
  const verdict = verdictOf(clauses[from]?.words ?? "")?.closes;
  if (verdict !== "yes") return verdict;
  const behind = clauses.slice(from).map(({ words }) => words);
  return RESTRICTS.test(behind.join(", ").slice(0, 160)) ? "partly" : "yes";
}

const MAX_LENGTH = 2000;

/** "closes, but only for the first caller"; not "closes, but introduces I2". */
const RESTRICTS =
  /^[^,]{0,60},? (?:but|though|although|except)\b[^,]{0,60}\b(?:only|part(?:ly|ially)|not|misses|leaves|incomplete)\b(?! introduc)/i;

interface Clause {
  readonly words: string;
  /** Followed by a sign that announces the answer: `closes: no`. */
  readonly asks: boolean;
}

const SEPARATOR = /(\s[–—-]{1,3}(?=\s)|[–—:;,.()|?=]|\b(?:because|since)\b)/i;

function clausesOf(line: string): Clause[] {
  const pieces = plain(line).split(SEPARATOR);
  const clauses: { words: string; asks: boolean }[] = [];
  for (const [at, piece] of pieces.entries()) {
    const last = clauses.at(-1);
    // Separators are at the odd indexes.
    if (at % 2 === 1) {
      if (last !== undefined && /[:?=]/.test(piece)) last.asks = true;
    } else if (piece.trim() !== "") clauses.push({ words: piece.trim().replaceAll(/\s+/g, " "), asks: false });
  }
  return clauses.filter(({ words, asks }, index) => {
    const before = clauses[index - 1];
    const isAnswered = asks && verdictOf(clauses[index + 1]?.words ?? "")?.isWhole === true;
    const isOnDefects = INTRODUCES.test(words) || (before?.asks === true && INTRODUCES.test(before.words));
    return !isOnDefects && !(isAnswered && ASKED.test(words));
  });
}

const INTRODUCES = /\b(?:introduc|new (?:defect|issue|problem|bug))/i;
const ASKED = /^(?:(?:does|did|is|the|fix|it)\s){0,3}(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|addresse[sd])(?: it)?$/i;

/** Without Markdown marks; a short word in code marks may be the verdict, other code is evidence. */
function plain(line: string): string {
  let text = "";
  let from = 0;
  for (let at = line.indexOf("`"); at >= 0; at = line.indexOf("`", at + 1)) {
    const end = endOfCode(line, at);
    if (end === at) break;
    const code = line.slice(at, end + 1).replaceAll("`", "");
    text += line.slice(from, at) + (/^[a-z' -]{2,20}$/i.test(code) ? code : " — ");
    at = end;
    from = end + 1;
  }
  return (text + line.slice(from)).replaceAll(/[*_~"«»“”[\]]/g, "").replaceAll("’", "'");
}

function verdictOf(clause: string): { closes: ParsedFixVerdict; isWhole: boolean } | undefined {
  const words = clause.replace(LEAD, "");
  for (const [closes, pattern] of VERDICTS) {
    const found = pattern.exec(words)?.[0];
    if (found !== undefined) return { closes, isWhole: TAIL.test(words.slice(found.length)) };
  }
  return undefined;
}

const LEAD =
  /^[^\p{L}\d]{0,10}(?:(?:verdict|status|answer|result|conclusion|the|this|that|it|fix|change|commit|now|is|was|has|been|have|i)\s){0,5}/iu;
const TAIL =
  /^(?: (?:it|this|now|fully|completely|entirely|correctly|(?:the|its|this) (?:finding|issue|problem|gap|hole|bug|defect)))?[\s!]*$/i;

const ACT = "(?:close[sd]?|fix(?:e[sd])?|address(?:e[sd])?|resolve[sd]?|solve[sd]?|settle[sd]?|repair(?:s|ed)?)";
const NOT = "(?:(?:does|do|did|is|was|has|have) ?)?(?:not|n't|never)(?: (?:been|yet|really|actually))?";
const UNSURE =
  "(?:cannot|can't|can not|could not|couldn't|unable to|impossible to)[ -](?:be )?(?:tell|told|say|said|determined?|decided?|verify|verified|judged?|confirm(?:ed)?)";

/** The order matters: "not fully closed" is partly, "not closed" is no. */
const VERDICTS: readonly (readonly [ParsedFixVerdict, RegExp])[] = [
  [
    "cannot-tell",
    new RegExp(
      `^(?:${UNSURE}\\b|(?:unclear|inconclusive|undetermined|uncertain|unknown|unverified)\\b|not (?:judged|verified|checked)\\b|cannot-tell$)`,
      "i",
    ),
  ],
  [
    "partly",
    new RegExp(
      `^(?:${NOT} (?:fully|completely|entirely|wholly|quite)\\b|${ACT} (?:it |the \\w+ )?(?:only|partly|partially|in part|half|mostly)\\b|(?:only )?(?:partly|partially|partial|half|halfway|mostly|incomplete|incompletely|in part)\\b)`,
      "i",
    ),
  ],
  [
    "no",
    new RegExp(
      `^(?:${NOT} ${ACT}\\b|fail(?:s|ed)? to ${ACT}\\b|(?:still|remain(?:s|ed)?|stays) (?:open|broken|there|present|reproducible|un\\w+)\\b|(?:unfixed|unresolved|unaddressed|ineffective)\\b|(?:no|open|not|not yet|no fix)$)`,
      "i",
    ),
  ],
  [
    "yes",
    new RegExp(
      `^(?:(?:fully |completely |entirely |correctly |properly )?${ACT}\\b|no longer\\b|(?:yes|ok|okay|done|complete|verified|confirmed)$)`,
      "i",
    ),
  ],
];
