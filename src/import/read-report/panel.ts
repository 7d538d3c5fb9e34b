import { readFindingLine } from "#grammar/finding-line.ts";
import type { ScannedLine } from "#grammar/lines.ts";
import { PANEL_COLUMNS } from "#grammar/report/own-parts.ts";
import { readReportHeading } from "#grammar/report/report-headings.ts";
import { readCredit } from "#grammar/report/reviewer-names.ts";
import { decodeCell, readTable } from "#grammar/tables.ts";
import { reviewerId, type ReviewerId } from "#model/ids.ts";
import { type Reviewer, reviewerSchema, reviewerTitle } from "#model/panel/reviewer.ts";
import type { ReadHeader } from "./read-header.ts";
import type { ReportParts } from "./split-report.ts";

/** A reviewer as named somewhere in the report. */
interface NamedReviewer {
  /** The words of the name: `Claude Opus 4.7`. */
  readonly title: string;
  readonly effort?: string;
}

/** The reviewers of a report, and a lookup by the words of a name. */
export interface ReportPanel {
  readonly reviewers: readonly Reviewer[];
  find(title: string): ReviewerId | undefined;
}

/** The participants: listed in the header, or named in the retro's columns, in the appendix or on finding lines. */
export function findPanel(parts: ReportParts, header: ReadHeader): ReportPanel {
  for (const { part, lines } of parts.blocks) {
    const stated = part.kind === "panel" ? readStatedPanel(lines) : undefined;
    if (stated !== undefined) return statedPanel(stated);
  }
  const mentioned = [...retroNames(parts), ...appendixNames(parts), ...creditedNames(parts)];
  return buildPanel(header.reviewers, mentioned);
}

