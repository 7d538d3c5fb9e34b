import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, asText, toHit } from "../values.ts";

/** `cargo clippy --message-format json`, and `cargo check`: an object on each line, of which some are messages. */
export const cargoReader: DocumentReader = {
  format: "cargo",
  tool: "Clippy",
  isMine: (value) => isLine(value) && field(value, "reason") !== "build-script-executed",
  canRead: (value) => isLine(value),
  isLast: (value) => field(value, "reason") === "build-finished",
  read(value, tool) {
    const message = field(value, "message");
    // How many warnings there were is a message without a place and a code.
    const spans = asList(field(message, "spans"));
    const code = asText(field(message, "code", "code"));
    const isMessage = field(value, "reason") === "compiler-message" && (spans.length > 0 || code !== undefined);
    if (!isMessage) return { hits: [], odd: 0 };
    const main = spans.find((span) => field(span, "is_primary") === true) ?? spans[0];
    return readEntries([message], (one) =>
      toHit({
        tool,
        file: field(main, "file_name"),
        rule: code ?? "rustc",
        message: field(one, "message"),
        isError: asText(field(one, "level"))?.startsWith("error") === true,
        start: field(main, "line_start"),
        end: field(main, "line_end"),
      }),
    );
  },
};

const REASONS = ["compiler-message", "compiler-artifact", "build-script-executed", "build-finished"];

const isLine = (value: unknown): boolean => REASONS.includes(asText(field(value, "reason")) ?? "");
