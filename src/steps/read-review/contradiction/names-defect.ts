import { isAsserted } from "./clauses.ts";

/** Too bad for a suggestion, wherever it is said. */
const GRAVE =
  "vulnerabilit(?:y|ies)|(?:sql |code |command |shell |html |script )?injections?|xss|data loss|data corruption|memory corruption|security holes?|use-after-free|path traversals?|backdoors?|blockers?|showstoppers?";
const NOUNS = `${GRAVE}|bugs?|defects?|flaws?|regressions?|races?|race conditions?|data races?|deadlocks?|(?:\\w+ )?leaks?|crash(?:es)?|(?:buffer |integer |stack )?overflows?|infinite loops?|off-by-one(?: errors?)?|null dereferences?|(?:serious |real |major |actual |significant )?(?:problems?|issues?|mistakes?)`;
/** "bug fix", "race detector", "crash recovery": the noun only qualifies another one. */
const ALONE = String.raw`(?![-\w]|[ -](?:fix\w*|free|safe\w*|recover\w*|handl\w*|detect\w*|tests?|testing|reports?|trackers?|window|check\w*|guard\w*|protection|prevention|templates?|suite|coverage|numbers?|#|links?|replay\w*))`;
const ADJECTIVES = String.raw`(?:(?!(?:for|of|against|to|on|in|that|no|not|without|about|from|by|any|than|because|after|before|when|if|as|but|or|which|while|since|with|at|between|into|tests?|few(?:er)?|less)\b)[\p{L}\p{N}'"${"`"}()./-]{1,40} ){0,4}?`;
const STATES =
  "there (?:is|are|remains?|still is)|there's|has|have|contains?|introduces?|causes?|creates?|leads? to|results? in|is|are|becomes?|remains?|suffers? from|exposes?|opens?|(?:i|we)(?: have|'ve)? (?:found|find|see|saw|noticed|spotted|identified|discovered)|adds?|brings?|means";
const named = (nouns: string): RegExp =>
  new RegExp(String.raw`\b(?:${STATES}) ${ADJECTIVES}(?:${nouns})${ALONE}`, "giu");
const NAMED = named(NOUNS);
const NAMED_GRAVE = named(GRAVE);
/** A note without a verb: "SQL injection in add()." */
const NOTED = new RegExp(
  String.raw`^\W*(?:an? |one |two |three |several |another )?(?:[\p{L}-]{1,20} ){0,2}?(?:${NOUNS})${ALONE} (?:in|at|on|between|when|if|via|through|:|—|-)`,
  "iu",
);
const DOES_NOT_BUILD =
  /\b(?:code|change|branch|patch|pr|it|this|project|program|crate|package) (?:does not|doesn't|do not|will not|won't|cannot|can't|no longer|fails to) (?:even )?(?:compile|build|type-?check|parse)s?\b/gi;
const BREAKS = new RegExp(
  String.raw`\b(?:(?:does not|doesn't|do not|don't|will not|won't|cannot|can't|no longer|fails? to|failed to) (?:even )?(?:compile|build|type-?check|parse|link)s?|(?:crashes|panics|hangs|deadlocks|leaks|loses|corrupts|segfaults|overflows|double-frees|drops (?:data|jobs|writes|events|requests|messages))|can (?:crash|panic|hang|deadlock|leak|lose|corrupt|overflow|be (?:bypassed|exploited|abused|forged|injected))|(?:is|are) (?:still |now |completely |simply |plainly |just |clearly |badly )?(?:broken|wrong|incorrect|unsafe|insecure|vulnerable|racy|exploitable|not thread-safe|unsound|buggy)|breaks (?:the build|callers?|every|all|existing|backward\w*|compat\w*|production|the api|clients?)|was broken by|tests? (?:now )?fails?\b)(?![-\w])`,
  "giu",
);

/** Whether a sentence says that something is wrong now: a defect that is neither denied, nor fixed, nor only supposed. */
export function namesDefect(sentence: string): boolean {
  return holdsAny(sentence, [NAMED, BREAKS, DOES_NOT_BUILD]);
}

export function namesGraveDefect(sentence: string): boolean {
  return holdsAny(sentence, [NAMED_GRAVE, DOES_NOT_BUILD]);
}

export function notesDefect(sentence: string): boolean {
  return NOTED.test(sentence) && isAsserted(sentence, 0);
}

function holdsAny(sentence: string, patterns: readonly RegExp[]): boolean {
  const words = sentence.replaceAll(/`[^`]{0,200}`/g, "code");
  return patterns.some((pattern) => [...words.matchAll(pattern)].some((found) => isAsserted(words, found.index)));
}
