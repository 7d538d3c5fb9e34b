import { isDenied, sentencesIn, wordsBefore } from "./clauses.ts";

const DONE = "merged|landed|shipped|released|deployed|approved|accepted";
const MERGE = "merge|land|ship|release|deploy|approve|accept";
const UNDONE = "reverted|rejected|blocked|backed out|rolled back|held back|reworked|rewritten|redone";
const NOT_READY =
  "ready|safe|fit|suitable|mergeable|acceptable|correct|sound|good enough|production[ -]ready|shippable|in a mergeable state";
const OBJECT =
  "(?:this|the|it|that)(?: (?:change|changes|pr|pull request|patch|branch|code|commit|diff|implementation))?";

/** Asks for a change before the merge, or says that there must be none. */
const ASKS = new RegExp(
  [
    String.raw`\brequest(?:s|ed|ing)? changes`,
    String.raw`\bchanges (?:are |were )?(?:requested|required|needed)`,
    String.raw`\b(?:do not|don't|never) (?:yet )?(?:${MERGE})\b(?! (?:conflict|the (?:two|results?|findings?)))`,
    String.raw`\b(?:i|we|you) (?:must not|should not|shouldn't|mustn't|cannot|can't|can not|would not|wouldn't|won't) (?:yet )?(?:${MERGE})\b`,
    String.raw`\b(?:must|should|can|may|need|could) ?(?:not|n't|'t) (?:yet )?(?:be )?(?:${DONE})\b`,
    String.raw`\bcan't (?:yet )?be (?:${DONE})\b`,
    String.raw`\b(?:recommend|advise|vote|argue|decide)\w* (?:strongly )?against\b`,
    String.raw`\b(?:not|n't|cannot) (?:\w+ )?(?:recommend|advise|approve|endorse|sign off|support|be recommended)\b`,
    String.raw`\bnot (?:yet |currently |really )?(?:${NOT_READY}) (?:to|for) (?:be )?(?:merg|land|ship|releas|deploy|production|use\b|main\b|review)`,
    String.raw`^\W*not (?:yet |currently |really )?(?:${NOT_READY})\b`,
    String.raw`^\W*${OBJECT} (?:is not|isn't) (?:yet |currently |really )?(?:${NOT_READY})\b`,
    String.raw`\bneeds? (?:\w+ )?(?:changes|fixes|work|rework|fixing)\b`,
    String.raw`\b(?:must|needs? to|ha(?:s|ve) to|ought to) (?:first )?be (?:fixed|addressed|resolved|corrected|${UNDONE})`,
    String.raw`\bshould (?:first )?be (?:${UNDONE})`,
    String.raw`\b(?:fixed|addressed|resolved|corrected|reworked) (?:before|prior to) (?:the |any |a )?(?:merg|land|ship|releas)`,
    String.raw`\b(?:must|have to|need to) fix\b`,
    String.raw`\bblock(?:s|ed|ing)? (?:the |this |a |on )?(?:merg(?:e|ing)|release|pr|change)\b`,
    String.raw`\b(?:i|we)(?: would|'d|'ll| will| must| have to)? (?:reject|veto|object|revert|disapprove)\b`,
    String.raw`\b(?:please|to) (?:revert|reject|abandon|rework|block) ${OBJECT}\b`,
    String.raw`\b(?:critical|important|blocking) (?:issues?|findings?|problems?) (?:must|stand|remain|was found|were found|need)`,
    String.raw`(?<![\p{L}\p{N}_.-])na?c?k(?:ed)?(?=\W*$|[ .:,—–-]+(?:from|by|until|on|for|this)\b)`,
  ].join("|"),
  "iu",
);

/** "Ready to merge? No": the question of a form, and its answer. */
const ANSWERED =
  /\b(?:ready|safe|ok(?:ay)?|good|fit|merge(?:able)?|approved?|ship|lgtm|pass(?:ed)?)\b(?![^?:]{0,40}\b(?:block|issue|conflict|concern|problem|risk))[^.?:]{0,40}[?:][\s"`]{0,4}(?:no(?:pe|t (?:yet|ready|safe|approved|recommended))?(?=\W*$|\s?[.,;:—–-])|only after\b|with fixes|after fixes|false\b|[❌🚫⛔👎🛑])/iu;

/** Whether a text says that the change must not be merged as it is. */
export function asksForChanges(text: string): boolean {
  const sentences = sentencesIn(text);
  return sentences.some((sentence, at) => {
    if (ANSWERED.test(`${sentence} ${sentences[at + 1] ?? ""}`)) return true;
    const match = ASKS.exec(sentence);
    return match !== null && !isDenied(wordsBefore(sentence, match.index)) && !isConditional(sentence, match.index);
  });
}

/** "It checks whether this must be fixed." */
function isConditional(sentence: string, index: number): boolean {
  return /\b(?:whether|that (?:was|were)|what|previous(?:ly)?|earlier)\b/i.test(wordsBefore(sentence, index).clause);
}

const VERDICT =
  /^\W*(?:(?:overall|final|my|the|review|merge)\s)*(?:verdict|decision|recommendation|status|result|conclusion|assessment|outcome|vote|approval|rating|summary)(?: is)?[\s:="`([–—-]{1,8}/i;
const REFUSAL =
  /^\W*(?:reject|block|fail|no|no[ -]go|hold|revert|rework|veto|stop|abandon|decline|deny|denied|disapprove|unsafe|request|request changes|changes requested|not (?:yet |currently )?(?:approved?|ready|safe|mergeable|ok|acceptable|recommended|good|mergeable)|needs (?:work|changes|fixes|revision))(?:s|ed|ing)?(?=\W*$|[.,;:!—–]|\s[-–—]|\s(?:this|the merge|the change|the pr|until|merg\w+|it|pending|unless|because)\b)/i;
const CROSS = /^[^\p{L}\p{N}]*[❌🚫⛔👎🛑🔴✗✘]/u;

/** Whether a line of a verdict or a conclusion refuses the change in a word or a sign: `Reject`, `❌`. */
export function isRefusal(line: string): boolean {
  const plain = sentencesIn(line).join(" ");
  return CROSS.test(plain) || REFUSAL.test(plain) || isVerdictAgainst(plain);
}

/** `Verdict: reject`, `**Status:** ❌` */
export function isVerdictAgainst(sentence: string): boolean {
  const name = VERDICT.exec(sentence)?.[0];
  if (name === undefined) return false;
  const verdict = sentence.slice(name.length);
  return CROSS.test(verdict) || REFUSAL.test(verdict);
}
