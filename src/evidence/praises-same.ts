import type { Finding } from "#model/finding.ts";

/** Words for code that works, not only for code that is well arranged. */
const WORKS =
  /\b(?:correct(?:ly)?|right|robust(?:ly)?|safe(?:ly|r)?|handles?|prevents?|avoids?|guards?|protects?|ensures?|properly|sound|consistent(?:ly)?)\b/i;
/** A finding about wording or tests does not claim that the code is wrong. */
const NO_DEFECT = /\b(?:comments?|docs?|docstring|documentation|typo|stale|tests?|coverage|untested|naming|rename)\b/i;

/**
 * True if a strength praises what a finding reports: it claims that it works, names a symbol of the finding's title and
 * shares words of the title beyond that; one where it names the file too, else two.
 */
export function praisesSame(praise: string, { title, locations }: Finding): boolean {
  if (NO_DEFECT.test(title) || !WORKS.test(praise)) return false;
  const praisedSymbols = symbolsIn(praise);
  const symbols = [...symbolsIn(title)].filter((symbol) => praisedSymbols.has(symbol));
  if (symbols.length === 0) return false;
  const namesFile = locations.some(({ path }) => praise.includes(path.slice(path.lastIndexOf("/") + 1)));
  const said = wordsOf(praise);
  const named = [...symbols, ...locations.map(({ path }) => path)].map((name) => name.toLowerCase());
  const shared = [...wordsOf(title)].filter((word) => said.has(word) && !named.some((name) => name.includes(word)));
  return shared.length >= (namesFile ? 1 : 2);
}

/** Names in code spans that no other code is likely to have: with an inner capital or underscore, or called. */
function symbolsIn(text: string): Set<string> {
  const symbols = new Set<string>();
  for (const [, span = ""] of text.matchAll(/`([^`\n]{3,120})`/g)) {
    for (const [, name = "", call] of span.matchAll(/([A-Za-z_$][\w$]{3,})(\(?)/g)) {
      if (call === "(" || /[a-z][A-Z]|_/.test(name) || /^[A-Z][a-z]{3,}$/.test(name)) symbols.add(name);
    }
  }
  return symbols;
}

const COMMON = new Set(
  "after also been before could does doing done each even every from have into just more must never only over same should some such than that their them then there these they this those under until used uses using very were what when where which while will with without would your".split(
    " ",
  ),
);

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z][a-z_]{3,}/g) ?? []).filter((word) => !COMMON.has(word)));
}
