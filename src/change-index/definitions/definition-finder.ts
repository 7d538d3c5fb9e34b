import { createRequire } from "node:module";
import type * as TreeSitter from "web-tree-sitter";
import type { Definition } from "#model/change/change-index.ts";
import type { Dialect } from "#util/text/lexer/dialect.ts";
import { arrangeDefinitions, type RawMatch } from "./arrange-definitions.ts";
import { QUERIES } from "./queries.ts";
import { lookUp } from "#util/look-up.ts";
import { loadTreeSitter } from "#util/text/tree-sitter.ts";

/** Finds the definitions of a file. `prepare` loads the grammar, after which `find` is synchronous. Neither throws. */
export interface DefinitionFinder {
  prepare(dialect: Dialect): Promise<void>;
  /** Undefined if it failed or took too long, so that the result is not cached. Changed files get more time. */
  find(text: string, dialect: Dialect, isChanged?: boolean): readonly Definition[] | undefined;
}

interface Grammar {
  readonly parser: TreeSitter.Parser;
  readonly query: TreeSitter.Query;
}

// A file that takes longer was not written by a person. After some of them, parsing is no longer worth the time.
const MAX_PARSE_MS = 1500;
const MAX_LATE = 5;
// For changed files, even on a busy machine: a timeout there leaves the review incomplete.
const MAX_CHANGED_MS = 4000;
const MAX_PATIENCE = 2;

/** A finder based on tree-sitter. It loads a grammar when a file of its language first appears. */
export function createDefinitionFinder(): DefinitionFinder {
  const loading = new Map<string, Promise<void>>();
  const grammars = new Map<string, Grammar>();
  const late = { changed: 0, others: 0 };
  return {
    prepare({ grammar }) {
      if (grammar === undefined) return Promise.resolve();
      const known = loading.get(grammar);
      if (known !== undefined) return known;
      const started = loadGrammar(grammar).then(
        (loaded) => void (loaded === undefined ? undefined : grammars.set(grammar, loaded)),
        // A file without definitions is better than no review.
        () => undefined,
      );
      loading.set(grammar, started);
      return started;
    },
    find(text, { grammar, language }, isChanged = false) {
      if (grammar === undefined) return [];
      const loaded = grammars.get(grammar);
      const kind = isChanged ? "changed" : "others";
      if (loaded === undefined || late[kind] >= MAX_LATE) return undefined;
      const source = language === "bash" ? withTestsAsFunctions(text) : text;
      const isPatient = isChanged && late.changed < MAX_PATIENCE;
      const matches = runQuery(loaded, source, isPatient ? MAX_CHANGED_MS : MAX_PARSE_MS);
      if (matches !== undefined) return arrangeDefinitions({ text, language, matches });
      late[kind] += 1;
      return undefined;
    },
  };
}

async function loadGrammar(name: string): Promise<Grammar | undefined> {
  const query = lookUp(QUERIES, name);
  if (query === undefined) return undefined;
  const treeSitter = await loadTreeSitter();
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  const language = await treeSitter.Language.load(file);
  const parser = new treeSitter.Parser();
  parser.setLanguage(language);
  return { parser, query: new treeSitter.Query(language, query) };
}

/** The matches in one file; undefined if it takes too long. */
function runQuery({ parser, query }: Grammar, source: string, patience: number): RawMatch[] | undefined {
  const deadline = Date.now() + patience;
  const isLate = (): boolean => Date.now() > deadline;
  try {
    const tree = parser.parse(source, undefined, { progressCallback: isLate });
    if (tree === null) {
      parser.reset();
      return undefined;
    }
    try {
      const matches = query.matches(tree.rootNode, { progressCallback: isLate });
      return isLate() ? undefined : matches.map(toRawMatch);
    } finally {
      tree.delete();
    }
  } catch {
    return undefined;
  }
}

function toRawMatch({ patternIndex, captures }: TreeSitter.QueryMatch): RawMatch {
  return {
    pattern: patternIndex,
    captures: captures.map(({ name, node }) => {
      const { startIndex: start, endIndex: end, startPosition, endPosition } = node;
      // A node that ends with its line break ends on the line before.
      const endLine = endPosition.row + (endPosition.column === 0 && end > start ? 0 : 1);
      return { name, start, end, startLine: startPosition.row + 1, endLine };
    }),
  };
}

/** `@test "…" {` of BATS is not valid shell. A function of the same length is, and keeps all offsets. */
function withTestsAsFunctions(text: string): string {
  if (!text.includes("@test")) return text;
  return text.replace(/^@test [^\n]*\{[ \t\r]*$/gm, (line) => `t()${" ".repeat(line.length - 4)}{`);
}
