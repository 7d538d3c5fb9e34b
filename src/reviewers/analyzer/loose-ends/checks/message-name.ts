import type { Check, CheckHit, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { CommitMessage } from "#model/change/change.ts";
import { leftoverPlace } from "../leftovers.ts";
import { type CheckRunner, hitAt } from "../../check-runner.ts";
import { MAX_LINE } from "../text/diff-lines.ts";
import { isAboutPast } from "../text/history.ts";
import { isCompound, identifierWords } from "../text/identifiers.ts";

const check: Check = {
  id: "loose-ends/message-name",
  title: "A commit message names something that does not exist",
  about:
    "A commit message mentions a name that is neither in the change nor in the files before or after it, while the change adds a similar name. Usually it was renamed before the commit was finished.",
  severity: "suggestion",
  changeOnly: "it reads the commit messages of the change",
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

/** Names in commit messages that do not exist. */
export const messageName: CheckRunner = { check, find };

async function find(index: ChangeIndex, signal: AbortSignal): Promise<CheckHit[]> {
  const messages = index.change.messages.filter(({ subject }) => !isRoutine(subject));
  if (messages.length === 0) return [];
  const words = wordsOfChange(index);
  const hits: CheckHit[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    const unknownNames: UnknownName[] = [];
    for (const name of namesIn(`${message.subject}\n${message.body}`)) {
      signal.throwIfAborted();
      if (seen.has(name) || words.has(name)) continue;
      seen.add(name);
      const near = nearest(name, words);
      const place = near === undefined || (await exists(index, name)) ? undefined : await findNew(index, near);
      if (near !== undefined && place !== undefined) unknownNames.push({ name, near, place });
    }
    hits.push(...report(message, unknownNames));
  }
  return hits;
}

/** A name that does not exist, the most similar one of the change, and its place. */
interface UnknownName {
  readonly name: string;
  readonly near: string;
  readonly place: CheckPlace;
}

// Generated messages, or quotes of other projects.
function isRoutine(subject: string): boolean {
  return /^(?:merge|revert|bump|release|prepare|update dependenc|(?:build|chore|fix)\(deps|v?\d+\.\d+)|\bfrom v?\d[\w.]* to v?\d/i.test(
    subject,
  );
}

/** The code names in a message: marked as code, called, or made of several words. Without quotes and trailers. */
export function namesIn(message: string): string[] {
  const names = new Set<string>();
  let fenced = false;
  for (const line of message.split("\n")) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (fenced || line.length > MAX_LINE || /^(?:>|\s{4,}|\t|[A-Z][\w-]*-by:|Co-authored)/.test(line)) continue;
    // "Change a to b" names what is gone on purpose.
    if (isAboutPast(line) || /\b(?:chang|renam|replac|convert)(?:e|es|ed|ing)\b/i.test(line)) continue;
    // Addresses and paths are not names of code.
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

// `GitHub` and `OpenSSL` look like types, so an initial capital alone is not enough.
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

/** The name of the change that shares most parts with this one, at least two thirds. */
function nearest(name: string, words: ReadonlySet<string>): string | undefined {
  const parts = new Set(identifierWords(name));
  // A plural of a name means the name.
  const plain = identifierWords(name).join("").replace(/s$/, "");
  let best: { word: string; share: number } | undefined;
  for (const word of words) {
    if (!isCompound(word)) continue;
    // It exists in another spelling or as part of a longer name.
    if (identifierWords(word).join("").includes(plain)) return undefined;
    const other = new Set(identifierWords(word));
    const shared = [...other].filter((part) => parts.has(part)).length;
    const share = shared / Math.max(parts.size, other.size);
    // A missing word is a smaller difference than another word in its place.
    const least = shared < parts.size && shared < other.size ? 0.75 : 0.6;
    const isLike = shared >= 2 && share >= least && isReworded(identifierWords(name), identifierWords(word));
    if (isLike && share > (best?.share ?? 0)) best = { word, share };
  }
  return best?.word;
}

/**
 * Whether one name may be the other one renamed: the shared parts have the same order, and the message does not just use
 * a longer form of the name (`orderList` of an `orderListView`).
 */
function isReworded(name: readonly string[], word: readonly string[]): boolean {
  const [kept, other] = [name.filter((part) => word.includes(part)), word.filter((part) => name.includes(part))];
  return kept.join(" ") === other.join(" ") && !` ${name.join(" ")} `.includes(` ${word.join(" ")} `);
}

async function exists(index: ChangeIndex, name: string): Promise<boolean> {
  return (await index.head.findWord(name)).length > 0 || (await index.base.findWord(name)).length > 0;
}

/** Where the change adds a word that did not exist before. An older word is similar by chance. */
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

function report({ id, subject }: CommitMessage, unknownNames: readonly UnknownName[]): CheckHit[] {
  const names = unknownNames.map(({ name }) => `\`${name}\``).join(", ");
  const pairs = unknownNames.map(({ name, near }) => `\`${name}\` (the change has \`${near}\`)`).join(", ");
  return hitAt(check, {
    title: `The message of ${id.slice(0, 9)} names ${names}, which ${unknownNames.length === 1 ? "does" : "do"} not exist`,
    explanation: `The message of "${subject}" mentions names that are neither in the change nor in the files before or after it: ${pairs}.`,
    fix: "Reword the message, so that a search of the history finds the real name.",
    places: unknownNames.map(({ place }) => place),
    weight: 0.45,
  });
}
