import { type AddedFile, addedPlace, writtenFiles } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Characters that make code look different from how it is read: on one line instead of several, or in another order. */
export const hiddenText: CheckRunner = {
  check: {
    id: "hazard-lint/hidden-text",
    title: "Code that is not shown as it is run",
    about:
      "Looks for a carriage return or a line separator inside an added line, and for characters that change the direction of text. Compilers end a line or a comment there, or read the characters in another order, while diffs and editors show something else. Code can hide in what looks like a comment. Documents and data are left out.",
    severity: "important",
    catches: "// checks the user\u2028grantAll();",
    ignores: '// checks the user\nconst separator = "\\u2028";',
  },
  async find(index, signal) {
    return (await writtenFiles(index, signal)).filter(isCode).flatMap((file) => {
      const places = file.added.flatMap((line) => {
        const at = line.text.search(HIDING);
        return at < 0 ? [] : [addedPlace(file, line, at)];
      });
      return hitAt(hiddenText.check, {
        title: `${file.path} contains characters that hide code`,
        explanation: `${places.length > 1 ? `${places.length} added lines contain` : "An added line contains"} a carriage return, a line separator or a character that changes the direction of text. The code after it may run although it looks like part of a comment or of a string.`,
        fix: "Use line feeds to end lines, and write such characters as escapes.",
        places,
        weight: 0.9,
      });
    });
  },
};

const isCode = ({ facts: { role, language } }: AddedFile): boolean => role !== "doc" && language !== "json";

/** Lone carriage returns, line and paragraph separators, and embeddings, overrides and isolates of direction. */
const HIDING = /\r(?=.)|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/s;
