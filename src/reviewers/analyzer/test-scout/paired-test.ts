/** True when the name of a test file says that it tests this file: `limit_test.go`, `test_limit.py`, `LimitTest.java`. */
export function isTestOf(test: string, path: string): boolean {
  if (test === path) return true;
  const name = plainStem(path);
  const tested = plainStem(test);
  // A package's front file is tested under the name of its folder.
  if (FRONT.has(name)) return tested === name || tested === plainStem(path.slice(0, path.lastIndexOf("/")));
  return tested === name;
}

const FRONT = new Set(["index", "mod", "lib", "init", "main"]);

/** The file's name in small letters without extension, underscores and the word test. */
function plainStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [first = name] = name.replace(/^\.+/, "").split(".");
  return first
    .replace(/([a-z\d])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/^(?:test|spec)[_-]|[_-](?:tests?|specs?|it)$/g, "")
    .replace(/[_-]+/g, "");
}
