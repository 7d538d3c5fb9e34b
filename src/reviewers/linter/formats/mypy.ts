import type { DocumentReader, TextReader } from "../format-reader.ts";
import { readEntries, sumOf } from "../format-reader.ts";
import { field, toHit } from "../values.ts";

const LINE = /^([^\s:][^:\n]*\.pyi?):(\d+)(?::\d+){0,3}: (error|warning): (.+?)(?: {2}\[([a-z0-9-]+)\])?$/gm;
const END = /^(?:Found \d+ errors? in \d+ files?|Success: no issues found)/m;

/** The text of mypy: a line for each hit, its code last, and a line that counts them. Notes belong to errors. */
export const mypyTextReader: TextReader = {
  format: "mypy",
  tool: "mypy",
  isMine: (text) => text.search(LINE) !== -1 && END.test(text),
  isSilentWhenClean: false,
  countSaid: (text) => sumOf(text, /^Found (\d{1,9}) errors? in \d+ files?/gm),
  read(text, tool) {
    const reading = readEntries(text.matchAll(LINE), ([, file, start, level, message, rule]) =>
      toHit({ tool, file, rule, message, isError: level === "error", start }),
    );
    if (reading.hits.length > 0 || END.test(text)) return reading;
    return { ...reading, problem: "it has neither a line with a place nor one that counts them" };
  },
};

/** `mypy --output json`: an object on each line. */
export const mypyReader: DocumentReader = {
  format: "mypy",
  tool: "mypy",
  isMine: (value) => isHit(value) && field(value, "hint") !== undefined,
  canRead: (value) => isHit(value),
  read: (value, tool) =>
    readEntries([value], (one) =>
      toHit({
        tool,
        file: field(one, "file"),
        rule: field(one, "code"),
        message: field(one, "message"),
        isError: field(one, "severity") === "error",
        start: field(one, "line"),
        end: field(one, "end_line"),
      }),
    ),
};

const isHit = (value: unknown): boolean =>
  typeof field(value, "file") === "string" && field(value, "severity") !== undefined;
