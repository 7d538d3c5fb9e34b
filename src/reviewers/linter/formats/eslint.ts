import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, toHit } from "../values.ts";

/** `eslint --format json`: a list of files with their messages. Suppressed messages are in a list of their own. */
export const eslintReader: DocumentReader = {
  format: "eslint",
  tool: "ESLint",
  isMine: (value) => isFile(asList(value)[0]),
  canRead: (value) => Array.isArray(value) && value.every(isFile),
  read(value, tool) {
    const entries = asList(value).flatMap((file) =>
      asList(field(file, "messages")).map((message) => ({ file: field(file, "filePath"), message })),
    );
    return readEntries(entries, ({ file, message }) =>
      toHit({
        tool,
        file,
        // A file that cannot be parsed breaks no rule.
        rule: field(message, "ruleId") ?? (field(message, "fatal") === true ? "parse-error" : ""),
        message: field(message, "message"),
        isError: field(message, "severity") === 2,
        start: field(message, "line"),
        end: field(message, "endLine"),
      }),
    );
  },
};

const isFile = (value: unknown): boolean =>
  typeof field(value, "filePath") === "string" && Array.isArray(field(value, "messages"));
