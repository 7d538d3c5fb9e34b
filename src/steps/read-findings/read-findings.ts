import { z } from "zod";
import type { Finding } from "#model/finding.ts";
import { type FindingId, reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { severitySchema } from "#model/severity.ts";
import { freeName } from "#util/free-name.ts";
import { slug } from "#util/slug.ts";
import { findingFromText } from "./finding-from-text.ts";
import { lookUp } from "#util/look-up.ts";

/** Findings of any source: who says what, and as much more as is known. Unknown keys are left alone. */
const panelSchema = z.object({
  findings: z.array(
    z.object({
      id: z.string().min(1),
      reviewer: z.string().min(1),
      text: z.string(),
      path: z.string().nullish(),
      line: z.int().positive().nullish(),
      endLine: z.int().positive().nullish(),
      severity: z.string().nullish(),
      title: z.string().nullish(),
    }),
  ),
});

/** The findings of a panel, with the names that their source has for them. */
export interface PlainPanel {
  readonly reviewers: readonly Reviewer[];
  readonly findings: readonly Finding[];
  /** The source's own ids. */
  readonly names: ReadonlyMap<FindingId, string>;
}

/** Reads `{"findings":[{"id","reviewer","text", …}]}`. A value that is none gives the reason. */
export function readFindings(
  value: unknown,
): { readonly ok: true; readonly panel: PlainPanel } | { readonly ok: false; readonly why: string } {
  const read = panelSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, why: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not readable"}` };
  }
  const names = new Map<FindingId, string>();
  const reviewers = new Map<string, Reviewer>();
  const taken = new Set<string>();
  const findings = read.data.findings.map(({ id, reviewer: name, text, title, path, line, endLine, severity }, at) => {
    const reviewer = reviewers.get(name) ?? reviewerNamed(name, taken);
    reviewers.set(name, reviewer);
    const plain = {
      text,
      title: title ?? undefined,
      path: path ?? undefined,
      line: line ?? undefined,
      endLine: endLine ?? undefined,
      severity: severityNamed(severity ?? undefined),
    };
    const finding = findingFromText(plain, reviewer.id, at + 1);
    names.set(finding.id, id);
    return finding;
  });
  return { ok: true, panel: { reviewers: [...reviewers.values()], findings, names } };
}

function reviewerNamed(name: string, taken: Set<string>): Reviewer {
  const id = freeName(slug(name) || "reviewer", (each) => taken.has(each));
  taken.add(id);
  return { id: reviewerId(id), name, kind: "import", family: id };
}

/** The words of other tools for how bad something is. */
const SEVERITIES_ELSEWHERE: Readonly<Record<string, "critical" | "important" | "suggestion">> = {
  blocker: "critical",
  critical: "critical",
  high: "important",
  error: "important",
  major: "important",
  important: "important",
  medium: "important",
  warning: "suggestion",
  minor: "suggestion",
  low: "suggestion",
  info: "suggestion",
  note: "suggestion",
  nit: "suggestion",
  trivial: "suggestion",
};

function severityNamed(word: string | undefined) {
  if (word === undefined) return undefined;
  const known = severitySchema.safeParse(word.toLowerCase());
  return known.success ? known.data : lookUp(SEVERITIES_ELSEWHERE, word.toLowerCase());
}
