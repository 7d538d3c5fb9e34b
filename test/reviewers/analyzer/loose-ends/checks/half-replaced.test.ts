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

test("one bump is one finding, however its version is written", async () => {
  const example = `deploy/a.yml
-orders: v1.7.1
-image: example.org/orders:1.7.1
-source: https://example.org/orders/1.7.1/orders.tar
+orders: v1.8.0
+image: example.org/orders:1.8.0
+source: https://example.org/orders/1.8.0/orders.tar
deploy/b.yml
 orders: v1.7.1
docs/setup.md
 docker run example.org/orders:1.7.1
 
 Or get https://example.org/orders/1.7.1/orders.tar`;
  expect(await found(example)).toEqual([["deploy/b.yml:1", "docs/setup.md:1", "docs/setup.md:3"]]);
});

test("an address that moved is found where it was left", async () => {
  const example = `package.json
-  "url": "https://example.org/old/orders.git"
+  "url": "https://example.org/new/orders.git"
README.md
 git clone https://example.org/old/orders.git`;
  expect(await found(example)).toEqual([["README.md:1"]]);
});

test("the version behind a pinned action is not that of another action", async () => {
  const uses = (action: string, version: string) => `      - uses: example/${action}@${COMMIT("c")} # ${version}`;
  const example = `.github/workflows/deploy.yml
-${uses("download-artifact", "v7.0.0")}
+${uses("download-artifact", "v8.0.0")}
.github/workflows/a.yml
 ${uses("upload-artifact", "v7.0.0")}`;
  expect(await found(example)).toEqual([]);
  expect(await found(example.replace("upload", "download"))).toEqual([[".github/workflows/a.yml:1"]]);
});

