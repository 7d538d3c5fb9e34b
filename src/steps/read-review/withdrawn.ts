import { scanLines } from "#grammar/lines.ts";

/** True when the author takes the finding back in its own text, unmistakably: `(Withdrawn — not an issue.)` */
export function isWithdrawn(body: string): boolean {
  return scanLines(body).some(({ text, inFence }) => !inFence && takesBack(text));
}

// A remark of its own on a line, in brackets or emphasis. «Removed», «Dropped» and «Moved» say what the code does as often
// as what becomes of the finding, so they are not enough.
const REMARK =
  /^[\s>]*[*_]{0,3}[([]?[*_]{0,3}(?:(?:this |the )?(?:finding |issue )?(?:is )?(?:now )?(?:withdrawn|retracted)|withdrawing|retracting|withdraw|not a (?:finding|real issue)|no (?:longer a )?finding)(?=[\s.,:;)\]*_–—-]*$|\s*[.,:;)\]–—-]| after all| because| as | since | this)/i;
const MOVED = /^[\s>]*[*_]{0,3}\(acknowledged by [^.]{1,40}[—–-]+ ?mov(?:ing|ed) to acknowledged limitations\b/i;

// A sentence of its own in running text, about the finding itself. «I withdraw 100 from the account» is a test of a bank.
const OBJECT = String.raw`(?:this|it|the|my)(?: (?:finding|issue|point|one|claim|concern))?`;
const SENTENCE = new RegExp(
  String.raw`(?:^|[.!?:;–—]\s+|[(*_])(?:so |thus |therefore,? |hence )?(?:I(?:'m| am)? (?:hereby |now )?(?:withdraw|withdrawing|retract|retracting) ${OBJECT}|(?:withdrawing|retracting) this(?: (?:finding|one|issue))?|(?:this )?finding (?:is )?(?:hereby )?(?:withdrawn|retracted)|(?:downgrading|downgraded) to no finding|self-withdrawn|(?:this is )?not a finding after all)(?=[\s*_]*(?:[.,;:)\]–—-]|$)| because| as | since | after )`,
  "i",
);

// Only the rating is taken back: the point is made again, under a label that the remark names.
const RESTATED = /\b(?:moved|moving|see|now|restated|downgrad(?:ed|ing))\b[^.\n]{0,30}\b[CIS]\d{1,3}\b/i;

function takesBack(line: string): boolean {
  const text = line.length > 4000 ? line.slice(0, 4000) : line;
  if (RESTATED.test(text)) return false;
  if (SENTENCE.test(text)) return true;
  if (text.length >= 200) return false;
  // A remark is short and set apart as a whole; `Withdrawn: …` and `Retracted.` need no brackets.
  const isApart = /^[\s>]*[*_([]/.test(text) && /[)\]*_]$/.test(text.trim());
  return isApart
    ? REMARK.test(text) || MOVED.test(text)
    : /^\s*(?:withdrawn|retracted)(?:[.:]|\s*[—–-]\s|$)/i.test(text);
}
