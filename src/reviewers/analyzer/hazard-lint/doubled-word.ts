import type { CheckPlace } from "#model/change/analyzer.ts";
import { type AddedFile, type AddedLine, addedPlace, writtenFiles } from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Words written twice in added prose. */
export const doubledWord: CheckRunner = {
  check: {
    id: "hazard-lint/doubled-word",
    title: "Word written twice",
    about:
      "Looks for small words that occur twice in a row in added documents and comments, also across a line break. Only words that no correct sentence repeats count: \u201cthat that\u201d and \u201chad had\u201d are left out, and so is code.",
    severity: "suggestion",
    catches: "// Waits for the the queue to drain.",
    ignores: "// It is clear that that queue had had items.",
  },
  async find(index, signal) {
    const places: CheckPlace[] = [];
    const words = new Set<string>();
    for (const file of await writtenFiles(index, signal)) {
      for (const { line, word } of doublesOf(file)) {
        words.add(word);
        const at = line.text.toLowerCase().indexOf(`${word} ${word}`);
        places.push({ ...addedPlace(file, line, at), note: `\u201c${word} ${word}\u201d` });
      }
    }
    const quoted = [...words].map((word) => `\u201c${word} ${word}\u201d`).join(", ");
    return hitAt(doubledWord.check, {
      title: `Word written twice: ${quoted}`,
      explanation: `${places.length === 1 ? "One added line repeats" : `${places.length} added lines repeat`} a word.`,
      fix: "Remove one of the two.",
      places,
      weight: 0.6,
    });
  },
};

interface Double {
  readonly line: AddedLine;
  readonly word: string;
}

/** Words that correct sentences hardly ever repeat. "if it breaks for you you can" and "those who have have" are correct. */
const SMALL = new Set(
  (
    "the an of to in and for with from by at as be been are was were or not its our your their " +
    "if when then than which while because into onto about after before between would can could should must may might " +
    "each some such also but only just"
  ).split(" "),
);

function doublesOf(file: AddedFile): Double[] {
  const prose = file.facts.role === "doc" ? docLines(file) : commentLines(file);
  const found: Double[] = [];
  let last: { word: string; line: number } | undefined;
  for (const { line, text } of prose) {
    const words = wordsOf(text);
    const before = last?.line === line.line - 1 ? last.word : undefined;
    for (const [at, word] of words.entries()) {
      const previous = at === 0 ? before : words[at - 1];
      if (SMALL.has(word) && previous?.toLowerCase() === word) found.push({ line, word });
    }
    const end = words.at(-1);
    last = end === undefined ? undefined : { word: end, line: line.line };
  }
  return found;
}

/** The words in order. Anything but space between two words is also in the list, so that they are not adjacent. */
function wordsOf(text: string): string[] {
  return text
    .replace(/`[^`]*`/g, " \u0000 ")
    .split(/([^A-Za-z'\u2019-]+)/)
    .filter((part) => part !== "" && !/^\s+$/.test(part));
}

interface Prose {
  readonly line: AddedLine;
  readonly text: string;
}

/** Added lines of a document outside code blocks and tables. */
function docLines({ added }: AddedFile): Prose[] {
  const prose: Prose[] = [];
  let fenced = false;
  for (const line of added) {
    if (/^\s*(?:```|~~~)/.test(line.text)) fenced = !fenced;
    else if (!fenced && !/^(?: {4}|\t|\s*[|<$>])/.test(line.text)) prose.push({ line, text: line.text.trim() });
  }
  return prose;
}

/** The comment text on the added lines. */
function commentLines({ facts, added }: AddedFile): Prose[] {
  const lines = new Map(added.map((line) => [line.line, line]));
  const prose: Prose[] = [];
  for (const { start, end, text } of facts.comments) {
    const parts = text.split("\n");
    // If lines were joined, the line of each part is unknown.
    if (parts.length !== end - start + 1) continue;
    for (const [at, part] of parts.entries()) {
      const line = lines.get(start + at);
      if (line !== undefined) prose.push({ line, text: part.replace(/^[\s/*#!;-]+/, "").trim() });
    }
  }
  return prose;
}