test("all addresses that one file got anew are one finding", async () => {
  const example = `docs/ja.md
-See http://old.example.org/orders for orders.
-See http://old.example.org/stock for stock.
+See http://new.example.org/orders for orders.
+See http://new.example.org/stock for stock.
docs/ko.md
 http://old.example.org/orders
 one
 two
 three
 four
 http://old.example.org/stock`;
  expect(await found(example)).toEqual([["docs/ko.md:1", "docs/ko.md:6"]]);
  const [hit] = await runCheck(halfReplaced, example);
  expect(hit?.explanation).toContain("Also left: `http://old.example.org/stock` (now `http://new.example.org/stock`).");
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

const COMMIT = (letter: string): string => letter.repeat(40);
const PINNED = `.github/workflows/a.yml
-      - uses: example/scan/init@${COMMIT("a")}
+      - uses: example/scan/init@${COMMIT("b")}
`;

test.each([
  ["the same action in another workflow", ".github/workflows/b.yml", `uses: example/scan/init@${COMMIT("a")}`, 1],
  ["another action in another workflow", ".github/workflows/b.yml", `uses: example/scan/upload@${COMMIT("a")}`, 0],
  ["something without a subject in another file", "deploy/b.yml", `digest: ${COMMIT("a")}`, 0],
])("a digest that was replaced and is left for %s", async (_, path, line, hits) => {
  expect(await found(`${PINNED}${path}\n ${line}`)).toHaveLength(hits);
});

test("another action of the same workflow has the same digest on purpose", async () => {
  const rest = `       - uses: example/scan/upload@${COMMIT("a")}`;
  expect(await found(PINNED + rest)).toEqual([[".github/workflows/a.yml:2"]]);
});

test("an image keeps its digest under another tag", async () => {
  const image = (tag: string, letter: string): string => `FROM example.org/orders:${tag}@sha256:${DIGEST(letter)}`;
  const change = `Dockerfile\n-${image("1.2", "a")}\n+${image("1.2", "b")}\n`;
  expect(await found(`${change}dev/Dockerfile\n ${image("dev", "a")}`)).toEqual([["dev/Dockerfile:1"]]);
  expect(await found(`${change}dev/Dockerfile\n FROM example.org/goods@sha256:${DIGEST("a")}`)).toEqual([]);
});

test("a line that names its own thing beside its file has a file of its own", async () => {
  const run = (name: string): string => `pytest --junitxml=${name}.junit.xml -m "requires_${name}"`;
  const example = `ci/run.yml\n-pytest --junitxml=orders.junit.xml all\n+pytest --junitxml=goods.junit.xml all\nci/more.yml\n `;
  expect(await found(`${example}${run("orders")}`)).toEqual([]);
  expect(await found(`${example}pytest --junitxml=orders.junit.xml -m "slow"`)).toHaveLength(1);
  const renamed = `ci/run.yml\n-${run("orders").replace("requires_orders", "goods")}\n+${run("goods").replace("requires_goods", "goods")}\n`;
  expect(await found(`${renamed}ci/more.yml\n pytest --junitxml=orders.junit.xml all`)).toEqual([]);
});

test("a file name is important only if the file was there and is gone", async () => {
  const change = `ci/run.yml\n-upload report.xml\n+upload summary.xml\nci/more.yml\n upload report.xml\n`;
  const severity = async (example: string) => (await runCheck(halfReplaced, example)).map((hit) => hit.severity);
  expect(await severity(change)).toEqual(["suggestion"]);
  expect(await severity(`${change}out/report.xml\n-<report/>`)).toEqual(["important"]);
});

const NOTE = "// NOTE: This file should not be edited";
const ADDRESS = (page: string): string => `// see https://example.org/docs/${page} for more information.`;

test("a file that a program writes is followed by nobody and follows nobody", async () => {
  const swap = (path: string, note: string): string =>
    `${path}\n${note}\n-${ADDRESS("old/config")}\n+${ADDRESS("new/config")}\n`;
  const left = (path: string, note: string): string => `${path}\n${note}\n ${ADDRESS("old/config")}\n`;
  expect(await found(swap("web/env.d.ts", ` ${NOTE}`) + left("src/a.ts", " "))).toEqual([]);
  expect(await found(swap("src/a.ts", " ") + left("web/env.d.ts", ` ${NOTE}`))).toEqual([]);
  expect(await found(`${swap("src/a.ts", " ")}${left("web/env.d.ts", ` ${NOTE}`)}+export const x = 1;`)).toEqual([]);
});

test.each([NOTE, "// @generated"])("a change does not hide a file by calling it generated: %s", async (note) => {
  const swap = `src/a.ts\n+${note}\n-${ADDRESS("old/config")}\n+${ADDRESS("new/config")}\n`;
  expect(await found(`${swap}src/b.ts\n+${note}\n ${ADDRESS("old/config")}`)).toEqual([["src/b.ts:2"]]);
});

test("the explanation claims no more than is known", async () => {
  const [hit] = await runCheck(halfReplaced, `${PINNED}docs/a.md\n uses: example/scan/init@${COMMIT("a")}`);
  expect(hit?.explanation).toBe(
    `The change replaces the digest \`${COMMIT("a")}\` by \`${COMMIT("b")}\` in \`.github/workflows/a.yml\`. Lines elsewhere still have the old one.`,
  );
});

test.each([
  ["something else has the same version", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nb.yml\n goods: 1.2.3"],
  ["the version is a limit", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nREADME.md\n Needs at least orders 1.2.3."],
  ["manifests pin for themselves", "go.mod\n-  a/orders v1.2.3\n+  a/orders v1.2.4\nx/go.mod\n   a/orders v1.2.3"],
  ["only the v is gone", "a.yml\n-orders: v1.2.3\n+orders: 1.2.3\nb.yml\n orders: v1.2.3"],
  ["the change adds the value elsewhere", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\nb.yml\n+orders: 1.2.3"],
  ["the line changed otherwise", "a.yml\n-orders: 1.2.3\n+goods: 1.2.4\nb.yml\n orders: 1.2.3"],
  ["a test has it as a sample", "a.yml\n-orders: 1.2.3\n+orders: 1.2.4\ntest/a.test.ts\n const orders = '1.2.3';"],
  ["it went back to an older version", "a.yml\n-orders: 1.2.3\n+orders: 1.1.0\nb.yml\n orders: 1.2.3"],
  [
    "the file has a version for each case",
    "a.yml\n-  orders: 1.2.3\n+  orders: 1.3.0\n   orders: 1.1.0\n   orders: 1.0.0\nb.yml\n orders: 1.2.3",
  ],
  [
    "an example goes back to http",
    "a.md\n-get https://example.org/x\n+get http://example.org/x\nb.md\n get https://example.org/x",
  ],
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
