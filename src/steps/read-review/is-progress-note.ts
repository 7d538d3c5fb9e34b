import { claimsProblem } from "./claims-problem.ts";
import { turnsToProblem } from "./reports-nothing.ts";

const DOES = String.raw`(?:now |first |also |then |quickly |carefully )?(?:start|begin|read|look|check|open|inspect|examine|review|go|see|explore|gather|search|trace|verify|write|produce|put|give|compile|continue|proceed|finish|finali[sz]e|work)`;
const PROGRESS = new RegExp(
  String.raw`^\W{0,4}(?:ok(?:ay)?[,. ]+|sure[,.! ]+|now[, ]+|first[, ]+|next[, ]+|then[, ]+|great[,.! ]+)*(?:let me|let's|let us|i'll|i’ll|i will|i am going to|i'm going to|i’m going to|i need to|i want to|i should|time to) ${DOES}\b|^\W{0,4}(?:now )?i(?: now)?(?: have|'ve|’ve) (?:now )?(?:everything|all|enough|what|the (?:material|context|information|full picture)|read|seen|looked|reviewed|finished|gathered)\b|^\W{0,4}here is (?:the|my) review\W*$`,
  "i",
);

/** "Let me know if you have questions." */
const PARTING =
  /^\W{0,4}(?:please )?(?:tell me what you think|let me know (?:if|whether|what) you (?:want|need|would like|have|think|prefer)\b[^.:;]{0,80}|happy to (?:help|answer|discuss)\b[^.:;]{0,60})\W*$/i;

/** Whether an agent comments on its own progress in this line: "Let me look at the patches." */
export function isProgressNote(line: string): boolean {
  return line
    .split(/(?<=[.!?])\s+/)
    .every(
      (sentence) =>
        PARTING.test(sentence) || (PROGRESS.test(sentence) && !turnsToProblem(sentence) && !claimsProblem(sentence)),
    );
}
