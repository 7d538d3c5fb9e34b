import { scanLines } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";
import type { ClaimGrounding } from "#model/grounding.ts";

/** A claim in a finding. */
export interface StatedClaim {
  readonly claim: ClaimGrounding["claim"];
  /** As written, without backticks. */
  readonly subject: string;
  readonly words: string;
}

/**
 * Finds the claims in a finding's prose that something is unused, untested or undocumented, without conditions. A
 * conditional claim ("never called when …") and one whose subject is not in code marks are ignored.
 */
export function readClaims({ title, body }: Pick<Finding, "title" | "body">): readonly StatedClaim[] {
  const claims = new Map<string, StatedClaim>();
  for (const text of [title, ...paragraphsOf(body)]) {
    for (const { claim, pattern } of PATTERNS) {
      for (const match of text.matchAll(pattern)) {
        if (isConditional(text, match.index)) continue;
        for (const subject of match.slice(1)) {
          const key = `${claim} ${subject}`;
          if (subject === undefined || !isName(subject) || claims.has(key)) continue;
          claims.set(key, { claim, subject, words: match[0].trim() });
        }
      }
    }
  }
  return [...claims.values()].slice(0, MAX_CLAIMS);
}

const MAX_CLAIMS = 5;
const MAX_BODY_LENGTH = 20_000;

/** Prose as one line per paragraph, without code blocks. */
function paragraphsOf(body: string): string[] {
  const paragraphs: string[] = [""];
  for (const { text, inFence } of scanLines(body.slice(0, MAX_BODY_LENGTH))) {
    if (inFence || text.trim() === "") paragraphs.push("");
    else paragraphs[paragraphs.length - 1] += ` ${text.trim()}`;
  }
  return paragraphs.filter((paragraph) => paragraph !== "");
}

/** One marked name, or two. */
const SUBJECT =
  "`([^`]{1,80})`(?: (?:and|or) `([^`]{1,80})`)?(?: (?:functions?|methods?|helpers?|constants?|types?|class|classes|structs?|fields?|options?|flags?|settings?))?";
const NOUN = "(?:(?:new|exported|private|public|the|function|method|helper|constant|type|class|struct|flag|option) )*";
const IS = "(?:is|are) (?:now |currently |still |entirely |effectively )?";
const TESTS = "(?:(?:unit|integration|e2e|automated|regression|new|existing|direct|dedicated) )*tests?";
/** The claim must end here: any other continuation may be a condition. */
const END =
  "(?= ?(?:[.,;)—–]|$)| (?:anywhere|at all|any ?more|in (?:the|this) (?:code ?base|repo(?:sitory)?|tree|project|module|package)|outside (?:of )?(?:the |its )?tests?)\\b)";

const PATTERNS = (
  [
    ["unused", `${SUBJECT} ${IS}(?:never|not|no longer) (?:called|used|referenced|invoked|imported)${END}`],
    [
      "unused",
      `${SUBJECT} ${IS}(?:defined|declared|added|exported) but (?:never|not) (?:called|used|referenced)${END}`,
    ],
    ["unused", `${SUBJECT} ${IS}(?:unused|unreferenced|dead code)${END}`],
    ["unused", `${SUBJECT} has no (?:remaining |other )?(?:callers?|call sites?|usages?|uses|references|users)${END}`],
    [
      "unused",
      `\\b(?:nothing|nobody|no code|no caller) (?:calls|uses|references|invokes|imports) ${NOUN}${SUBJECT}${END}`,
    ],
    ["unused", `\\bunused (?:function|method|helper|constant|type|class|struct|export) ${SUBJECT}${END}`],
    [
      "untested",
      `\\bno ${TESTS} (?:covers?|exercises?|checks?|touch(?:es)?|calls?|names?|for|of) ${NOUN}${SUBJECT}${END}`,
    ],
    ["untested", `${SUBJECT} ${IS}(?:untested|not (?:tested|covered|exercised)(?: by (?:any )?${TESTS})?)${END}`],
    ["untested", `${SUBJECT} has no (?:${TESTS}|test coverage)${END}`],
    ["untested", `\\b(?:missing|lacks?) (?:an? )?${TESTS} (?:for|of) ${NOUN}${SUBJECT}${END}`],
    [
      "undocumented",
      `${SUBJECT} ${IS}(?:undocumented|not documented|(?:not mentioned in|missing from) (?:the )?(?:docs?|documentation|README(?:\\.md)?))${END}`,
    ],
    ["undocumented", `\\bno (?:docs?|documentation) (?:for|of) ${NOUN}${SUBJECT}${END}`],
    ["undocumented", `\\bundocumented (?:flag|option|setting|environment variable) ${SUBJECT}${END}`],
  ] as const
).map(([claim, source]) => ({ claim, pattern: new RegExp(source, "gi") }));

/** An identifier, perhaps qualified or with its brackets, or a flag. */
function isName(subject: string): boolean {
  return /^(?:--[a-z][\w-]{2,}|(?:[\w$]+(?:\.|::|#|->))*[A-Za-z_$][\w$]{2,}(?:\(\))?)$/.test(subject);
}

/** "If `x` is not used", "a parameter `x` that is unused", "make sure that `x` is never called". */
function isConditional(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 60), at);
  return /\b(?:if|when|unless|whether|until|while|once|ensures?|make sure|assum\w+|so that|should|parameters?|arguments?|args?|imports?|variables?|locals?|result of|value of)\b[^.;]{0,30}$/i.test(
    before,
  );
}
