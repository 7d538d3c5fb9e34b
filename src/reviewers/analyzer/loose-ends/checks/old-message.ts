import type { Check, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Mention, TextSpan } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { leftovers, leftoverPlaces, describeStillNaming, SCRIPTS, severityOf, type Leftover } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { diffLinesOf, MAX_LINE, replacements } from "../text/diff-lines.ts";

const check: Check = {
  id: "loose-ends/old-message",
  title: "A text that the code no longer produces is still expected",
  about:
    "The change rewords a message, and no code has the old wording any more. A document or a script that still quotes it describes or expects something that cannot happen.",
  severity: "suggestion",
  worst: "important",
  changeOnly: "it looks for a text that the change reworded",
  catches: `src/send.ts
-throw new Error("the order could not be sent");
+throw new Error("the order could not be delivered");
docs/errors.md
 If you see \`the order could not be sent\`, try again.`,
  ignores: `src/send.ts
-throw new Error("the order could not be sent");
+throw new Error("the order could not be delivered");
src/retry.ts
 throw new Error("the order could not be sent");
docs/errors.md
 If you see \`the order could not be sent\`, try again.`,
};

/** Reworded messages whose old wording is still expected. */
export const oldMessage: CheckRunner = { check, find };

interface Reworded {
  readonly text: string;
  readonly path: string;
}

const MIN_WORDS = 4;
const MIN_LENGTH = 20;

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const messages = new Map<string, Reworded>();
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    for (const message of await rewordedIn(index, diff)) messages.set(message.text, message);
  }
  const groups = new Map<string, Remembered[]>();
  for (const message of messages.values()) {
    signal.throwIfAborted();
    const left = await findLeftovers(index, message);
    if (left.length === 0) continue;
    // Messages that the same files still quote form one hit.
    const key = JSON.stringify([message.path, [...new Set(left.map(({ path }) => path))].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), { message, left }]);
  }
  return [...groups.values()].map(report);
}

interface Remembered {
  readonly message: Reworded;
  readonly left: readonly Leftover[];
}

async function rewordedIn(index: ChangeIndex, diff: FileDiff): Promise<Reworded[]> {
  const { file } = diff;
  if (file.change === "added" || file.change === "deleted" || file.listed !== undefined) return [];
  if (diffLinesOf(diff, "removed").length === 0) return [];
  const path = file.oldPath ?? file.path;
  const [before, after] = [await index.base.facts(path), await index.head.facts(file.path)];
  if (before?.role !== "source" || after === undefined) return [];
  return replacements(diff).flatMap(({ removed, added }) => {
    const old = stringsOn(
      before.strings,
      removed.map((line) => line.old ?? 0),
    );
    const fresh = stringsOn(
      after.strings,
      added.map((line) => line.new ?? 0),
    );
    return old
      .flatMap(({ text }) => fixedParts(text))
      .filter((text) => fresh.some((other) => isReworded(text, other.text)))
      .map((text) => ({ text, path: file.path }));
  });
}

function stringsOn(strings: readonly TextSpan[], lines: readonly number[]): TextSpan[] {
  const wanted = new Set(lines);
  return strings.filter(({ start, end }) => start === end && wanted.has(start));
}

/** The parts of a message between its placeholders that are long enough to be unique. */
export function fixedParts(message: string): string[] {
  if (message.length > MAX_LINE) return [];
  return message
    .split(/%[-+#0]*\d*(?:\.\d+)?[a-zA-Z]|\$?\{[^}]*\}|\$\w+|\$\(|\\[nt"']|\n/)
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_LENGTH && countWords(part) >= MIN_WORDS);
}

// Only words of letters between spaces.
function countWords(text: string): number {
  return text.split(" ").filter((word) => /^["'`(]?\p{L}[\p{L}'-]*["'`)]?[.,:;!?]?$/u.test(word)).length;
}

// A new wording shares half of its words with the old one and does not contain it.
function isReworded(old: string, now: string): boolean {
  if (now.includes(old)) return false;
  const words = new Set(old.toLowerCase().match(/\p{L}+/gu) ?? []);
  const shared = new Set((now.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => words.has(word)));
  return shared.size >= 2 && shared.size * 2 >= words.size;
}

async function findLeftovers(index: ChangeIndex, { text }: Reworded): Promise<readonly Leftover[]> {
  const mentions = await index.head.findText(text);
  const found = await leftovers(index, mentions);
  return mentions.some((mention) => isProduced(mention, found)) ? [] : found.filter(isWaiting);
}

function report(group: readonly Remembered[]): CheckHit {
  const left = group.flatMap((one) => one.left);
  const severity = severityOf(left);
  const [first] = group.map(({ message }) => message);
  const more = group.length === 1 ? "" : ` and ${group.length - 1} more`;
  return {
    check: check.id,
    severity,
    class: "regression",
    title: `The code no longer says "${first?.text ?? ""}"${more}, but ${describeStillNaming(left, "say")} so`,
    explanation: `The change rewords this text in \`${first?.path ?? ""}\`, and no other code has the old wording.`,
    fix: "Write the new wording there.",
    places: leftoverPlaces(left),
    weight: severity === "important" ? 0.75 : 0.65,
  };
}

// Tests of the program itself would fail. They have the text for another reason, or assemble it from pieces.
function isWaiting({ where, role, language }: Leftover): boolean {
  return where !== "comment" && (role !== "test" || SCRIPTS.has(language));
}

// A string of the program itself, so the text is still produced.
function isProduced(mention: Mention, found: readonly Leftover[]): boolean {
  if (mention.where !== "string" && mention.where !== "code") return false;
  const known = found.find(({ path, line }) => path === mention.path && line === mention.line);
  return known === undefined || known.role === "source";
}
