import { scanLines } from "#grammar/lines.ts";

/** True when the author takes the finding back in its own text: `(Withdrawn — not an issue.)` */
export function isWithdrawn(body: string): boolean {
  return scanLines(body).some(({ text, inFence }) => !inFence && takesBack(text));
}

// A remark of its own on a line, in brackets or emphasis, that begins with taking back.
const REMARK =
  /^[\s>]*[*_]{0,3}[([]?[*_]{0,3}(?:withdrawn|withdrawing|withdraw|retracted|retracting|removed|removing|dropped|dropping|not a (?:finding|real issue)|no (?:longer a )?finding|acknowledged by [^.]{1,40}[—–-]+ ?mov(?:ing|ed)|mov(?:ing|ed) to (?:acknowledged|design|suggestions?))\b/i;
// The same in running text, where the words must leave no doubt.
const SENTENCE =
  /\b(?:I(?:'m| am)? withdraw(?:ing)?|withdrawing this|(?:this )?finding (?:is )?withdrawn|(?:downgrading|downgraded) to no finding|self-withdrawn|I retract)\b/i;

// Only the rating is taken back: the point is made again, under a label that the remark names.
const RESTATED = /\b(?:moved|moving|see|now|restated|downgrad(?:ed|ing))\b[^.\n]{0,30}\b[CIS]\d{1,3}\b/i;

function takesBack(line: string): boolean {
  const text = line.length > 4000 ? line.slice(0, 4000) : line;
  if (RESTATED.test(text)) return false;
  if (SENTENCE.test(text)) return true;
  // `Removed the check, so …` is ordinary prose: a remark is short and set apart as a whole.
  return text.length < 200 && REMARK.test(text) && /^[\s>]*[*_([]/.test(text) && /[)\]*_]$/.test(text.trim());
}
