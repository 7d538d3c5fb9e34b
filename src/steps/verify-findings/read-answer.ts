import { scanLines, type ScannedLine } from "#grammar/lines.ts";
import type { Answer } from "#model/panel/verification.ts";
import { readProofs, type StatedProof } from "./read-proofs.ts";

/** A verifier's answer, before its evidence is checked. */
export interface StatedAnswer {
  readonly answer: Answer;
  readonly proofs: readonly StatedProof[];
  /** Its reason; without a clear answer, why there is none. */
  readonly because: string;
}

/** Only this much of the beginning and of the end is read, since the answer may be at either. */
const MAX_LENGTH = 100_000;

/**
 * Reads an answer: `Answer:`, `Evidence:`, `Because:`. Accepts any text and never throws; an unclear text is no answer.
 */
export function readVerifierAnswer(text: string): StatedAnswer {
  const read = text.length <= 2 * MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}\n\n${text.slice(-MAX_LENGTH)}`;
  if (read.trim() === "") return { answer: "none", proofs: [], because: "it is empty" };
  const lines = unwrap(scanLines(read));
  const said = answersIn(lines);
  const [answer] = said;
  if (answer === undefined) {
    return { answer: "none", proofs: [], because: "it does not say confirmed, refuted or cannot tell" };
  }
  if (said.length > 1) return { answer: "none", proofs: [], because: `it says both ${said.join(" and ")}` };
  const parts = split(lines);
  return { answer, proofs: readProofs(parts.evidence), because: describeReason(parts) };
}

/** Unwraps an answer that is entirely in a fence, as the instructions show it. */
function unwrap(lines: readonly ScannedLine[]): readonly ScannedLine[] {
  if (answersIn(lines).length > 0) return lines;
  const open = lines.findIndex(({ fence }) => fence?.open === true && /^(?:markdown|md|text)?$/i.test(fence.info));
  if (open < 0) return lines;
  const close = lines.findIndex(({ fence }, at) => at > open && fence?.open === false);
  const inside = lines.slice(open + 1, close < 0 ? undefined : close).map(({ text }) => text);
  const unwrapped = scanLines(inside.join("\n"));
  return answersIn(unwrapped).length > 0 ? unwrapped : lines;
}

/** The different answers in the text, in order. A line with all three words repeats the instructions. */
function answersIn(lines: readonly ScannedLine[]): Answer[] {
  const said = new Set<Answer>();
  const first = lines.find(({ text }) => text.trim() !== "");
  for (const line of lines) {
    if (line.inFence) continue;
    const text = plain(line.text);
    const labelled = LABEL.exec(text)?.[1];
    const words = labelled ?? (line === first && text.length <= MAX_BARE_LENGTH ? text : undefined);
    const answer = words === undefined ? undefined : readWord(words);
    if (answer !== undefined) said.add(answer);
  }
  return [...said];
}

const LABEL = /^(?:(?:the|my|final|overall)\s){0,2}(?:answer|verdict|result|conclusion)\s?[:=–—-]\s?(.*)$/i;
/** A first line of this length may be the answer alone. */
const MAX_BARE_LENGTH = 40;

const WORDS: readonly (readonly [Answer, RegExp])[] = [
  ["confirmed", /\b(?:confirm(?:ed|s)?|true|holds)\b/i],
  ["refuted", /\b(?:refute[ds]?|disproved|disproven|false|rejected)\b/i],
  [
    "cannot-tell",
    /\b(?:(?:cannot|can't|can not|could not|couldn't|unable to)[ -](?:tell|say|determine|decide|verify|confirm|refute)|unclear|inconclusive|undetermined|unknown|uncertain)\b/i,
  ],
];

/** The answer at the beginning of these words; undefined if it is negated or if there are several. */
function readWord(words: string): Answer | undefined {
  const unsure = WORDS[2]![1];
  // "cannot confirm" is not a confirmation.
  const rest = words.replace(unsure, "");
  const found = WORDS.filter(([answer, pattern]) => pattern.test(answer === "cannot-tell" ? words : rest));
  const [only] = found;
  if (found.length !== 1 || only === undefined) return undefined;
  const at = only[1].exec(only[0] === "cannot-tell" ? words : rest)?.index ?? 0;
  return at > MAX_BEFORE || DENIES.test(rest) ? undefined : only[0];
}

const MAX_BEFORE = 20;
const DENIES = /\b(?:not|never|neither|nor|isn't|partly|partially)\b/i;

interface Parts {
  readonly evidence: readonly ScannedLine[];
  readonly because: readonly string[];
  readonly rest: readonly string[];
}

const EVIDENCE = /^(?:evidence|proof|quotes?|what (?:i|we) (?:saw|ran|found))\s?:?\s?(.*)$/i;
const BECAUSE = /^(?:because|reason(?:ing)?|why|explanation)\s?[:–—-]\s?(.*)$/i;

/** The lines of evidence and of the reason. Without a label all fences are evidence and all prose is reason. */
function split(lines: readonly ScannedLine[]): Parts {
  const evidence: ScannedLine[] = [];
  const because: string[] = [];
  const rest: string[] = [];
  let part: "evidence" | "because" | "rest" = "rest";
  for (const line of lines) {
    const text = line.inFence ? "" : plain(line.text);
    const reason = BECAUSE.exec(text);
    const proof = reason === null && text.length <= 400 ? EVIDENCE.exec(text) : null;
    if (reason !== null || proof !== null) part = reason === null ? "evidence" : "because";
    // A block of code in the reason is evidence, too.
    if (part === "evidence" || line.inFence) evidence.push(line);
    if (line.inFence || LABEL.test(text)) continue;
    if (part === "because") because.push(reason === null ? line.text : (reason[1] ?? ""));
    else if (part === "rest") {
      rest.push(line.text);
      evidence.push(line);
    }
  }
  return { evidence, because, rest };
}

const MAX_REASON_LENGTH = 2000;

function describeReason({ because, rest }: Parts): string {
  const words = [because, rest].map((lines) => lines.join(" ").replaceAll(/\s+/g, " ").trim());
  const text = words.find((each) => each !== "") ?? "it gives no reason";
  return text.length <= MAX_REASON_LENGTH ? text : `${text.slice(0, MAX_REASON_LENGTH - 1)}…`;
}

/** Without the marks of headings, lists and bold text around it. */
function plain(line: string): string {
  return line
    .slice(0, 2000)
    .replaceAll(/[*_]{1,3}/g, "")
    .replace(/^[\s>#-]{0,20}/, "")
    .replace(/^\d{1,2}[.)]\s/, "")
    .trim();
}
