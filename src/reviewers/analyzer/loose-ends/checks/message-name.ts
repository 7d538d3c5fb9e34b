import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { CommitMessage } from "#model/change/change.ts";
import { leftoverPlace } from "../leftovers.ts";
import type { CheckRunner } from "../../check-runner.ts";
import { MAX_LINE } from "../text/diff-lines.ts";
import { isAboutThePast } from "../text/history.ts";
import { isCompound, identifierWords } from "../text/identifiers.ts";

const check: Check = {
  id: "loose-ends/message-name",
  title: "A commit message names something that does not exist",
  about:
    "A commit message speaks of a name that stands neither in the change nor in the files before or after it, while the change brings a name much like it: usually it was renamed before the commit was finished.",
  severity: "suggestion",
  changeOnly: true,
  catches: `commit
 Take orders one by one
 
 takeNextOrder() waits until the store answers.
src/queue.ts
+export function takeOrder() {}`,
  ignores: `commit
 Take orders one by one
 
 takeOrder() waits until the store answers, as pthread_join does.
src/queue.ts
+export function takeOrder() {}`,
};

/** Names in commit messages that nothing has. */
export const messageName: CheckRunner = { check, find };

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const messages = index.change.messages.filter(({ subject }) => !isRoutine(subject));
  if (messages.length === 0) return [];
  const words = wordsOfChange(index);
  const hits: CheckHit[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    const strangers: Stranger[] = [];
    for (const name of namesIn(`${message.subject}\n${message.body}`)) {
      signal.throwIfAborted();
      if (seen.has(name) || words.has(name)) continue;
      seen.add(name);
      const near = nearest(name, words);
      const place = near === undefined || (await stands(index, name)) ? undefined : await findNew(index, near);
      if (near !== undefined && place !== undefined) strangers.push({ name, near, place });
    }
    hits.push(...report(message, strangers));
  }
  return hits;
}

/** A name that nothing has, the one of the change that is most like it, and where that stands. */
interface Stranger {
  readonly name: string;
  readonly near: string;
  readonly place: CheckPlace;
}

// Their texts are made by programs or quote other projects.
function isRoutine(subject: string): boolean {
  return /^(?:merge|revert|bump|release|prepare|update dependenc|(?:build|chore|fix)\(deps|v?\d+\.\d+)|\bfrom v?\d[\w.]* to v?\d/i.test(
    subject,
  );
}

/** The names of code in a message: marked as code, called, or made of several words. Quotes and trailers are left out. */
export function namesIn(message: string): string[] {
  const names = new Set<string>();
  let fenced = false;
  for (const line of message.split("\n")) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (fenced || line.length > MAX_LINE || /^(?:>|\s{4,}|\t|[A-Z][\w-]*-by:|Co-authored)/.test(line)) continue;
    // "Change a to b" names what is gone on purpose.
    if (isAboutThePast(line) || /\b(?:chang|renam|replac|convert)(?:e|es|ed|ing)\b/i.test(line)) continue;
    // Addresses and paths are other things' names.
    const text = line
      .split(/\s/)
      .filter((token) => !/[@/\\]/.test(token))
      .join(" ");
    for (const match of text.matchAll(/(?<![\w./:@#-])([A-Za-z_]\w*)(?:\(\))?(?![\w/:@-]|\.\w)/g)) {
      const [, name = ""] = match;
      if (isCompound(name) && !name.startsWith("__") && !isBrand(name, match[0].endsWith("()"))) names.add(name);
    }
  }
  return [...names];
}

// `GitHub` and `OpenSSL` look like types; a capital at the start alone is not enough.
function isBrand(name: string, called: boolean): boolean {
  return !called && /^[A-Z]/.test(name) && identifierWords(name).length < 3;
}

function wordsOfChange(index: ChangeIndex): Set<string> {
  const words = new Set<string>();
  for (const { hunks, file } of index.change.diffs) {
    for (const word of file.path.match(/\w+/g) ?? []) words.add(word);
    for (const { lines } of hunks) {
      for (const { text } of lines) {
        if (text.length <= MAX_LINE) for (const word of text.match(/[A-Za-z_]\w*/g) ?? []) words.add(word);
      }
    }
  }
  return words;
}

/** The name of the change that shares most parts with this one, if it shares at least two thirds. */
function nearest(name: string, words: ReadonlySet<string>): string | undefined {
  const parts = new Set(identifierWords(name));
  // A plural of a name is the name.
  const plain = identifierWords(name).join("").replace(/s$/, "");
  let best: { word: string; share: number } | undefined;
  for (const word of words) {
    if (!isCompound(word)) continue;
    // In other letters, or as a part of a longer name, it is there.
    if (identifierWords(word).join("").includes(plain)) return undefined;
    const other = new Set(identifierWords(word));
    const shared = [...other].filter((part) => parts.has(part)).length;
    const share = shared / Math.max(parts.size, other.size);
    // A name that lacks a word of the other is nearer to it than one that has another word in its place.
    const least = shared < parts.size && shared < other.size ? 0.75 : 0.6;
    const isLike = shared >= 2 && share >= least && isReworded(identifierWords(name), identifierWords(word));
    if (isLike && share > (best?.share ?? 0)) best = { word, share };
  }
  return best?.word;
}

/**
 * Whether one name can be the other, renamed: the shared parts stand in the same order, and the message does not merely
 * say more than the name (`orderList` of an `orderListView`).
 */
function isReworded(name: readonly string[], word: readonly string[]): boolean {
  const [kept, other] = [name.filter((part) => word.includes(part)), word.filter((part) => name.includes(part))];
  return kept.join(" ") === other.join(" ") && !` ${name.join(" ")} `.includes(` ${word.join(" ")} `);
}

async function stands(index: ChangeIndex, name: string): Promise<boolean> {
  return (await index.head.findWord(name)).length > 0 || (await index.base.findWord(name)).length > 0;
}

/** Where the change brings a word that was not there before. A word that was is like the name by chance. */
async function findNew(index: ChangeIndex, word: string): Promise<CheckPlace | undefined> {
  if ((await index.base.findWord(word)).length > 0) return undefined;
  for (const { file, hunks } of index.change.diffs) {
    for (const { lines } of hunks) {
      const line = lines.find(({ kind, text }) => kind === "added" && text.length <= MAX_LINE && text.includes(word));
      if (line?.new !== undefined) return leftoverPlace({ path: file.path, line: line.new, text: line.text });
    }
  }
  return undefined;
}

function report({ id, subject }: CommitMessage, strangers: readonly Stranger[]): CheckHit[] {
  const [first, ...rest] = strangers;
  if (first === undefined) return [];
  const names = strangers.map(({ name }) => `\`${name}\``).join(", ");
  const pairs = strangers.map(({ name, near }) => `\`${name}\` (the change has \`${near}\`)`).join(", ");
  return [
    {
      check: check.id,
      severity: check.severity,
      class: "regression",
      title: `The message of ${id.slice(0, 9)} names ${names}, which ${rest.length === 0 ? "does" : "do"} not exist`,
      explanation: `The message of "${subject}" speaks of names that stand neither in the change nor in the files before or after it: ${pairs}.`,
      fix: "Reword the message, so that those who search the history find the real name.",
      places: [first.place, ...rest.map(({ place }) => place)],
      weight: 0.45,
    },
  ];
}
