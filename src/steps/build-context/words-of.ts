import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { oneLine } from "#util/words.ts";
import type { EarlierWords } from "./bundle-input.ts";

/** What was last said of a problem; the advice and the code only where the beginning of the text does not hold them. */
export function earlierWording({ wordings, code = [] }: EarlierProblem): EarlierWords | undefined {
  const text = wordings.findLast(({ body }) => body.trim() !== "")?.body;
  const shown = oneLine((text ?? "").slice(0, SHOWN));
  const isNew = (part: string): boolean => part.trim() !== "" && !shown.includes(oneLine(part));
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

/** Reviewers are shown about so much of a text; what stands further down is given apart. */
const SHOWN = 1_000;
