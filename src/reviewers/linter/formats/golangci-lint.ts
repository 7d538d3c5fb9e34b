import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, asText, toHit } from "../values.ts";

/** The JSON of golangci-lint: issues, and a report with warnings and errors of its own. */
export const golangciReader: DocumentReader = {
  format: "golangci-lint",
  tool: "golangci-lint",
  isMine: isOutput,
  canRead: isOutput,
  read(value, tool) {
    const reading = readEntries(asList(field(value, "Issues")), (one) =>
      toHit({
        tool,
        file: field(one, "Pos", "Filename"),
        rule: field(one, "FromLinter"),
        message: field(one, "Text"),
        // Without a configuration of severities all of them fail the run.
        isError: ["", "error", "high"].includes(asText(field(one, "Severity")) ?? ""),
        start: field(one, "Pos", "Line"),
        end: field(one, "LineRange", "To"),
      }),
    );
    const error = asText(field(value, "Report", "Error"));
    return error === undefined || error === "" ? reading : { ...reading, problem: `it failed: ${error}` };
  },
};

function isOutput(value: unknown): boolean {
  const issues = field(value, "Issues");
  return (Array.isArray(issues) || issues === null) && typeof field(value, "Report") === "object";
}
