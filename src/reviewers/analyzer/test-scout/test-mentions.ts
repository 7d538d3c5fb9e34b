import type { FileFacts, Mention, SideIndex } from "#model/change/change-index.ts";

/** Answers whether tests name a word, and remembers the answers. */
export interface TestMentions {
  isNamed(word: string): Promise<boolean>;
  /** Places in production code where the word stands. */
  inProduction(word: string): Promise<readonly Mention[]>;
}

/** Looks words up in the tests of one side. Comments of tests do not count: they name what a test does not do, too. */
export function testMentions(side: SideIndex): TestMentions {
  const known = new Map<string, Promise<{ named: boolean; production: readonly Mention[] }>>();
  const look = (word: string) => {
    const answer = known.get(word) ?? lookUp(side, word);
    known.set(word, answer);
    return answer;
  };
  return {
    isNamed: async (word) => (await look(word)).named,
    inProduction: async (word) => (await look(word)).production,
  };
}

/** The line from which on a source file holds its own tests, as in Rust; infinite where it holds none. */
export async function firstTestLine(side: SideIndex, path: string, facts: FileFacts): Promise<number> {
  if (facts.language !== "rust" || !facts.words.has("cfg")) return Infinity;
  const lines = (await side.tree.read(path))?.split("\n") ?? [];
  const at = lines.findIndex(
    (line, index) => INLINE_TESTS.test(line) && /^\s*(?:pub )?mod /.test(lines[index + 1] ?? ""),
  );
  return at === -1 ? Infinity : at + 1;
}

const INLINE_TESTS = /^\s*#\[cfg\((?:all\()?test\b/;

async function lookUp(side: SideIndex, word: string): Promise<{ named: boolean; production: readonly Mention[] }> {
  const production: Mention[] = [];
  const borders = new Map<string, number>();
  for (const mention of await side.findWord(word)) {
    const facts = await side.facts(mention.path);
    if (facts === undefined) continue;
    if (facts.role === "test" && mention.where !== "comment") return { named: true, production };
    if (isDocTest(facts, mention)) return { named: true, production };
    if (facts.role !== "source" || mention.where !== "code") continue;
    const border = borders.get(mention.path) ?? (await firstTestLine(side, mention.path, facts));
    borders.set(mention.path, border);
    if (mention.line >= border) return { named: true, production };
    production.push(mention);
  }
  return { named: false, production };
}

/** Examples in Rust's and Python's comments are run as tests. */
function isDocTest({ language }: FileFacts, { where, text }: Mention): boolean {
  if (where !== "comment") return false;
  if (language === "rust") return /^\s*\/\/[/!].*\w\(/.test(text);
  return language === "python" && /^\s*>>> /.test(text);
}
