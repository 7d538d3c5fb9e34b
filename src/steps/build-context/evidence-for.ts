import { checkOf } from "#model/finding.ts";
import type { BundleInput } from "./bundle-input.ts";
import type { NumberedEvidence } from "./documents/write-evidence.ts";

/** The reader of the evidence: the whole input, and the files of one bundle. */
export interface EvidenceReader {
  readonly input: BundleInput;
  readonly paths: readonly string[];
}

/**
 * The evidence for one bundle: about its files, or about no changed file. A blind reviewer gets none that repeats the
 * messages.
 */
export function evidenceFor(items: readonly NumberedEvidence[], { input, paths }: EvidenceReader): NumberedEvidence[] {
  const own = new Set(paths);
  const elsewhere = new Set(input.change.diffs.filter(({ hunks }) => hunks.length > 0).map(({ file }) => file.path));
  const authorWords = input.settings?.blind === true ? wordsOfAuthor(input) : [];
  return items.filter((item) => {
    if (input.settings?.blind === true && repeatsAny(item, authorWords)) return false;
    const { locations } = item.finding;
    return locations.some(({ path }) => own.has(path)) || locations.every(({ path }) => !elsewhere.has(path));
  });
}

/** Checks whose subject is a commit message. */
const ABOUT_MESSAGES = new Set(["loose-ends/message-name"]);

function repeatsAny(item: NumberedEvidence, words: readonly string[]): boolean {
  const check = checkOf(item.finding);
  if (check !== undefined && ABOUT_MESSAGES.has(check)) return true;
  const { title, body } = item.finding;
  return words.some((text) => title.includes(text) || body.includes(text));
}

function wordsOfAuthor({ change, pullRequest }: BundleInput): string[] {
  const { scope, messages } = change;
  return [
    ...messages.map(({ subject }) => subject),
    ...[pullRequest?.title, scope.pullRequest?.title, scope.branch].filter((text) => text !== undefined),
    // Short ones occur in any text.
  ].filter((text) => text.length >= 8);
}
