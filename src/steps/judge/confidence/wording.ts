/** Ways of putting things that say how likely a finding is to stand; each is a list of words. */
const WORDINGS = {
  /** Says what happens, and why: "always", "returns the wrong …", "because", "causing". */
  definite:
    /\b(?:always|never|incorrect(?:ly)?|wrong(?:ly)?|because|since|instead|causing|causes|allowing|allows|returns|raises|throws|breaks|broken|fails?)\b/gi,
  /** Sets what the code does against what it should do. */
  contrast: /\b(?:but|which|whereas|although|rather than|however|both|same|only|not)\b/gi,
  errorHandling:
    /\b(?:error handling|try[-/ ]?catch|catch|handling|handled|logging|logs?|fallback|swallow\w*|unhandled|graceful\w*|exception)\b/gi,
  style:
    /\b(?:typo|naming|renam(?:e|ed|ing)|spelling|formatting|semicolon|whitespace|readab(?:le|ility)|clean(?:er|up)?|consisten(?:t|cy)|inconsistent|convention|idiomatic|redundant|unnecessary|unused|dead code|duplicat(?:e|ed|ion)|refactor|extract(?:ed|ing)?|magic|hard-?coded|simplif\w+|maintain\w+|verbose|import)\b/gi,
  documentation:
    /\b(?:javadoc|docstrings?|documentation|document(?:ed)?|comments?|readme|changelog|misleading|translation|message)\b/gi,
  performance:
    /\b(?:performance|inefficien\w+|slow|n\+1|memory|latency|optimi[sz]\w+|overhead|batch\w*|scal\w+|unbounded)\b/gi,
  values:
    /\b(?:logic|condition|compar\w+|equality|negat\w+|inverted|swapped|off-by-one|boundary|reference|type|boolean|true|false|values?|keys?|field|objects?|parameter|argument|variable)\b/gi,
  crash:
    /\b(?:null|undefined|none|nil|npe|nullpointer\w*|typeerror|attributeerror|keyerror|runtime|crash\w*|panic\w*|\w{1,40}exception|\w{1,40}error|500)\b/gi,
  compatibility: /\b(?:backward\w*|compatib\w+|migration\w*|deprecat\w+|breaking change|removed|removal)\b/gi,
} as const;

/** The name of a way of putting things. */
export type Wording = keyof typeof WORDINGS;

/** A word more often than this says no more. */
const MOST = 3;
/** What a finding is judged by stands at its start; the rest is code and repetition. */
const READ = 2000;

/** How often each way of putting things is used in a text, from 0 to 3. */
export function wordingOf(text: string): Record<Wording, number> {
  const read = text.slice(0, READ);
  const counts = Object.entries(WORDINGS).map(([name, words]) => [
    name,
    Math.min(MOST, read.match(words)?.length ?? 0),
  ]);
  return Object.fromEntries(counts) as Record<Wording, number>;
}

/** How long a text is, against a usual finding of one or two sentences: 0 for that, negative when it is shorter. */
export function lengthOf(text: string): number {
  return Math.log(20 + Math.min(text.length, READ)) - Math.log(220);
}
