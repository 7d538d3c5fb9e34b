import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, asText, toHit } from "../values.ts";

/** `oxlint --format json`: an object with the diagnostics. */
export const oxlintReader: DocumentReader = {
  format: "oxlint",
  tool: "Oxlint",
  isMine: (value) => isOutput(value) && field(value, "number_of_rules") !== undefined,
  canRead: isOutput,
  read: (value, tool) =>
    readEntries(asList(field(value, "diagnostics")), (one) =>
      toHit({
        tool,
        file: field(one, "filename"),
        // `eslint(no-debugger)` is the rule `no-debugger` of ESLint.
        rule: asText(field(one, "code"))?.replace(/^([\w@/-]+)\(([^()]+)\)$/, "$1/$2"),
        message: [field(one, "message"), field(one, "help")].flatMap((part) => asText(part) ?? []).join("\n\n"),
        isError: field(one, "severity") === "error",
        start: field(asList(field(one, "labels"))[0], "span", "line"),
      }),
    ),
};

function isOutput(value: unknown): boolean {
  const diagnostics = field(value, "diagnostics");
  return Array.isArray(diagnostics) && (diagnostics.length === 0 || field(diagnostics[0], "filename") !== undefined);
}
