import { kindsOf } from "#likeness/kinds.ts";
import { conceptsOf } from "#likeness/text/concepts.ts";
import { tokensOf } from "#likeness/text/tokens.ts";

/**
 * The topic of a problem, the same for different words: the names in its title, the kind of trouble in its title, and
 * its category. The enclosing symbol is left out: some titles name it, some do not. Empty if the title is too vague.
 */
export function topicOf(text: string, symbols: readonly string[] = []): string {
  const title = text.slice(0, MAX_TITLE);
  const enclosing = new Set(symbols.map(lastPart));
  const names = namesIn(title).filter((name) => !enclosing.has(name));
  // The parts of a name are not about the trouble: `verifySignature` is about verifying whatever is wrong with it.
  const words = tokensOf(title.replaceAll(SPAN, " ").replaceAll(CODE_WORD, " "));
  const trouble = [...new Set(conceptsOf(words))];
  // Without a name the kind of trouble is too little: "Typo in comment" and "Incomplete comment" are two problems.
  const said = names.length > 0 && trouble.length > 0 ? trouble : [...new Set(words)];
  if (names.length + said.length === 0) return "";
  return [names, said, [...kindsOf(title)]].map((part) => part.toSorted().join(" ")).join("|");
}

const MAX_TITLE = 500;
const SPAN = /`([^`\n]{2,120})`/g;
const NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*/g;
/** A word that prose does not use: with an inner capital, an underscore, a dot or a call's brackets. */
const CODE_WORD = /\b[A-Za-z_$][\w$]*(?:[a-z][A-Z]|_[a-z]|\w\(\)|\w\.\w)[\w$.]*/g;

function namesIn(title: string): string[] {
  const names = new Set<string>();
  for (const [, span = ""] of title.matchAll(SPAN)) {
    for (const [name] of span.matchAll(NAME)) names.add(lastPart(name));
  }
  for (const [name] of title.replaceAll(SPAN, " ").matchAll(CODE_WORD)) names.add(lastPart(name));
  names.delete("");
  return [...names];
}

function lastPart(name: string): string {
  const parts = name.split(/[.:>#]+/).filter((part) => part !== "");
  return (parts.at(-1) ?? "").replace(/\(\)$/, "").toLowerCase();
}
