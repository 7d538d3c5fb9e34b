import { expect, test } from "vitest";
import { removedName } from "#reviewers/analyzer/loose-ends/checks/removed-name.ts";
import { placesFound, runCheck } from "../run-check.ts";

const RENAMED = `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
`;

const found = (example: string): Promise<string[][]> => placesFound(removedName, example);

test("comments, documents and strings count, each name once with all its places", async () => {
  const example = `${RENAMED}src/mail.ts
 // Obeys retryLimit.
 export const hint = "see retryLimit for more";
README.md
 Call \`retryLimit()\`.`;
  expect(await found(example)).toEqual([["README.md:1", "src/mail.ts:1", "src/mail.ts:2"]]);
});

test("the new name is offered", async () => {
  const [hit] = await runCheck(removedName, `${RENAMED}README.md\n Call \`retryLimit()\`.`);
  expect(hit?.explanation).toContain("`attemptLimit`");
  expect(hit?.title).toBe("`retryLimit` is gone, but README.md still names it");
});

test("names that left one file and are remembered by one file are one finding", async () => {
  const example = `src/send.ts
-export const retryLimit = 3;
-export const retryDelay = 4;
+export const attempts = 3;
README.md
 Set \`retryLimit\`.
 Set \`retryDelay\`.`;
  expect(await found(example)).toEqual([["README.md:1", "README.md:2"]]);
});

test.each([
  ["code of that name is left", "src/other.ts\n export const x = { retryLimit: 3 };\nREADME.md\n Set `retryLimit`."],
  [
    "something else is registered under it",
    'src/all.ts\n all({\n   "retryLimit": 3,\n });\nREADME.md\n Set `retryLimit`.',
  ],
  ["it was moved", "src/limits.ts\n+export function retryLimit() { return 3; }\nREADME.md\n Set `retryLimit`."],
  ["the change itself tells how to upgrade", "docs/upgrade.md\n+Before: `retryLimit()`. Now: `attemptLimit()`."],
  ["a changelog tells of it", "CHANGELOG.md\n Added `retryLimit`."],
  ["a note below its heading says so", "docs/api.rst\n .. data:: retryLimit\n \n .. deprecated:: 3.2"],
  ["the sentence is about the past", "README.md\n The limit was called\n `retryLimit` formerly."],
  ["only a path holds it", "README.md\n See https://example.org/retryLimit and lib/retryLimit.md."],
  ["the title of a test holds it", 'test/send.test.ts\n test("retryLimit is obeyed", () => {});'],
])("nothing is said when %s", async (_, rest) => {
  expect(await found(RENAMED + rest)).toEqual([]);
});

test("a word of everyday language is no name", async () => {
  const example = `src/send.ts\n-export function retry() {}\n+export function again() {}\nREADME.md\n Please retry.`;
  expect(await found(example)).toEqual([]);
});

test("a product is not taken for a symbol", async () => {
  const example = `notify/impl.go
 package notify
-type PagerDuty struct{}
+type Notifier struct{}
README.md
 Alerts go to PagerDuty, where people see them.`;
  expect(await found(example)).toEqual([]);
});

test("a script that still calls a removed shell function is important", async () => {
  const example = `lib/orders.sh
-take_order() { echo 1; }
+next_order() { echo 1; }
scripts/run.sh
 . lib/orders.sh
 take_order`;
  const [hit, ...others] = await runCheck(removedName, example);
  expect(others).toEqual([]);
  expect(hit?.severity).toBe("important");
  expect(hit?.places[0]?.location).toEqual({ path: "scripts/run.sh", start: 2, end: 2 });
});

test("a shell function that another script defines is not gone", async () => {
  const example = `lib/orders.sh
-take_order() { echo 1; }
+next_order() { echo 1; }
lib/other.sh
 take_order() { echo 2; }
scripts/run.sh
 take_order`;
  expect(await found(example)).toEqual([]);
});

test("a name that stands in more than fifteen places was not forgotten", async () => {
  const many = Array.from({ length: 16 }, (_, at) => ` ${at}: see \`retryLimit\`.`).join("\n");
  expect(await found(`${RENAMED}README.md\n${many}`)).toEqual([]);
});

test("code that was switched off claims nothing", async () => {
  expect(await found(`${RENAMED}src/mail.ts\n // return retryLimit() + 1;\n export const x = 1;`)).toEqual([]);
});

test("a name that a document imports from elsewhere is of another project", async () => {
  const example = `${RENAMED}README.md\n import { retryLimit } from "other";\n It calls \`retryLimit()\`.`;
  expect(await found(example)).toEqual([]);
});

test("a field of a file that went as a whole is not looked for, its type is", async () => {
  const example = `src/order.ts
-export interface OrderBookEntry {
-  retryLimit: number;
-}
README.md
 \`OrderBookEntry\` has a \`retryLimit\`.
docs/a.md
 Set the \`retryLimit\`.`;
  const [hit, ...others] = await runCheck(removedName, example);
  expect(others).toEqual([]);
  expect(hit?.title).toContain("`OrderBookEntry` is gone");
});

test("in the strings of tests only a name with its owner is a claim", async () => {
  const test = (text: string): string => `${RENAMED}test/send.test.py\n x = "${text}"`;
  expect(await found(test("for retryLimit: ok"))).toEqual([]);
  expect(await found(test("patch src.send.retryLimit"))).toHaveLength(1);
});
