import type { ReportingDescriptor, Result, Message } from "sarif";
import type { Class, Severity } from "#model/severity.ts";

/**
 * The rules are the classes, not the severities: a finding that is re-rated in the next round keeps its rule, and so
 * stays the same alert where results are matched by rule and fingerprint. The severity is the result's level.
 */
export const RULES: ReportingDescriptor[] = [
  rule("regression", "A problem that this change introduces."),
  rule("gap", "A problem that was there before, or something missing, which this change exposes."),
  rule("enhancement", "A wish: nothing is wrong, but it could be better."),
  rule("unclassified", "A problem whose origin the review does not state."),
];

/** The rule of a class and its index in `RULES`. */
export function ruleOf(origin: Class | undefined): { ruleId: string; ruleIndex: number } {
  const ruleId = `deep-review/${origin ?? "unclassified"}`;
  return { ruleId, ruleIndex: RULES.findIndex(({ id }) => id === ruleId) };
}

/** The level of a kept finding. */
export function levelOf(severity: Severity): Result.level {
  return severity === "critical" ? "error" : severity === "important" ? "warning" : "note";
}

function rule(name: string, text: string): ReportingDescriptor {
  return {
    id: `deep-review/${name}`,
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    shortDescription: { text },
    fullDescription: { text: `${text} Found by a panel of independent reviewers.` },
    help: { text: `${text} The message gives the evidence and, where there is one, the proposed fix.` },
    defaultConfiguration: { level: "warning" },
    properties: { tags: ["deep-review", name] },
  };
}

/** A title and its explanation as a SARIF message. Viewers show only the first sentence. */
export function problemMessage(title: string, body: string): Message {
  const sentence = /[.!?]$/.test(title) ? title : `${title}.`;
  return {
    text: plain(joined(sentence, body)),
    markdown: withoutPlaceholders(joined(`**${title.replaceAll("*", "\\*")}**`, body)),
  };
}

/** Our own words as a message. */
export function textMessage(text: string): { text: string } {
  return { text: plain(text) };
}

function joined(head: string, body: string): string {
  return body.trim() === "" ? head : `${head}\n\n${body}`;
}

// In plain messages `[text](target)` is a link; text of reviewers must not become one.
function plain(text: string): string {
  return withoutPlaceholders(text).replaceAll("](", "] (");
}

// The standard asks to double every brace. Viewers show messages without arguments verbatim, so only what would be
// taken for a placeholder is doubled and code stays readable.
function withoutPlaceholders(text: string): string {
  return text.replaceAll(/\{(\d{1,9})\}/g, "{{$1}}");
}
