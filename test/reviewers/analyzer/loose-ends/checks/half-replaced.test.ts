import { expect, test } from "vitest";
import { halfReplaced } from "#reviewers/analyzer/loose-ends/checks/half-replaced.ts";
import { placesFound, runCheck } from "../run-check.ts";

const found = (example: string): Promise<string[][]> => placesFound(halfReplaced, example);
const DIGEST = (letter: string): string => letter.repeat(64);

test("a version and its digest that stand together elsewhere are one finding", async () => {
  const example = `.github/workflows/a.yml
-orders-version: v1.7.1
-orders-sha: ${DIGEST("a")}
+orders-version: v1.8.0
+orders-sha: ${DIGEST("b")}
.github/workflows/b.yml
 orders-version: v1.7.1
 orders-sha: ${DIGEST("a")}`;
  expect(await found(example)).toEqual([[".github/workflows/b.yml:1", ".github/workflows/b.yml:2"]]);
});

test("an address that moved is found where it was left", async () => {
  const example = `package.json
-  "url": "https://example.org/old/orders.git"
+  "url": "https://example.org/new/orders.git"
README.md
 git clone https://example.org/old/orders.git`;
  expect(await found(example)).toEqual([["README.md:1"]]);
});

test("a file name that the program no longer uses is found in documents", async () => {
  const example = `src/load.ts
-const settings = read("orders.json");
+const settings = read("orders.yaml");
README.md
 The settings are in orders.json.`;
  const [hit] = await runCheck(halfReplaced, example);
  expect(hit?.title).toBe("`orders.json` became `orders.yaml` in src/load.ts, but README.md still says `orders.json`");
});

test.each([
  ["something else has the same version", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nb.yml\n goods: 1.2.3"],
  ["the version is a limit", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nREADME.md\n Needs at least orders 1.2.3."],
  ["manifests pin for themselves", "go.mod\n-  a/orders v1.2.3\n+  a/orders v1.2.4\nx/go.mod\n   a/orders v1.2.3"],
  ["only the v is gone", "a.yml\n-orders: v1.2.3\n+orders: 1.2.3\nb.yml\n orders: v1.2.3"],
  ["the change adds the value elsewhere", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nb.yml\n+orders: 1.2.3"],
  ["the line changed otherwise", "a.yml\n-orders: 1.2.3\n+goods: 1.2.4\nb.yml\n orders: 1.2.3"],
  ["a test has it as a sample", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\ntest/a.test.ts\n const orders = '1.2.3';"],
  ["a mode changed", "a.sh\n-chmod 0755 orders\n+chmod 0750 orders\nb.sh\n chmod 0755 orders"],
  [
    "it is another thing's address",
    "a.yml\n-repo: https://example.org/x/orders\n+repo: https://example.org/y/goods\nREADME.md\n https://example.org/x/orders",
  ],
  [
    "the file is still there",
    'orders.json\n {}\na.ts\n-read("orders.json");\n+read("goods.json");\nREADME.md\n read orders.json',
  ],
])("nothing is said when %s", async (_, example) => {
  expect(await found(example)).toEqual([]);
});
