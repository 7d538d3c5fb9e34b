/** A test file with its text. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** The test files that import or name a source file: by its path without ending, or by the name of its module. */
export function findRelated(source: string, tests: readonly TestFile[]): string[] {
  const names = namesOf(source);
  return tests
    .filter(({ path, text }) => names.some((name) => mentions(text, name)) || isTestOf(path, source))
    .map(({ path }) => path);
}

/** `tests/test_queue.py` of `src/lib/queue.py`, `queue.test.ts` of `queue.ts`. */
function isTestOf(test: string, source: string): boolean {
  const stem = stemOf(source);
  const plain = stemOf(test).replace(/^test_|_test$|[._-](?:test|spec)$/g, "");
  return plain === stem;
}

const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[cm]?[jt]sx?$|\.\w+$/, "");

function namesOf(source: string): string[] {
  const plain = source.replace(/\.[^./]+$/, "");
  const stem = stemOf(source);
  const folder = plain.slice(0, plain.lastIndexOf("/"));
  // The package itself is meant where its entry is.
  if (stem === "index" || stem === "__init__") return folder === "" ? [] : [folder.slice(folder.lastIndexOf("/") + 1)];
  return source.endsWith(".py") ? [`import ${stem}`, `.${stem}`, `from ${stem}`] : [`/${stem}`];
}

/** At the end of a word, so that `/queue` is not found in `/queues`. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const next = text[at + name.length] ?? " ";
    if (!/[\w$-]/.test(next)) return true;
  }
  return false;
}
