import type { Decision } from "#model/decision.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { severityLetter } from "#model/severity.ts";

/** What an action cell means: `Fixed (new helper)`, `Skipped — by design`. */
export function decisionKind(action: string): Decision["kind"] {
  const words = action.toLowerCase().replace(/^[\s*_`]+/, "");
  if (
    /^(?:fixed|auto|test|tests|documentation updated|docs? updated|updated|resolved|done|addressed|implemented|changed|removed|added)\b/.test(
      words,
    )
  )
    return "fixed";
  if (/^(?:skipped|skip|declined|deferred|rejected|won['’]t|wontfix|not fixed|no change)\b/.test(words))
    return "declined";
  if (/^(?:commented|comment)\b/.test(words)) return "commented";
  if (/^(?:n\/a|not applicable|moot|invalid)\b/.test(words)) return "not-applicable";
  if (/^(?:accepted|acknowledged)\b/.test(words)) return "accepted-risk";
  return /^reopened\b/.test(words) ? "reopened" : "other";
}

/** The reason that an action cell gives behind its verb, in brackets or behind a dash. */
export function reasonInAction(action: string): string | undefined {
  const rest = /^[^(:—–]{1,60}?(?:\((.*)\)|(?:—|–|--|:)\s*(.*))$/s.exec(action.trim());
  const reason = (rest?.[1] ?? rest?.[2])?.trim();
  return reason === undefined || reason === "" ? undefined : reason;
}

/** What a row is about: `Important #2: title`, `Testing Gap 1-4`, `Lint: …`. `label` is the cluster's id. */
export function readDecisionSubject(text: string): { kind: Decision["about"]["kind"]; label?: string } {
  const plain = text.replace(/^[\s*_`]+/, "");
  const finding = /^(critical|important|suggestion)s?(?: issue| finding)? ?#?([CIS]?)(\d{1,3})(?![\d-])/i.exec(plain);
  if (finding?.[1] !== undefined) {
    const letter = severityLetter(finding[1].toLowerCase() as "critical" | "important" | "suggestion");
    return { kind: "finding", label: `${letter}${Number(finding[3])}` };
  }
  const label = /^([CIS]\d{1,3})\b/.exec(plain)?.[1];
  if (label !== undefined) return { kind: "finding", label };
  if (/^(?:critical|important|suggestion)/i.test(plain)) return { kind: "finding" };
  if (/^test/i.test(plain)) return { kind: "testing" };
  if (/^doc/i.test(plain)) return { kind: "documentation" };
  return { kind: /^design/i.test(plain) ? "design" : "other" };
}

/** What a status cell in a table of earlier findings means. */
export function previousStatus(text: string): PreviousFinding["status"] {
  const words = text.toLowerCase();
  if (/\bpart(?:ly|ially)\b/.test(words)) return "partly-fixed";
  if (/\b(?:declined|skipped)\b/.test(words)) return "declined";
  if (/\b(?:not|un-?)\s?(?:addressed|fixed|resolved)|\bopen\b|\bstill\b/.test(words)) return "open";
  return /\b(?:addressed|fixed|resolved|closed|done)\b/.test(words) ? "fixed" : "unknown";
}
