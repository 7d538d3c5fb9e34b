import { z } from "zod";
import { severityOfWord } from "#grammar/severity-words.ts";
import type { Finding } from "#model/finding.ts";
import { type FindingId, reviewerId, findingId, type ReviewerId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { freeName, slug } from "#util/names.ts";
import { readBodyParts } from "#grammar/body-parts.ts";
import { locationsInProse } from "#grammar/locations.ts";
import type { Location } from "#model/location.ts";
import { type Severity, severityLetter } from "#model/severity.ts";

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

/** A problem as another tool states it; only the text is required. */
interface PlainFinding {
  readonly text: string;
  readonly title?: string | undefined;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly endLine?: number | undefined;
  readonly severity?: Severity | undefined;
}

/** A text that states no severity counts as the mildest. */
const UNRATED: Severity = "suggestion";

/** Builds a finding from a text: its first sentence is the title, places that it names are its locations. */
export function findingFromText(plain: PlainFinding, reviewer: ReviewerId, number: number): Finding {
  const { title, body } = split(plain);
  const severity = plain.severity ?? UNRATED;
  const label = `${severityLetter(severity)}${number}`;
  return {
    id: findingId(reviewer, label),
    reviewer,
    pass: 1,
    label,
    severity,
    title,
    locations: locationsOf(plain),
    places: [],
    body,
    ...partsOf(body),
    lines: { start: 1, end: 1 },
  };
}

const MAX_TITLE_LENGTH = 400;

function split({ text, title }: PlainFinding): { readonly title: string; readonly body: string } {
  const whole = text.trim();
  if (title !== undefined && title.trim() !== "") return { title: title.trim(), body: whole };
  const start = whole.slice(0, MAX_TITLE_LENGTH);
  const end = /[.!?;](?=\s)|\n| - /.exec(start);
  const cut = end === null ? start.length : end.index + (end[0] === "\n" ? 0 : 1);
  return { title: start.slice(0, cut).replace(/[\s.;-]+$/, ""), body: whole.slice(cut).trim() };
}

function locationsOf({ path, line, endLine, text }: PlainFinding): Location[] {
  if (path === undefined || path === "") return locationsInProse(text);
  if (line === undefined) return [{ path }];
  return [{ path, start: line, end: Math.max(line, endLine ?? line) }];
}

function partsOf(body: string): Pick<Finding, "quotes" | "repros" | "fix" | "class" | "mutations"> {
  const { quotes, fix, repros, mutations, class: origin } = readBodyParts(body);
  return {
    quotes,
    repros,
    fix,
    class: origin,
    ...(mutations !== undefined && { mutations }),
  };
}
