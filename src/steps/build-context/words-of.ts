import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierWords } from "./bundle-input.ts";

/** The latest wording of a problem; the advice and the code only if the beginning of the text does not contain them. */
export function earlierWording({ wordings, code = [] }: EarlierProblem): EarlierWords | undefined {
  const text = wordings.findLast(({ body }) => body.trim() !== "")?.body;
  const shown = plain((text ?? "").slice(0, SHOWN));
  const isNew = (part: string): boolean => part.trim() !== "" && !shown.includes(plain(part));
  const fix = wordings.findLast((wording) => wording.fix !== undefined)?.fix;
  const advice = [fix?.text ?? "", ...(fix?.diffs ?? [])].filter(isNew).join("\n");
  const quoted = wordings.findLast(({ quotes }) => quotes.length > 0)?.quotes.map((quote) => quote.code);
  const quotes = (quoted ?? code.map(({ lines }) => lines.join("\n"))).filter(isNew).join("\n…\n");
  const words = {
    ...(text !== undefined && { text }),
    ...(advice !== "" && { advice }),
    ...(quotes !== "" && { code: quotes }),
  };
  return Object.keys(words).length === 0 ? undefined : words;
}

/** Reviewers see about this much of a text; advice and code beyond it are given separately. */
const SHOWN = 1_000;

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
