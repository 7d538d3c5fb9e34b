import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, toHit } from "../values.ts";

/** `shellcheck --format json` prints a list, `json1` an object with one. */
export const shellcheckReader: DocumentReader = {
  format: "shellcheck",
  tool: "ShellCheck",
  isMine: (value) => isHit(entriesOf(value)[0]),
  canRead: (value) =>
    (Array.isArray(value) || Array.isArray(field(value, "comments"))) && entriesOf(value).every(isHit),
  read: (value, tool) =>
    readEntries(entriesOf(value), (one) =>
      toHit({
        tool,
        file: field(one, "file"),
        rule: `SC${String(field(one, "code"))}`,
        message: field(one, "message"),
        isError: field(one, "level") === "error",
        start: field(one, "line"),
        end: field(one, "endLine"),
      }),
    ),
};

const entriesOf = (value: unknown): readonly unknown[] =>
  asList(Array.isArray(value) ? value : field(value, "comments"));

const isHit = (value: unknown): boolean =>
  typeof field(value, "file") === "string" &&
  typeof field(value, "code") === "number" &&
  field(value, "level") !== undefined;
