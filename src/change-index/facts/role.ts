import type { FileRole } from "#model/change/change-index.ts";
import type { Dialect } from "#util/text/lexer/dialect.ts";
import { isGenerated } from "#util/text/generated.ts";

// Folders of test data.
const SAMPLE_FOLDERS = new Set(
  "testdata fixtures fixture __fixtures__ __snapshots__ snapshots goldens golden cassettes".split(" "),
);
// Generated or vendored.
const FOREIGN_FOLDERS = new Set(
  (
    "vendor _vendor vendored node_modules bower_components third_party third-party thirdparty 3rdparty googletest gtest gmock pods dist " +
    "__generated__ generated .yarn .git"
  ).split(" "),
);
const TEST_FOLDERS = new Set("test tests __tests__ spec specs e2e bats testing unittests __mocks__ mocks".split(" "));
// `Orders.Tests`, `orders.unittests`: a test project next to the project it tests, as in C#.
const TEST_PROJECTS = /\.(?:unit|integration|functional)?tests?$/;

const DATA_NAMES =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|packages\.lock\.json|package\.resolved|gradle\.lockfile|.+\.lock|.+\.min\.(?:js|css|mjs)|.+\.(?:pb|generated|gen|designer|g)\.[a-z]+|.+_pb2(?:_grpc)?\.pyi?|.+\.pb\.gw\.go|zz_generated.*|.+_generated\.[a-z]+|.+\.snap)$/;
// Files that describe the past on purpose.
const HISTORY_NAMES = /^(?:changelog|changes|history|news|releases|release[-_]?notes)(?:[-_.].*)?$/;
const HISTORY_FOLDERS = new Set([
  "changelogs",
  "changelog.d",
  "changes",
  "release-notes",
  "releasenotes",
  "newsfragments",
]);
const TEST_NAMES =
  /(?:^|\/)(?:[^/]*(?:[._-](?:test|tests|spec|cy|e2e|unittest|bench)\.[^/.]+|_test\.[^/.]+|_spec\.[^/.]+)|test_[^/]*\.py|test-[^/]*\.[a-z]+|tests?\.(?:rs|py|go|js|ts|sh)|conftest\.py|[^/]*\.bats)$/;
// `OrderTest.java`, `OrderTests.cs`, `OrderIT.java`, `OrderSpec.scala`
const TEST_CLASSES =
  /(?:^|\/)(?:[^/]*[a-z\d](?:Tests?|TestCase|IT|Spec)|Test[A-Z][^/]*)\.(?:java|kt|scala|groovy|cs|php|swift)$/;

/**
 * The role of a file, judging by its path. A file under review is read even if its name suggests samples, generated or
 * vendored code, because a change could choose such a name.
 */
export function roleByPath(path: string, dialect: Dialect, isReviewed = false): FileRole {
  const lower = path.toLowerCase();
  const folders = lower.split("/");
  const name = folders.pop() ?? "";
  const inSamples = folders.some((folder) => SAMPLE_FOLDERS.has(folder));
  if (!isReviewed && (inSamples || folders.some((folder) => FOREIGN_FOLDERS.has(folder)) || DATA_NAMES.test(name)))
    return "data";
  if (dialect.use === "data") return "data";
  if (dialect.use === "doc" || isProsePage(folders, dialect)) {
    return HISTORY_NAMES.test(name) || folders.some((folder) => HISTORY_FOLDERS.has(folder)) ? "data" : "doc";
  }
  const inTests = inSamples || folders.some((folder) => TEST_FOLDERS.has(folder) || TEST_PROJECTS.test(folder));
  // JSON next to tests is their input.
  if (inTests && dialect.language === "json") return "data";
  if (dialect.use === "config") return inTests && !folders.includes("spec") ? "test" : "config";
  if (inTests || TEST_NAMES.test(lower) || TEST_CLASSES.test(path)) return "test";
  return dialect.use;
}

/** HTML pages below a folder of documents. */
function isProsePage(folders: readonly string[], { language }: Dialect): boolean {
  return language === "html" && folders.some((folder) => folder === "docs" || folder === "doc");
}

const MAX_LENGTH = 1_000_000;

/** Whether the content is not source for people: too long, generated or minified. */
export function isDataByContent(text: string, dialect: Dialect): boolean {
  if (text.length > MAX_LENGTH) return true;
  if (dialect.use === "doc") return false;
  return isGenerated(text) || isMinified(text);
}

function isMinified(text: string): boolean {
  if (text.length < 5000) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return text.length / lines > 400;
}
