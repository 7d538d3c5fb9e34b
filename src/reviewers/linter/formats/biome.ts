import type { DocumentReader } from "../format-reader.ts";
import { readEntries } from "../format-reader.ts";
import { field, asList, asText, toHit } from "../values.ts";

/** `biome lint --reporter=json`: a summary and the diagnostics, of which Biome may leave some out. */
export const biomeReader: DocumentReader = {
  format: "biome",
  tool: "Biome",
  isMine: isOutput,
  canRead: isOutput,
  read(value, tool) {
    const left = field(value, "summary", "diagnosticsNotPrinted");
    const isCut = typeof left === "number" && left > 0;
    const reading = readEntries(asList(field(value, "diagnostics")), (one) =>
      toHit({
        tool,
        file: field(one, "location", "path", "file") ?? field(one, "location", "path"),
        rule: field(one, "category"),
        message: messageOf(one),
        isError: ["error", "fatal"].includes(asText(field(one, "severity")) ?? ""),
        start: field(one, "location", "start", "line"),
        end: field(one, "location", "end", "line"),
      }),
    );
    const problem = `it did not print ${left} of what it found (--max-diagnostics)`;
    return isCut ? { ...reading, problem } : reading;
  },
};

function isOutput(value: unknown): boolean {
  return Array.isArray(field(value, "diagnostics")) && field(value, "summary", "diagnosticsNotPrinted") !== undefined;
}

/** A text, or parts of one with their markup. */
function messageOf(one: unknown): string | undefined {
  const message = field(one, "message") ?? field(one, "description");
  if (!Array.isArray(message)) return asText(message);
  return message.flatMap((part) => asText(field(part, "content")) ?? []).join("");
}
