/** Which files count as sources of a repository, and not as its tests, documents or tools. */

export type Language = "javascript" | "python" | "go";

/** For each language, what git is asked for. */
export const LANGUAGES: Readonly<Record<Language, readonly string[]>> = {
  javascript: ["*.js", "*.mjs", "*.cjs", "*.ts", "*.mts", "*.cts"],
  python: ["*.py"],
  go: ["*.go"],
};

const FOLDERS =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|specs?|e2e|fixtures?|testdata|bench(?:mark|marks|es)?|perf|docs?|documentation|website|site|examples?|_?examples|playground|demo|scripts?|tools?|tasks|ci|\.github|dist|build|lib-cov|vendor|node_modules|internal\/(?:test\w*|tag)|cmd)\//i;

const FILES =
  /(?:_test\.go|\.(?:test|spec|bench|tst|test-d)\.[cm]?[jt]s|\.d\.[cm]?ts|\.config\.[cm]?[jt]s|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|setup|noxfile|tasks|fabfile|conf|_version|version)\.py|(?:^|\/)\.[^/]*|(?:^|\/)(?:karma\.conf|gruntfile|gulpfile|test)\.[cm]?[jt]s)$/i;

export function isSource(path: string, language: Language): boolean {
  const wanted = LANGUAGES[language].some((pattern) => path.endsWith(pattern.slice(1)));
  return wanted && !FOLDERS.test(path) && !FILES.test(path);
}