function* retroNames({ blocks }: ReportParts): Generator<NamedReviewer> {
  for (const { part, lines } of blocks) {
    if (part.kind !== "retro") continue;
    const texts = lines.map(({ text }) => text);
    for (const [at, { text, inFence }] of lines.entries()) {
      if (inFence) continue;
      const table = readTable(texts, at);
      const isRetro = table?.rows.some(([label = ""]) =>
        /^(?:duration|findings|critical|unique insights)\b/i.test(label),
      );
      if (table !== undefined && isRetro === true) yield* table.head.slice(1).map((title) => ({ title }));
      if (/^#{3,5} +\[/.test(text)) yield { title: readReportHeading(text)?.title ?? "" };
    }
  }
}

/** Only unambiguous forms: `### [Name] — Pass 1`. Names without brackets must be known from elsewhere. */
function* appendixNames({ appendix }: ReportParts): Generator<NamedReviewer> {
  for (const { text } of appendix ?? []) {
    const name = text.length > 200 ? undefined : /^### +\[([A-Z][^\]]*)\](?: — pass \d{1,2})/i.exec(text)?.[1];
    if (name !== undefined) yield { title: name };
  }
}

function* creditedNames({ blocks }: ReportParts): Generator<NamedReviewer> {
  for (const { part, lines } of blocks) {
    if (part.kind !== "findings") continue;
    for (const { text, inFence } of lines) {
      const attributions = inFence ? [] : (readFindingLine(text)?.attributions ?? []);
      for (const attribution of attributions) {
        const { title } = readCredit(attribution);
        if (isName(title)) yield { title };
      }
    }
  }
}

/** `Qwen 3 Max`: capitalised, a few words, one of them a version. Other bracketed words are not names. */
function isName(title: string): boolean {
  return (
    /^[A-Z][A-Za-z-]{2,20}(?: [A-Za-z0-9][\w.:-]{0,20}){1,4}$/.test(title) &&
    /\d/.test(title) &&
    !/^(?:round|issue|pull|see|part)\b/i.test(title)
  );
}

/** The reviewers as a report of ours lists them; undefined if the table is missing or broken. */
export function readStatedPanel(lines: readonly ScannedLine[]): readonly Reviewer[] | undefined {
  const texts = lines.map(({ text }) => text);
  const table = texts.map((_, at) => (texts[at]?.startsWith("|") ? readTable(texts, at) : undefined)).find(Boolean);
  if (table === undefined || PANEL_COLUMNS.some((column, at) => table.head[at] !== column)) return undefined;
  const reviewers = table.rows.map(readReviewer).filter((reviewer) => reviewer !== undefined);
  const ids = new Set(reviewers.map(({ id }) => id));
  return ids.size === table.rows.length && ids.size > 0 ? reviewers : undefined;
}

function readReviewer(row: readonly string[]): Reviewer | undefined {
  const [id, name, model, kind, family, effort] = row.map(decodeCell);
  const read = reviewerSchema.safeParse({
    id,
    name,
    kind,
    family,
    ...filled("model", model),
    ...filled("effort", effort),
  });
  return read.success ? read.data : undefined;
}

const filled = (key: string, value: string | undefined): Record<string, string> =>
  value === undefined || value === "" ? {} : { [key]: value };

/**
 * Builds the panel from the names in the header and those mentioned elsewhere. A mention that adds words to a known
 * name completes it; an unknown one is a further reviewer. Names and ids are the first word, or more words if several
 * reviewers share it; the rest is the model.
 */
function buildPanel(listed: readonly NamedReviewer[], mentioned: readonly NamedReviewer[]): ReportPanel {
  const members: Member[] = [];
  for (const { title, effort } of listed) {
    const words = nameWords(title);
    const isNew = !members.some((member) => isPrefix(words, member.words) && isPrefix(member.words, words));
    if (words.length > 0 && isNew) members.push({ words, effort });
  }
  for (const { title, effort } of mentioned) {
    const words = nameWords(title);
    const known = matchOf(words, members);
    if (known === undefined && words.length > 0) members.push({ words, effort });
    else if (known !== undefined && isPrefix(known.words, words)) known.words = words;
  }
  const calls = callsOf(members.map(({ words }) => words));
  const byMember = new Map(members.map((member, index) => [member, calls[index]?.id]));
  const reviewers = members.map(({ words, effort }, index) => {
    const { id, length } = calls[index] ?? { id: reviewerId("reviewer"), length: 1 };
    return {
      id,
      name: words.slice(0, length).join(" "),
      kind: "agent" as const,
      ...(words.length <= length ? {} : { model: words.slice(length).join(" ") }),
      effort,
      family: slug(words[0] ?? "") || "reviewer",
    };
  });
  return {
    reviewers,
    find: (title) => {
      const member = matchOf(nameWords(title), members);
      return member === undefined ? undefined : byMember.get(member);
    },
  };
}

/** The panel that a report of ours states, without guessing: names are matched by title or id. */
function statedPanel(reviewers: readonly Reviewer[]): ReportPanel {
  const byTitle = new Map<string, ReviewerId>();
  for (const { id } of reviewers) byTitle.set(plain(id), id);
  for (const reviewer of reviewers.toReversed()) byTitle.set(plain(reviewerTitle(reviewer)), reviewer.id);
  return { reviewers, find: (title) => byTitle.get(plain(title)) };
}

const plain = (title: string): string => nameWords(title).join(" ").toLowerCase();

interface Member {
  words: readonly string[];
  readonly effort: string | undefined;
}

/** The words of a name without Markdown marks: `[Claude] — Claude Opus 4.6` gives `Claude Opus 4.6`. */
export function nameWords(title: string): string[] {
  const words = title
    .slice(0, 200)
    .replaceAll(/[[\]*_~`"“”]|[—–]|--|\(?\bpass[ -]?\d{1,2}\b\)?/gi, " ")
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const again = words.findIndex((word, index) => index > 0 && same(word, words[0]));
  return again > 0 ? words.slice(again) : words;
}

/**
 * The member that the words mean: same first word, no conflicting model. Among several, the one that shares most
 * words.
 */
function matchOf(words: readonly string[], members: readonly Member[]): Member | undefined {
  const family = members.filter((member) => same(member.words[0], words[0]) && agree(member.words, words));
  const shared = family.map((member) => tokens(member.words).filter((token) => tokens(words).includes(token)).length);
  const most = Math.max(...shared);
  const best = family.filter((_, index) => shared[index] === most);
  return best.length === 1 ? best[0] : best.find((member) => member.words.length === words.length);
}

/** Not conflicting: all words of one name, except version numbers, are in the other. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [tokens(one), tokens(other)].map((list) => list.filter((token) => /^[a-z]/.test(token)));
  if (first === undefined || second === undefined) return false;
  return first.every((token) => second.includes(token)) || second.every((token) => first.includes(token));
}

const tokens = (words: readonly string[]): string[] => words.flatMap((word) => word.toLowerCase().split("-"));

const same = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();

const isPrefix = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length <= whole.length && part.every((word, index) => same(word, whole[index]));

/** The short name of each: its first word, or more words if several share it (`Claude Opus`, `claude-opus`). */
function callsOf(names: readonly (readonly string[])[]): { readonly id: ReviewerId; readonly length: number }[] {
  const taken = new Set<string>();
  return names.map((words, index) => {
    const rivals = names.filter((other, at) => at !== index && same(other[0], words[0]));
    let length = 1;
    const isShared = (): boolean => rivals.some((rival) => slugs(rival, length) === slugs(words, length));
    while (length < words.length && isShared()) length += 1;
    const base = slugs(words, length) || "reviewer";
    let id = base;
    for (let next = 2; taken.has(id); next += 1) id = `${base}-${next}`;
    taken.add(id);
    return { id: reviewerId(id), length };
  });
}

const slugs = (words: readonly string[], length: number): string =>
  words.slice(0, length).map(slug).filter(Boolean).join("-");

const slug = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
