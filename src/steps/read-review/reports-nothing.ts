import { asksForChanges } from "./contradiction/refuses.ts";

/** Longer statements are never a plain "None.". */
const MAX_STATEMENT = 600;

/**
 * Whether a text states that there is nothing to report, and nothing else: `None.`, `✅ No critical issues were found.`,
 * `N/A`, `The change looks good. I found no issues.` Every sentence must say so; one sentence that may say more makes
 * it false: `None of the callers check the error.` is a finding.
 */
export function reportsNothing(text: string): boolean {
  // Runs for every line of a review, so most lines are rejected here.
  if (text.length > MAX_STATEMENT || !MAY_DENY.test(text)) return false;
  const sentences = sentencesOf(text);
  if (sentences.length === 0) return /^[\s*_`>|([-]*(?:[-–—✅✔✓☑👍🟢∅]\uFE0F?[\s*_`|)\]]*)+$/u.test(text);
  const isNone = sentences.some(denies) && sentences.every((sentence) => denies(sentence) || isHarmless(sentence));
  // "Ready to merge? No"
  return isNone && !asksForChanges(text);
}

/** Whether a text says so only for now: `None yet.`, `None found so far.` */
export function reportsNothingYet(text: string): boolean {
  const final = text.replaceAll(/\b(?:(?:so|thus|until|up to) (?:far|now)|as yet|yet)\b/gi, "");
  return final !== text && reportsNothing(final);
}

/** Whether a text only denies problems, or states what was looked at and that it is fine. */
export function reportsAllIsWell(text: string): boolean {
  if (text.length > MAX_STATEMENT) return false;
  if (reportsNothing(text)) return true;
  const sentences = sentencesOf(text);
  const isWell = sentences.length > 0 && sentences.every((sentence) => denies(sentence) || isHarmless(sentence));
  return isWell && !asksForChanges(text);
}

const MAY_DENY =
  /(?<![\p{L}\p{N}])(?:no|none|nothing|nil|n\/?a|not|nope|zero|0|lgtm|looks good|all (?:good|clear)|clean|ok|approved?|merge|didn|(?:ready|safe|good) (?:to|for) )|^[^\p{L}\p{N}]*$/iu;

