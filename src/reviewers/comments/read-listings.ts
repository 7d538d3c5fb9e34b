import { scanLines } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { type Fold, plainTitle, readFolds } from "#grammar/comments/folds.ts";
import { plainMarkdown } from "#grammar/comments/plain-markdown.ts";
import { withoutHtmlComments } from "#grammar/comments/prose.ts";
import type { Location } from "#model/location.ts";
import { cleanComment } from "./clean-comment.ts";
import type { KnownBot, KnownBots } from "./known-bots.ts";

/** A part of a body about a place in the code. */
interface ListedComment {
  readonly text: string;
  readonly locations: readonly Location[];
}

/** The comments inside a review's body: folded lists by file, and items that name a place. */
export function readListings(body: string, bot: KnownBot | undefined, known: KnownBots): ListedComment[] {
  const root = readFolds(withoutHtmlComments(body.slice(0, MAX_TEXT)));
  const { listings = [] } = bot ?? {};
  const lists = listings.length === 0 ? [] : foldsTitled(root, listings);
  const folded = lists.flatMap((list) => byFile(list, known));
  return folded.length > 0 ? folded : itemsIn(cleanComment(body, known));
}

const MAX_TEXT = 200_000;

function foldsTitled(fold: Fold, phrases: readonly string[]): Fold[] {
  const inner = fold.parts.filter((part) => typeof part !== "string");
  const found = inner.filter(({ title }) => phrases.some((phrase) => plainTitle(title).startsWith(phrase)));
  return [...found, ...inner.filter((part) => !found.includes(part)).flatMap((part) => foldsTitled(part, phrases))];
}

/** `<summary>src/a.ts (2)</summary>` with `` `12-15`: **Title** `` below, or `**src/a.ts:12**` with the text below. */
function byFile(list: Fold, known: KnownBots): ListedComment[] {
  const files = list.parts.filter((part) => typeof part !== "string");
  const named = files.flatMap((file) => {
    const path = /^(\S{1,400}?)\s*\(\d{1,4}\)$/.exec(titleOf(file))?.[1];
    return path === undefined ? [] : byLines(file, path, known);
  });
  return named.length > 0 ? named : itemsIn(cleanComment(textOf(list), known));
}

const titleOf = ({ title }: Fold): string => plainMarkdown(title).replaceAll("`", "").trim();

/** The text of a fold as written, including its own folds. */
function textOf(fold: Fold): string {
  return fold.parts
    .map((part) =>
      typeof part === "string" ? part : `<details><summary>${part.title}</summary>\n${textOf(part)}\n</details>`,
    )
    .join("");
}

const AT_LINES = /^(?:>\s?){0,3}`(\d{1,7})(?:\s?[-–]\s?(\d{1,7}))?`:\s*(.*)$/;

function byLines(file: Fold, path: string, known: KnownBots): ListedComment[] {
  const found: { locations: Location[]; lines: string[] }[] = [];
  for (const { text, inFence } of scanLines(textOf(file))) {
    const [, start, end, rest = ""] = inFence ? [] : (AT_LINES.exec(text) ?? []);
    if (start === undefined) found.at(-1)?.lines.push(text);
    else found.push({ locations: [spanOf(path, Number(start), Number(end ?? start))], lines: [rest] });
  }
  return found.map(({ locations, lines }) => ({ locations, text: cleanComment(lines.join("\n"), known) }));
}

function spanOf(path: string, one: number, other: number): Location {
  const start = Math.max(1, Math.min(one, other));
  return { path, start, end: Math.max(start, one, other) };
}

const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*)$|^\*\*([^*]{1,120})\*\*:?$/;
const NOT_RAISED =
  /\b(?:summary|overview|walkthrough|strengths?|positives?|highlights?|what['’]?s (?:good|new|changed)|what works|changes|changed files|files|coverage|conclusion|verdict|test plan|praise|well done|good|checklist|references?|resolved|fixed|addressed|previous)\b/i;

/** List items, and headings with the text below them, that name a place with lines. */
function itemsIn(text: string): ListedComment[] {
  const found: ListedComment[] = [];
  let isRaised = true;
  let open: string[] = [];
  const finish = (): void => {
    const content = open.join("\n").trim();
    const locations = locationsInProse(open.slice(0, 3).join("\n")).filter(({ start }) => start !== undefined);
    if (isRaised && content !== "" && locations.length > 0) found.push({ text: content, locations });
    open = [];
  };
  for (const { text: line, inFence } of scanLines(text)) {
    const heading = inFence ? undefined : headingIn(line);
    const item = inFence || heading !== undefined ? undefined : ITEM.exec(line)?.[1];
    if (heading === undefined && item === undefined) {
      if (open.length > 0) open.push(line);
      continue;
    }
    finish();
    if (heading === undefined) open = [item ?? ""];
    else {
      const isAboutPlace = locationsInProse(heading).some(({ start }) => start !== undefined);
      if (!isAboutPlace) isRaised = !NOT_RAISED.test(heading);
      open = [line];
    }
  }
  finish();
  return found;
}

function headingIn(line: string): string | undefined {
  const [, hashes, bold] = line.length > 400 ? [] : (HEADING.exec(line.trim()) ?? []);
  return hashes ?? bold;
}
