import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asFields, asList, asText, toHit } from "../values.ts";

/** Reviewdog's format: an object with the diagnostics of one tool. */
export const rdjsonReader: DocumentReader = {
  format: "rdjson",
  tool: "",
  isMine: (value) => isDiagnostic(asList(field(value, "diagnostics"))[0]),
  canRead: (value) => Array.isArray(field(value, "diagnostics")),
  read(value, tool) {
    const name = asText(field(value, "source", "name")) ?? tool;
    const level = field(value, "severity");
    const reading = readEntries(asList(field(value, "diagnostics")), (one) => toDiagnostic(one, name, level));
    return { ...reading, tools: [name] };
  },
};

/** The same, a diagnostic on each line. */
export const rdjsonlReader: DocumentReader = {
  format: "rdjsonl",
  tool: "",
  isMine: isDiagnostic,
  canRead: isDiagnostic,
  read: (value, tool) => ({
    ...readEntries([value], (one) => toDiagnostic(one, tool, undefined)),
    tools: [asText(field(value, "source", "name")) ?? tool],
  }),
};

function isDiagnostic(value: unknown): boolean {
  return (
    typeof field(value, "message") === "string" &&
    typeof field(value, "location", "path") === "string" &&
    !isBiome(value)
  );
}

/** Biome's diagnostics have a path in a location, too. */
const isBiome = (value: unknown): boolean => field(value, "category") !== undefined;

function toDiagnostic(one: unknown, tool: string, level: unknown) {
  const code = field(one, "code");
  return toHit({
    tool: asText(field(one, "source", "name")) ?? tool,
    file: field(one, "location", "path"),
    rule: Object.keys(asFields(code)).length > 0 ? field(code, "value") : code,
    message: field(one, "message"),
    isError: ["ERROR", "1"].includes((asText(field(one, "severity") ?? level) ?? "").toUpperCase()),
    start: field(one, "location", "range", "start", "line"),
    end: field(one, "location", "range", "end", "line"),
  });
}
