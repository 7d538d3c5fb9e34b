import { locationsInProse } from "#grammar/locations.ts";
import { scanLines } from "#grammar/lines.ts";
import type { Location } from "#model/location.ts";

/** A sentence that says what could be broken without anybody noticing. */
export interface BreakSentence {
  readonly text: string;
  /** The places that it or its paragraph names. */
  readonly locations: readonly Location[];
}

const MAX_SENTENCE = 600;

const BREAKING =
  /\b(?:br(?:eaks?|eaking|oken|oke)|remov(?:es?|ing|ed|al)|delet(?:es?|ing|ed|ion)|drop(?:s|ping|ped)?|invert(?:s|ing|ed)?|negat(?:es?|ing|ed)|flip(?:s|ping|ped)?|revert(?:s|ing|ed)?|replac(?:es?|ing|ed)|swap(?:s|ping|ped)?|comment(?:s|ing|ed)? out|skip(?:s|ping|ped)?|chang(?:es?|ing|ed)|mutat(?:es?|ing|ed|ions?)|disabl(?:es?|ing|ed)|without)\b/i;
const UNNOTICED =
  /\b(?:(?:would|will|does|do|is|goes|go|could|can) (?:not |never |still )?(?:be )?(?:unnoticed|noticed by no|notice|noticed|caught|detected|fail|break any)|goes unnoticed|unnoticed|stays? green|still (?:passes|pass|green)|no test (?:would |will )?(?:fails?|notices?|catch(?:es)?|detects?|breaks?)|(?:tests?|suite) (?:would |will )?(?:still )?(?:pass|stay)|survives?)\b/i;
const DENIED = /\b(?:not|never|no|nobody|nothing|none|unnoticed|still|survives?|green)\b/i;

/** The sentences of a text that name a break: "Breaking the loop on purpose would not be noticed." */
export function findBreakSentences(markdown: string): BreakSentence[] {
  return paragraphsOf(markdown).flatMap((paragraph) => {
    const around = locationsInProse(paragraph);
    return sentencesOf(paragraph)
      .filter((text) => BREAKING.test(text) && UNNOTICED.test(text) && DENIED.test(text))
      .map((text) => {
        const own = locationsInProse(text);
        return { text, locations: own.length > 0 ? own : around };
      });
  });
}

/** Paragraphs and items of lists, on one line each, without code. */
function paragraphsOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) paragraphs.push(open.join(" "));
    open = [];
  };
  for (const { text, inFence } of scanLines(markdown)) {
    const isItem = /^\s{0,12}(?:[-*+]|\d{1,4}[.)])\s/.test(text);
    if (inFence || text.trim() === "" || isItem || text.startsWith("#")) close();
    if (!inFence && text.trim() !== "" && !text.startsWith("#"))
      open.push(text.trim().replace(/^(?:[-*+]|\d{1,4}[.)])\s+/, ""));
  }
  close();
  return paragraphs;
}

/** A full stop ends a sentence if white space follows: `a.ts` has none. */
function sentencesOf(paragraph: string): string[] {
  return paragraph
    .slice(0, 20_000)
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE);
}
