/**
 * Tells whether a file has one of these tests by name: `limit_test.go`, `test_limit.py`, `LimitTest.java`. The names are
 * parsed once, because a change may have thousands of both.
 */
export function createTestPairs(tests: readonly string[]): (path: string) => boolean {
  const own = new Set(tests);
  const tested = new Set(tests.map(plainStem));
  return (path) => {
    const name = plainStem(path);
    if (own.has(path) || tested.has(name)) return true;
    // A package's entry file is tested under the name of its folder.
    return ENTRY.has(name) && tested.has(plainStem(path.slice(0, path.lastIndexOf("/"))));
  };
}

const ENTRY = new Set(["index", "mod", "lib", "init", "main"]);

/** The lower-case file name without extension, separators and the word test. */
function plainStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [first = name] = name.replace(/^\.+/, "").split(".");
  return first
    .replace(/([a-z\d])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/^(?:test|spec)[_-]|[_-](?:tests?|specs?|it)$/g, "")
    .replace(/[_-]+/g, "");
}
