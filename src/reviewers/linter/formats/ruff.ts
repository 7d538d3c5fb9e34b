import type { DocumentReader, TextReader } from "../format-reader.ts";
import { readEntries, sumOf } from "../format-reader.ts";
import { field, asText, toHit } from "../values.ts";

/** `ruff check --output-format json` prints a list, `json-lines` an object on each line. */
export const ruffReader: DocumentReader = {
  format: "ruff",
  tool: "Ruff",
  isMine: (value) => isHit(Array.isArray(value) ? value[0] : value),
  canRead: (value) => (Array.isArray(value) ? value.every(isHit) : isHit(value)),
  read: (value, tool) =>
    readEntries(Array.isArray(value) ? (value as readonly unknown[]) : [value], (one) =>
      toHit({
        tool,
        file: field(one, "filename"),
        rule: field(one, "code") ?? "syntax-error",
        message: field(one, "message"),
        // Earlier versions have no severity, and call all that they find errors.
        isError: (asText(field(one, "severity")) ?? "error") === "error",
        start: field(one, "location", "row"),
        end: field(one, "end_location", "row"),
      }),
    ),
};

const isHit = (value: unknown): boolean =>
  typeof field(value, "filename") === "string" && field(value, "location", "row") !== undefined;

const LINE =
  /^([^\s:][^:\n]*\.(?:pyi?|ipynb|toml)):(?:cell \d+:)?(\d+):\d+: ([A-Z]+\d+|invalid-syntax:|SyntaxError:) (?:\[\*\] )?(.+)$/gm;
const CLEAN = /^All checks passed!$/m;

/** `ruff check --output-format concise`: a line for each hit, and how many there are. */
export const ruffTextReader: TextReader = {
  format: "ruff",
  tool: "Ruff",
  isMine: (text) => text.search(LINE) !== -1 && /^Found \d+ errors?(?: |\.)/m.test(text),
  isSilentWhenClean: false,
  countSaid: (text) => sumOf(text, /^Found (?:\d+ errors? \(\d+ fixed, (\d{1,9}) remaining\)|(\d{1,9}) errors?)/gm),
  read(text, tool) {
    const reading = readEntries(text.matchAll(LINE), ([, file, start, rule = "", message]) =>
      toHit({ tool, file, rule: rule.replace(/:$/, ""), message, isError: true, start }),
    );
    if (reading.hits.length > 0 || CLEAN.test(text)) return reading;
    return { ...reading, problem: "it has no line that names a rule and a place" };
  },
};
