import type { FileFacts, Language, Mention, SideIndex } from "#model/change/change-index.ts";

/** Whether tests name a word. Answers are cached. */
export interface TestMentions {
  isNamed(word: string): Promise<boolean>;
  /** Whether tests of this language name the word, and few definitions share it. */
  isMeant(word: string, language: Language): Promise<boolean>;
  /** The mentions in production code. */
  inProduction(word: string): Promise<readonly Mention[]>;
}

/** Looks words up in the tests of one side. Comments do not count, because they also name what a test does not do. */
export function testMentions(side: SideIndex): TestMentions {
  const known = new Map<string, Promise<Answer>>();
  const look = (word: string) => {
    const answer = known.get(word) ?? lookUp(side, word);
    known.set(word, answer);
    return answer;
  };
  return {
    isNamed: async (word) => (await look(word)).tests.size > 0,
    isMeant: async (word, language) =>
      (await look(word)).tests.has(familyOf(language)) && (await side.findDefinitions(word)).length <= FEW_OWNERS,
    inProduction: async (word) => (await look(word)).production,
  };
}

interface Answer {
  /** The languages of the tests that name the word. */
  readonly tests: ReadonlySet<Language>;
  readonly production: readonly Mention[];
}

/** A name with more definitions (`execute`, `download`) is ambiguous. */
const FEW_OWNERS = 3;

/** Groups languages whose code calls each other by name. */
function familyOf(language: Language): Language {
  if (language === "javascript") return "typescript";
  return language === "cpp" ? "c" : language;
}

/** The first line of the tests inside a source file, as in Rust; infinite without any. */
export async function firstTestLine(side: SideIndex, path: string, facts: FileFacts): Promise<number> {
  if (facts.language !== "rust" || !facts.words.has("cfg")) return Infinity;
  const lines = (await side.tree.read(path))?.split("\n") ?? [];
  const at = lines.findIndex(
    (line, index) => INLINE_TESTS.test(line) && /^\s*(?:pub )?mod /.test(lines[index + 1] ?? ""),
  );
  return at === -1 ? Infinity : at + 1;
}

const INLINE_TESTS = /^\s*#\[cfg\((?:all\()?test\b/;

async function lookUp(side: SideIndex, word: string): Promise<Answer> {
  const production: Mention[] = [];
  const tests = new Set<Language>();
  const borders = new Map<string, number>();
  for (const mention of await side.findWord(word)) {
    const facts = await side.facts(mention.path);
    if (facts === undefined) continue;
    const family = familyOf(facts.language);
    if (facts.role === "test" && mention.where !== "comment") tests.add(family);
    if (isDocTest(facts, mention)) tests.add(family);
    if (facts.role !== "source" || mention.where !== "code") continue;
    const border = borders.get(mention.path) ?? (await firstTestLine(side, mention.path, facts));
    borders.set(mention.path, border);
    if (mention.line >= border) tests.add(family);
    else production.push(mention);
  }
  return { tests, production };
}

/** Examples in comments of Rust and Python run as tests. */
function isDocTest({ language }: FileFacts, { where, text }: Mention): boolean {
  if (where !== "comment") return false;
  if (language === "rust") return /^\s*\/\/[/!].*\w\(/.test(text);
  return language === "python" && /^\s*>>> /.test(text);
}
