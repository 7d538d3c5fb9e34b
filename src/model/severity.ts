import { z } from "zod";

/** How bad it is if true. A reviewer's own rating is the claimed severity; the ruling sets the final one. */
export const severitySchema = z.enum(["critical", "important", "suggestion"]);
export type Severity = z.infer<typeof severitySchema>;

/** From worst to mildest: the order in which reports list findings. */
export const SEVERITIES = severitySchema.options;

/** Where the problem comes from: this change, missing before and exposed by it, or a wish. */
export const classSchema = z.enum(["regression", "gap", "enhancement"]);
export type Class = z.infer<typeof classSchema>;

/** The letter of a severity in ids: `C`, `I`, `S`. */
export function severityLetter(severity: Severity): "C" | "I" | "S" {
  return severity === "critical" ? "C" : severity === "important" ? "I" : "S";
}

/** The severity an id's letter stands for; undefined for other letters. */
export function severityOfLetter(letter: string): Severity | undefined {
  return letter === "C" ? "critical" : letter === "I" ? "important" : letter === "S" ? "suggestion" : undefined;
}

/** 2 critical, 1 important, 0 suggestion: differences are levels. */
export function severityLevel(severity: Severity): 0 | 1 | 2 {
  return severity === "critical" ? 2 : severity === "important" ? 1 : 0;
}
