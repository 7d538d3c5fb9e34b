import { isBlank, scanLines } from "#grammar/lines.ts";
import { endOfBold } from "#grammar/spans.ts";

/** A comment's title and the text below it. */
interface TitledComment {
  readonly title: string;
  readonly body: string;
}

/** Splits off the heading, the bold words or the first sentence. Drops labels such as `nit:` and `🟡 Minor`. */
export function splitTitle(text: string): TitledComment {
  const lines = scanLines(text);
  let at = 0;
  while (at < lines.length && (isBlank(lines[at]?.text) || isLabelLine(lines[at]?.text ?? ""))) at += 1;
  const first = lines[at];
  const rest = lines.slice(at + 1).map((line) => line.text);
  if (first === undefined || first.inFence) return { title: "", body: join(first?.text ?? "", rest) };
  const heading = /^\s{0,3}#{1,6}\s+(.*)$/.exec(first.text)?.[1];
  const line = withoutLabels(heading ?? first.text.trim().replace(/^[-*+]\s+/, ""));
  if (heading !== undefined) return titled(plain(line), below(rest));
  const bold = line.startsWith("**") ? endOfBold(line, 0) : undefined;
  const inner = bold === undefined ? "" : line.slice(2, bold).trim();
  if (bold !== undefined && isTitle(inner)) return titled(plain(inner), join(line.slice(bold + 2), rest));
  const end = endOfSentence(line);
  // Only the beginning of a very long line becomes the title. The body keeps all of it.
  if (first.text.length > MAX_LINE) return { title: shorten(plain(line.slice(0, end))), body: join(first.text, rest) };
  return titled(plain(line.slice(0, end)), join(line.slice(end), rest));
}

/** A title that was cut is repeated in full below. */
function titled(title: string, body: string): TitledComment {
  const short = shorten(title);
  return { title: short, body: short === title ? body : [title, body].filter((part) => part !== "").join("\n\n") };
}

const MAX_TITLE = 160;
const MIN_SIGNS = 30;
const MAX_LINE = 4000;

const join = (line: string, rest: readonly string[]): string =>
  [line.replace(/^[\s.:–—-]+/, ""), ...rest].join("\n").trim();

/** The text without labels between it and the title. */
function below(rest: readonly string[]): string {
  let at = 0;
  while (at < rest.length && (isBlank(rest[at]) || isLabelLine(rest[at] ?? ""))) at += 1;
  return rest.slice(at).join("\n").trim();
}

/** Whether bold words are a title and not just a label. */
const isTitle = (inner: string): boolean => /\p{L}.*\s+\S/u.test(inner) && !inner.endsWith(":") && inner.length > 8;

/** `_⚠️ Potential issue_ | _🟡 Minor_`, `**Medium Severity**`, `P1`: a line with only labels. */
function isLabelLine(line: string): boolean {
  const text = line.trim();
  if (text === "" || text.length > 200) return false;
  const segments = text.split("|").map((segment) => segment.trim());
  if (
    segments.every((segment) => /^_[^_]{1,80}_$/.test(segment) || /^:?[a-z_]+:?$/.test(segment)) &&
    text.includes("_")
  )
    return true;
  return LABEL.test(text.replaceAll(/[*_`[\]()#|]|\p{Extended_Pictographic}|\uFE0F/gu, " ").trim());
}

const LABEL =
  /^(?:(?:severity|priority|category|type)\s*:?\s*)?(?:critical|blocker|high|major|important|medium|minor|low|trivial|info|nit|nitpick|p[0-3]|bug|security|performance|style|logic|potential issue|refactor suggestion|suggestion|issue|error|warning|action required|review recommended|remediation recommended|informational)(?:\s+(?:severity|priority|issue|risk))?\s*:?$/i;

const LEADING =
  /^(?:\*\*|__)?\[?(?:nit(?:pick)?|issue|suggestion|question|todo|thought|chore|note|bug|bug risk|logic|style|syntax|security|performance|warning|error|critical|major|minor|important|medium|high|low|info|blocking|typo|p[0-3])\]?(?:\s*\([^()]{1,60}\))?(?:\s*[:：]\s*(?:\*\*|__)?|(?:\*\*|__)\s*[:：]\s*|(?<=\])\s*)\s*/i;

function withoutLabels(line: string): string {
  let text = line.slice(0, MAX_LINE);
  for (let round = 0; round < 4; round += 1) {
    const next = text
      .replace(/^(?:[\s|–—:-]|\p{Extended_Pictographic}|\uFE0F|\u200D)+/u, "")
      .replace(/^\*\*(?:\s|\p{Extended_Pictographic}|\uFE0F)+/u, "**")
      .replace(LEADING, "");
    if (next === text) break;
    text = next;
  }
  return text;
}

/** The end of the first sentence: a full stop before a space, but not after an abbreviation or in code. */
function endOfSentence(line: string): number {
  const shown = line.replaceAll(/`[^`]*`/g, (code) => "x".repeat(code.length));
  for (const { index } of shown.matchAll(/(?<!\.)[.!?](?=[*_)"']{0,3}(?:\s|$))/g)) {
    if (!/\b(?:e\.g|i\.e|etc|vs|cf|no|al)$/i.test(shown.slice(Math.max(0, index - 5), index))) return index + 1;
  }
  return line.length;
}

/** The text on one line, without emphasis and final punctuation. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\*\*|__)(.*?)(?:\*\*|__)$/, "$1")
    .replaceAll("**", "")
    .replace(/(?<!\.)[.:;\s]+$/, "");
}

/** Cuts a long sentence at a dash or semicolon, or else at a word. */
function shorten(title: string): string {
  if (title.length <= MAX_TITLE) return title;
  const cut = title.slice(0, MAX_TITLE).replace(/[\uD800-\uDBFF]$/, "");
  const half = Math.max(cut.lastIndexOf(" - "), cut.lastIndexOf(" — "), cut.lastIndexOf(" – "), cut.lastIndexOf("; "));
  if (half >= MIN_SIGNS) return cut.slice(0, half).trim();
  const pause = cut.lastIndexOf(", ");
  const word = pause >= MAX_TITLE / 2 ? pause : cut.lastIndexOf(" ");
  return `${word > MIN_SIGNS ? cut.slice(0, word) : cut}…`;
}
