import { readEarlierNames } from "#grammar/labels/earlier-name.ts";
import { scanLines } from "#grammar/lines.ts";
import type { Finding } from "#model/finding.ts";

/**
 * Names of the earlier problems, as `R2.I2`, whose advice a finding itself asks to undo. A finding that the code undid
 * a fix is about a problem that is back, which is different.
 */
export function findUndoRequests({ title, body, fix }: Pick<Finding, "title" | "body" | "fix">): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of [title, body, fix?.text ?? ""]) {
    for (const sentence of sentencesOf(text)) for (const name of undoneIn(sentence)) names.add(name);
  }
  return names;
}

const MAX_TEXT = 20_000;
const MAX_SENTENCE = 1_000;

function sentencesOf(text: string): string[] {
  const prose = scanLines(text.slice(0, MAX_TEXT)).map((line) => (line.inFence ? "\n" : line.text.trim() || "\n"));
  return prose
    .join(" ")
    .split(/\n|[.;!?]["”)*_`]{0,3}\s/)
    .map((sentence) => sentence.slice(0, MAX_SENTENCE));
}

const UNDOING =
  /\b(?:undo(?:es|ing)?|contradict(?:s|ing)?|revers(?:es?|ing)(?: of)?|revert(?:s|ing)?|tak(?:es?|ing) back|against|opposite of|contrary to)\b/gi;
/** A request is in the first person. */
const ASKING =
  /\b(?:ask(?:s|ing)?|propos(?:es?|ing)|want(?:s|ing)?|recommend(?:s|ing)?|suggest(?:s|ing)?|finding|advice|I)\b/i;
const ABOUT_CODE = /\b(?:commits?|change[sd]?|code|patch|refactor\w*|branch|diff|author|lines?|function|now)\b/i;
const OF_FIX = /\b(?:fix(?:es)?|change|commit)\b/i;
const DENIED = /\b(?:not|no|never|without|neither|nor)\b|n['’]t\b/i;
/** At most a few words are between the verb and the name: `undo what the advice of R2.I2 asked for`. */
const NEAR = 60;

function undoneIn(sentence: string): string[] {
  const names: string[] = [];
  for (const { 0: verb, index } of sentence.matchAll(UNDOING)) {
    const [before, behind] = [sentence.slice(0, index), sentence.slice(index + verb.length)];
    const found = nextNames(behind);
    if (found === undefined || DENIED.test(before.slice(-NEAR)) || DENIED.test(found.between)) continue;
    const isOwn = ASKING.test(before) || (!ABOUT_CODE.test(before) && !OF_FIX.test(found.between));
    if (isOwn) names.push(...found.names);
  }
  return names;
}

/** The first names after a verb, and the words between. */
function nextNames(text: string): { readonly names: readonly string[]; readonly between: string } | undefined {
  for (const { index } of text.slice(0, NEAR).matchAll(/(?<![\w.])\w/g)) {
    const found = readEarlierNames(text.slice(index));
    // The opening of a name in a list of verdicts, such as `fix of`, belongs to the words between.
    const isHere = found !== undefined && /^(?:R\d|round|[CISF]\d)/i.test(text.slice(index, index + 6));
    if (isHere) return { names: found.names, between: text.slice(0, index) };
  }
  return undefined;
}
