/** Longer statements are no plain «None.», whatever they begin with. */
const MAX_STATEMENT = 600;

/**
 * True of a text that says there is nothing to report, and nothing else: `None.`, `✅ No critical issues were found.`, `N/A`,
 * `None found in this change. I checked all callers.` Every sentence must say so; one that may say more makes it false, since
 * `None of the callers check the error.` is a finding.
 */
export function saysNothing(text: string): boolean {
  // Most lines are turned away here: this is asked of every line of a review.
  if (text.length > MAX_STATEMENT || !MAY_DENY.test(text)) return false;
  const plain = text
    .trimStart()
    .replace(/^(?:(?:[-*+>|•·–—]|#{1,9}|\d{1,3}[.)]|\[[ xX]?\])\s+)+/, "")
    .replace(/^\W{0,4}[CIS]\d{1,3}\W{1,6}/, "")
    .replaceAll(/[*_`~"“”|<>]/g, " ");
  const [first = "", ...more] = sentencesOf(plain);
  if (first === "") return /^[\s*_`>|([-]*(?:[-–—✅✔✓☑👍🟢∅]\uFE0F?[\s*_`|)\]]*)+$/u.test(text);
  return isNothing(wordsOf(first)) && more.every((sentence) => isNothing(wordsOf(sentence)) || isHarmless(sentence));
}

const MAY_DENY =
  /\b(?:no|none|nothing|nil|n\/?a|not|nope|zero|0|lgtm|looks good|all (?:good|clear)|clean|ok|didn)|^[^\p{L}\p{N}]*$/iu;

function sentencesOf(text: string): string[] {
  // A dash or a semicolon begins a remark as a full stop does.
  return text
    .split(/[.!?;](?=\s|$)|\s[–—-]\s|\n|[()]|,\s(?=(?:and|so|but)\b)/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

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

/** How a sentence begins that denies; then comes what is denied, what would have been done with it, and where. */
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
const DENIED = set(
  "critical important blocking blocker blockers major minor high medium low severe serious significant further new additional " +
    "other more else security obvious known open remaining outstanding real actual such any severity priority level p0 p1 p2 " +
    "correctness functional noteworthy notable or and " +
    "issue issues finding findings problem problems concern concerns suggestion suggestions bug bugs defect defects comment " +
    "comments item items vulnerability vulnerabilities feedback objections objection remarks",
);
const DONE = set(
  "found identified noted detected observed reported spotted seen noticed raised exist exists remain remains was were is are have " +
    "has been to report note raise flag add say mention discuss worth mentioning apply applicable present here so far now " +
    "currently either yet this time today by me us",
);
const WHERE = set(
  "in at for from during of on with this the these that my our it its a all change changes diff pr pull request commit commits " +
    "patch round section review file files code codebase time severity level category scope moment pass analysis changed " +
    "reviewed critical important high medium low",
);
/** Whole sentences that say that all is well. */
const PRAISE = new Set([
  "lgtm",
  "looks good",
  "looks good to me",
  "all good",
  "all clear",
  "clean",
  "no action needed",
  "ok",
]);

function isNothing(words: readonly string[]): boolean {
  if (PRAISE.has(words.join(" "))) return true;
  const opening = OPENINGS.find((known) => known.every((word, at) => words[at] === word));
  if (opening === undefined) return false;
  let at = opening.length;
  while (DENIED.has(words[at] ?? "")) at++;
  while (DONE.has(words[at] ?? "")) at++;
  if (at === words.length) return true;
  if (!/^(?:in|at|for|from|during|of|on|with)$/.test(words[at] ?? "")) return false;
  // «None of the changed files» says nothing of them yet: something must have been denied or done before «of».
  if (words[at] === "of" && at === opening.length) return false;
  return words.slice(at).every((word) => WHERE.has(word) || DONE.has(word));
}

const LOOKED =
  /^\s*(?:i|we)(?: have|'ve|’ve)? (?:checked|reviewed|verified|looked|traced|read|examined|confirmed|went|walked|followed|searched)\b/i;
const IS_FINE =
  /^\s*(?:the|this|these|all|every|each|both|everything)\b.{0,200}\b(?:is|are|was|were|looks?|seems?|remains?|stays?) (?:all |now |well |still |fully |properly |correctly )?(?:fine|correct|safe|sound|clean|good|ok|okay|consistent|intact|covered|unchanged|checked|reviewed|verified|handled|tested|read)\b/i;
/** Words with which a sentence may turn to something that is wrong. */
const TURNS =
  /\b(?:but|however|except|although|though|unless|only|yet|still|apart|besides|despite|missing|not|never|no|none|nothing|nobody|without|cannot|can't|fails?|failed|crash\w*|bugs?|wrong\w*|broken?|breaks?|removed|removes|lost|loses?|leak\w*|unsafe|insecure|bypass\w*|inject\w*|race|races|deadlock\w*|ignore[sd]?|skip\w*|should|must|todo|error|too|if|when|until|instead|longer)\b|n't\b|n’t\b/i;

/** A remark behind «None.» that clearly says that all is well, or what was looked at. */
function isHarmless(sentence: string): boolean {
  return (LOOKED.test(sentence) || IS_FINE.test(sentence)) && !TURNS.test(sentence);
}
