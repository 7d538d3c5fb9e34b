import { sentencesIn } from "./clauses.ts";

const READ =
  "open|read|access|review|inspect|examine|load|fetch|clone|check out|finish|complete|look at|get to|view|analy[sz]e|see the (?:code|diff|change|file|repo)";
const BEEN = "read|reviewed|examined|inspected|opened|looked at|analy[sz]ed|accessed|covered by this review";
const UNREAD = new RegExp(
  [
    String.raw`(?:\b(?:i|we)|^\W*)(?: (?:was|am|were|are))? ?(?:also |still |therefore )?(?:unable to|not able to|could not|couldn't|cannot|can't|can not|did not|didn't|have not|haven't|failed to) (?:\w+ly )?(?:${READ}|${BEEN})\b(?! (?:any (?:further|other|more)|further))`,
    String.raw`\b(?:nothing|none of (?:it|the (?:code|files|change|diff))|no (?:code|files?|diff)|not (?:all|every|everything)[^.,;]{0,30}) (?:was|were|has been|have been|could be|is) (?:actually )?(?:${BEEN})\b`,
    String.raw`\b(?:files?|change|diff|code|repository|rest|others?|part|parts|half|patch|patches|modules?|tests?) (?:was|were|is|are|has been|have been|could)(?: not|n't) (?:yet |be |been )?(?:${BEEN})\b`,
    String.raw`\bonly (?:half|parts?|one|two|three|some|an?|\d+|the (?:first|beginning|tests?|readme))\b[^.,;]{0,40} (?:was|were|has been|have been|could be) (?:${BEEN})\b`,
    String.raw`\b(?:ran|run|running) out of (?:time|tokens|context|budget|turns|space|credits?)\b`,
    String.raw`\b(?:i|we) (?:\w+ )?(?:stopped|ended|gave up|aborted|had to stop)(?: \w+)? (?:after|at|because|before|early|here|when|due)\b`,
    String.raw`\b(?:i|we) (?:have |had |could |was able to )?(?:only|just) (?:look|read|review|skim|saw|see|had time|got|examin|inspect|check)\w*\b(?! (?:the|this) (?:change|diff|patch|pull request|pr)\b)`,
    String.raw`\b(?:i|we|my|review)\b[^.]{0,80} (?:the|my|an?|of) (?:token|context|time|rate|turn|output|usage)[ -](?:window )?(?:limits?|budget)\b`,
    String.raw`\b(?:the|my|an?) (?:token|context|time|rate|turn|output|usage)[ -](?:window )?(?:limits?|budget)\b[^.]{0,60}\b(?:i|we|my|review)\b`,
    String.raw`\bmy (?:tools?|tool calls?|commands?|shell|sandbox|session) (?:\w+ )?(?:failed|fail|crashed|timed out|did not work|do not work|was denied|were denied|broke)\b`,
    String.raw`\b(?:did not|didn't|do not|don't) have (?:\w+ )?(?:access|time|permission)\b`,
    String.raw`\b(?:no|without) access to the (?:code|repo|repository|files?|diff|change|source)`,
    String.raw`\b(?:this|my|the) review (?:is|was|remains) (?:\w+ )?(?:incomplete|partial|unfinished|not (?:complete|finished))\b`,
  ].join("|"),
  "iu",
);
/** Only what nobody reads by hand, or what is no part of the change. */
const IS_NO_CODE =
  /\b(?:read|open|review|inspect|examine|access|view|look at)(?:ed)? (?:\w+ ){0,2}(?:generated|vendored|lock ?files?|binary|binaries|minified|images?|third[ -]party|(?:pr|pull request|review) (?:comments?|threads?|conversation))(?!.*\b(?:and|or|nor|nothing)\b)/i;

/** Whether a reviewer says that it did not read all that it was to review. */
export function admitsUnread(text: string): boolean {
  return sentencesIn(text).some((sentence) => UNREAD.test(sentence) && !IS_NO_CODE.test(sentence));
}
