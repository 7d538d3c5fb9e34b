import { z } from "zod";
import { severityOfWord } from "#grammar/severity-words.ts";
import type { Finding } from "#model/finding.ts";
import { type FindingId, reviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { freeName, slug } from "#util/names.ts";
import { findingFromText } from "./finding-from-text.ts";

/** Findings of any source. Unknown keys are ignored. */
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

/** The findings of a panel, with the ids of their source. */
export interface PlainPanel {
  readonly reviewers: readonly Reviewer[];
  readonly findings: readonly Finding[];
  /** The source's own ids. */
  readonly names: ReadonlyMap<FindingId, string>;
}

/** Reads `{"findings":[{"id","reviewer","text", …}]}`. Returns the reason for any other value. */
export function readPlainFindings(
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
      severity: severityOfWord(severity ?? ""),
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