function sentencesOf(text: string): string[] {
  const plain = text
    .trimStart()
    .replace(/^(?:(?:[-*+>|•·–—]|#{1,9}|\d{1,3}[.)]|\[[ xX]?\])\s+)+/, "")
    .replace(/^\W{0,4}[CIS]\d{1,3}\W{1,6}/, "")
    .replaceAll(/[*_`~"“”|<>]/g, " ");
  // A dash, colon or semicolon begins a remark, as a full stop does.
  return plain
    .split(
      /[.!?;:](?=\s|$)|\s[–—-]\s|\n|[()]|,\s(?=(?:and|so|but|ship)\b)|,?\sand\s(?=(?:found|find|see|saw|have|noticed) no)/u,
    )
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function denies(sentence: string): boolean {
  return isNothing(wordsOf(sentence.replace(REVIEWING, "")));
}

const REVIEWING =
  /^\s*(?:after|upon|following|from|in) (?:\w+ ){0,5}(?:review|reading|look|analysis|inspection|pass)\b[^,]{0,60},\s/i;

function wordsOf(sentence: string): string[] {
  return sentence
    .toLowerCase()
    .replaceAll("n/a", "na")
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ");
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** How a denial begins; then comes what is denied, what would have been done with it, and where. */
const OPENINGS = [
  "there are no",
  "there were no",
  "there is no",
  "there was no",
  "theres no",
  "there is nothing",
  "there was nothing",
  "i have no",
  "i see no",
  "i have identified no",
  "i could not find any",
  "i couldnt find any",
  "i found no",
  "i have found no",
  "i did not find any",
  "i didnt find any",
  "we found no",
  "i have not found any",
  "i identified no",
  "i noticed no",
  "i found nothing",
  "i see nothing",
  "i have nothing",
  "did not find any",
  "found no",
  "found nothing",
  "not applicable",
  "none",
  "nothing",
  "nil",
  "na",
  "no",
  "nope",
  "zero",
  "0",
].map((words) => words.split(" "));
/** Attributes of what is denied; they may occur alone: "Nothing critical". */
const QUALITIES = set(
  "critical important blocking blocker blockers major minor high medium low severe serious significant further new additional " +
    "other more else such any or and p0 p1 p2",
);
/** These need a noun: "No security" is a finding, "No security issues" is not. */
const KINDS = set(
  "security obvious known open remaining outstanding real actual severity priority level correctness functional noteworthy notable",
);
const THINGS = set(
  "issue issues finding findings problem problems concern concerns suggestion suggestions bug bugs defect defects " +
    "vulnerability vulnerabilities objections objection",
);
/** The code under review has such things itself: "No comments in the code". */
const REMARKS = set("comment comments item items feedback remark remarks");
const DONE = set(
  "found identified noted detected observed reported spotted seen noticed raised exist exists remain remains was were is are have " +
    "has been to report note raise flag add say mention discuss fix address change worth mentioning apply applicable present here now " +
    "currently either this time today by me us",
);
const WHERE = set(
  "in at for from during of on with this the these that my our it its a all change changes diff pr pull request commit commits " +
    "patch round section review file files code codebase time severity level category scope moment pass analysis changed " +
    "reviewed critical important high medium low",
);
/** Whole sentences that state that all is well. */
const PRAISE = new Set([
  "lgtm",
  "looks good",
  "looks good to me",
  "all good",
  "all clear",
  "clean",
  "no action needed",
  "ok",
  "approve",
  "approved",
  "merge",
  "ship it",
  "ready to merge",
  "ready for merge",
  "safe to merge",
  "good to merge",
  "good to go",
]);
const CLOSERS = set("overall verdict conclusion result recommendation summary assessment decision status");

function isNothing(words: readonly string[]): boolean {
  if (PRAISE.has(words.join(" "))) return true;
  const opening = OPENINGS.find((known) => known.every((word, at) => words[at] === word));
  if (opening === undefined) return false;
  let at = opening.length;
  const isDenied = (word: string): boolean => [QUALITIES, KINDS, THINGS, REMARKS].some((words) => words.has(word));
  while (isDenied(words[at] ?? "")) at++;
  const denied = words.slice(opening.length, at);
  const last = denied.at(-1) ?? "";
  if (denied.some((word) => KINDS.has(word)) && !THINGS.has(last) && !REMARKS.has(last)) return false;
  while (DONE.has(words[at] ?? "")) at++;
  if (at === words.length) return true;
  if (!/^(?:in|at|for|from|during|of|on|with)$/.test(words[at] ?? "")) return false;
  // "None of the changed files" is incomplete: something must have been denied or done before "of".
  if (words[at] === "of" && at === opening.length) return false;
  if (REMARKS.has(last) && words.slice(at).some((word) => /^(?:code|codebase|files?)$/.test(word))) return false;
  return words.slice(at).every((word) => WHERE.has(word) || DONE.has(word));
}

const EXAMINED =
  /^\s*(?:i|we)(?: have|'ve|’ve)?(?: also| carefully| only)? (?:checked|reviewed|verified|looked|traced|read|examined|confirmed|went|walked|followed|searched)\b/i;
/** Naming what was looked at is fine; describing what was seen there is not. */
const DESCRIBES = /\b(?:that|which|who|where|it|they|can|could|accepts?|allows?)\b/i;
const HOLDS =
  /^\s*(?:all|each|every one|both|none|they|these)(?: of them)?(?: \w+)? (?:handles?|checks?|holds?|works?|match(?:es)?|respects?|follows?|fits?|agrees?|pass(?:es)?)\b/i;
const IS_FINE =
  /^\s*(?:the|this|these|all|every|each|both|everything|it)\b.{0,200}\b(?:is|are|was|were|looks?|seems?|remains?|stays?) (?:all |now |well |still |fully |properly |correctly |very )?(?:fine|correct|safe|sound|clean|clear|good|ok|okay|solid|simple|complete|consistent|intact|covered|unchanged|checked|reviewed|verified|handled|tested|read)(?: (?:too|now|here|as (?:it is|they are|before|expected|intended|documented)|by (?:the |existing |new |unit )*tests?|in (?:this|the) (?:change|diff|pr)|throughout|everywhere))*\W*$|^\s*(?:everything|all|it|this)? ?looks (?:fine|good|correct|clean|ok|okay|solid|sound)\W*$/i;
/** Words by which a sentence may turn to a problem. */
const TURNS =
  /\b(?:but|however|except|although|though|unless|only|yet|still|apart|besides|despite|missing|not|never|no|none|nothing|nobody|anybody|anyone|without|cannot|can't|fails?|failed|crash\w*|bugs?|wrong\w*|broken?|breaks?|removed|removes|lost|loses?|leak\w*|unsafe|insecure|bypass\w*|inject\w*|race|races|deadlock\w*|ignore[sd]?|skip\w*|should|must|todo|too|if|when|until|instead|longer)\b|n't\b|n’t\b/i;

/** A sentence that clearly states that all is well, or what was looked at. */
function isHarmless(sentence: string): boolean {
  if (TURNS.test(sentence)) return false;
  const [looked = "", ...more] = sentence.split(/,? and (?=all\b|each\b|every\b|both\b|they\b)/);
  if (EXAMINED.test(looked) && !DESCRIBES.test(looked))
    return more.every((clause) => HOLDS.test(clause) || IS_FINE.test(clause));
  return IS_FINE.test(sentence) || wordsOf(sentence).every((word) => CLOSERS.has(word));
}

/** Whether a text has a word that may turn it to a problem. */
export function turnsToProblem(text: string): boolean {
  return TURNS.test(text);
}

/** Whether a text has a sentence that approves of the change as a whole. */
export function approves(text: string): boolean {
  return sentencesOf(text).some((sentence) => PRAISE.has(wordsOf(sentence).join(" ")));
}
