import { hasMarker } from "#grammar/marker.ts";
import { proseLines, sentencesWithoutCode, withoutCode } from "#grammar/comments/prose.ts";
import type { StatedLimit } from "#model/pull/conversation.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import { truncate } from "#util/words.ts";

/** What the author of a pull request calls a limit, unfinished, or for later; in the author's words. */
export function statedLimits({ body, url, author, comments }: PullRequest): StatedLimit[] {
  const own = comments.filter((comment) => comment.author.login === author.login && !hasMarker(comment));
  const seen = new Set<string>();
  const limits: StatedLimit[] = [];
  for (const text of [{ body, url }, ...own]) {
    for (const limit of limitsIn(text.body)) {
      if (seen.has(limit)) continue;
      seen.add(limit);
      limits.push({ text: truncate(limit.trim(), MAX_TEXT), author: author.login, url: text.url });
    }
  }
  return limits.slice(0, MAX_LIMITS);
}

const MAX_TEXT = 500;
const MAX_LIMITS = 20;

/** The items below headings that announce limits, and single sentences that state one. */
export function limitsIn(text: string): string[] {
  const limits: string[] = [];
  let isUnder = false;
  let isFresh = false;
  for (const line of proseLines(text)) {
    const heading = headingIn(line);
    if (heading !== undefined) {
      isUnder = HEADING.test(heading);
      isFresh = isUnder;
      continue;
    }
    const said = line.replace(ITEM, "");
    // The paragraph below such a heading belongs to it, and so does the list; a paragraph after the list does not.
    if (line === "") continue;
    const isItem = said !== line;
    if (isUnder && (isItem || isFresh)) {
      isFresh = false;
      if (!NOTHING.test(withoutCode(said)) && !isDone(line)) limits.push(said);
      continue;
    }
    if (!isItem) isUnder = false;
    if (isLed(said)) limits.push(said);
    else limits.push(...sentences(said).filter((sentence) => isLimit(sentence)));
  }
  return limits;
}

/** Keeps the code in them, unlike `sentencesWithoutCode`. */
function sentences(line: string): string[] {
  return line.split(/(?<=[.!?])\s+(?=\S)/).map((sentence) => sentence.trim());
}

const ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const isDone = (line: string): boolean => /^(?:[-*+•]|\d{1,3}[.)])\s+\[[xX]\]\s/.test(line);

/** `## Known limitations`, `**Out of scope**`, `Follow-ups:`. */
function headingIn(line: string): string | undefined {
  const text = /^#{1,6}\s+(.{1,100})$/.exec(line)?.[1] ?? /^(?:\*\*|__)(.{1,80}?)(?:\*\*|__)\s*:?$/.exec(line)?.[1];
  const named = text ?? /^([\p{L}][\p{L} ,/()'’-]{2,60}):$/u.exec(line)?.[1];
  return named?.replace(/[\s:*_#]+$/, "");
}

const HEADING =
  /^\W{0,4}(?:(?:known|current|existing|remaining) )?(?:limitations?|caveats|known (?:issues|gaps|problems)|(?:explicitly )?out[ -]of[ -]scope|not in scope|non[ -]?goals|follow[ -]?ups?(?: work| prs?)?|future work|to-?dos?|still to do|not (?:yet )?(?:handled|covered|included|implemented|supported|addressed|done)(?: yet| here| in this (?:pr|change|pull request))?|what (?:is|this (?:pr|change) does) not(?: do| covered| included)?|deferred)\b(?!.{0,20}\b(?:removed|fixed|resolved)\b)/i;

/** `Not handled: proxies.`, `**Out of scope:** the old queue`: the text after words that could be a heading. */
function isLed(line: string): boolean {
  const [, lead = "", rest = ""] =
    /^(?:\*\*|__)?([\p{L}][\p{L} /'’-]{2,60}?)(?:\*\*|__)?:(?:\*\*|__)?\s+(\S.*)$/u.exec(line) ?? [];
  return LEAD.test(lead) && !NOTHING.test(withoutCode(rest));
}

const LEAD =
  /^(?:(?:known |current )?limitations?|caveats?|(?:explicitly )?out[ -]of[ -]scope|not in scope|non[ -]?goals?|follow[ -]?ups|future work|deferred|not (?:yet )?(?:handled|covered|included|implemented|supported|addressed|done)(?: yet| here| in this (?:pr|change|pull request))?)$/i;

const NOTHING =
  /^[\s*_()]*(?:none|nothing|n\/?a|no|not applicable|-|–|—|tbd|\.)[\s*_().!]*(?:known|so far|that i know of)?[\s*_().!]*$/i;

const LIMIT =
  /\b(?:known limitation|(?:is|are|was|were|remains?|considered|left|kept) (?:explicitly |deliberately |intentionally )?out of scope\b|out of scope (?:for|of|in) (?:this|the) (?:pr|pull request|change|patch|mr)|out of scope here|(?:is|are) not (?:yet )?(?:handled|covered|implemented|supported|addressed) (?:yet|here|by this|in this)|(?:does|do) not yet (?:handle|support|cover|implement)|(?:doesn|don)['’]t (?:yet )?(?:handle|support|cover) [^.]{1,80}\byet\b|(?:left|leave|leaving|kept|saved|deferred|planned|postponed) (?:this |that |it |them )?(?:for|to|as) (?:a |an |some )?(?:follow[ -]?up|later|separate|future|another|subsequent)|(?:in|as) a (?:follow[ -]?up|later|separate|future|subsequent) (?:pr|pull request|change|patch|commit|mr|issue)|will follow (?:up )?in\b|will be (?:done|addressed|handled|added|fixed|implemented) (?:later|separately|in (?:a|another)))/i;

const TODO = /^[\W_]{0,4}TODO\b\W{0,3}\s*\S/;

/** Preceding words that turn a limit into something the change removes, or a scope into one of a language. */
const UNDONE =
  /\b(?:fix(?:es|ed|ing)?|remov(?:es?|ed|ing)|resolv(?:es?|ed|ing)|address(?:es|ed)|lift(?:s|ed)?|no longer|clos(?:es?|ed)|solv(?:es?|ed)|eliminat(?:es?|ed)|get(?:s|ting)? rid of|without|there (?:is|are) no|no known|previously|used to|before this)\b/i;
const OF_LANGUAGE =
  /\b(?:variables?|bindings?|identifiers?|closures?|symbols?|pointers?|references?|goes|going|went)\b/i;

function isLimit(sentence: string): boolean {
  const [looked = ""] = [sentencesWithoutCode(sentence).join(" ")];
  const found = LIMIT.exec(looked) ?? TODO.exec(looked);
  if (found === null) return false;
  if (UNDONE.test(looked.slice(0, found.index))) return false;
  return !(/out of scope/i.test(found[0]) && OF_LANGUAGE.test(looked));
}
