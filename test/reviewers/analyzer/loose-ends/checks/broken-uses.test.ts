import { expect, test } from "vitest";
import { removedName } from "#reviewers/analyzer/loose-ends/checks/removed-name.ts";
import { removedPath } from "#reviewers/analyzer/loose-ends/checks/removed-path.ts";
import { placesFound, runCheck } from "../run-check.ts";

const SCRIPT = `src/send.ts
-export function retry(): number { return 3; }
+export function attempt(): number { return 3; }
`;

const PYTHON = `shop/__init__.py
 """A shop."""
shop/send.py
-def retry():
-    return 3
+def attempt():
+    return 3
`;

const GO = `go.mod
 module example.org/shop
send/send.go
 package send
 
-func Retry() int { return 3 }
+func Attempt() int { return 3 }
`;

const RUST = `src/send.rs
-pub fn retry() -> u8 { 3 }
+pub fn attempt() -> u8 { 3 }
`;

test.each([
  ["an import", SCRIPT, 'src/mail.ts\n import { retry } from "./send.ts";\n retry();', "src/mail.ts:1"],
  [
    "an import over lines",
    SCRIPT,
    'src/mail.ts\n import {\n   a,\n   retry as r,\n } from "./send.js";',
    "src/mail.ts:3",
  ],
  ["an import of a test", SCRIPT, 'test/a.test.ts\n import { retry } from "../src/send";', "test/a.test.ts:1"],
  ["an import of typings", SCRIPT, 'src/mail.d.ts\n import { type retry } from "./send";', "src/mail.d.ts:1"],
  ["an export of another file", SCRIPT, 'src/index.ts\n export { retry } from "./send.js";', "src/index.ts:1"],
  ["a namespace", SCRIPT, 'src/mail.ts\n import * as send from "./send.ts";\n send.retry();', "src/mail.ts:2"],
  ["a loaded module", SCRIPT, 'src/mail.ts\n const { retry: again } = await import("./send.ts");', "src/mail.ts:1"],
  ["a call in its own file", SCRIPT.replace("+", "+retry();\n+"), "", "src/send.ts:1"],
  ["from … import", PYTHON, "shop/mail.py\n from .send import retry", "shop/mail.py:1"],
  [
    "from package import",
    PYTHON,
    "tests/test_mail.py\n from shop.send import (\n     retry,\n )",
    "tests/test_mail.py:2",
  ],
  ["a member of a module", PYTHON, "shop/mail.py\n from shop import send\n send.retry()", "shop/mail.py:2"],
  ["a member of import as", PYTHON, "shop/mail.py\n import shop.send as s\n s.retry()", "shop/mail.py:2"],
  ["the package", GO, "send/mail.go\n package send\n \n var limit = Retry()", "send/mail.go:3"],
  [
    "another package",
    GO,
    'mail/mail.go\n package mail\n \n import "example.org/shop/send"\n \n var limit = send.Retry()',
    "mail/mail.go:5",
  ],
  ["a path of Rust", RUST, "src/lib.rs\n mod mail;\nsrc/mail.rs\n use crate::send::{attempt, retry};", "src/mail.rs:1"],
  [
    "a member of a type",
    "src/a/Kind.java\n package a;\n public enum Kind {\n   FIRST,\n-  SECOND,\n }\n",
    "src/a/Mail.java\n package a;\n class Mail { Kind kind = Kind.SECOND; }",
    "src/a/Mail.java:2",
  ],
])("a removed name that code needs is important: %s", async (_, gone, rest, place) => {
  const hits = await runCheck(removedName, gone + rest);
  expect(hits.map(({ severity }) => severity)).toEqual(["important"]);
  expect(await placesFound(removedName, gone + rest)).toEqual([[place]]);
});

test.each([
  ["another module has it", SCRIPT, 'src/mail.ts\n import { retry } from "./limits.ts";'],
  ["a package has it", SCRIPT, 'src/mail.ts\n import { retry } from "send";'],
  [
    "its module exports all of another",
    SCRIPT + '+export * from "./limits.ts";\n',
    'src/mail.ts\n import { retry } from "./send.ts";',
  ],
  [
    "its module exports it from another",
    SCRIPT + '+export { retry } from "./limits.ts";\n',
    'src/mail.ts\n import { retry } from "./send.ts";',
  ],
  ["a comment imports it", SCRIPT, 'src/mail.ts\n // import { retry } from "./send.ts";\n export {};'],
  ["a string imports it", SCRIPT, "src/mail.ts\n const sample = `\n import { retry } from './send.ts';\n `;"],
  ["a parameter has the name", SCRIPT.replace("+", "+export const a = (retry) => retry();\n+"), ""],
  [
    "the module was moved along with its imports",
    "src/send.ts\n-export function retry() {}\nsrc/mail/send.ts\n+export function retry() {}\n",
    'src/mail/index.ts\n+import { retry } from "./send.ts";',
  ],
  ["a module computes its names", `${PYTHON}+def __getattr__(name): ...\n`, "shop/mail.py\n from .send import retry"],
  ["a module imports everything", `${PYTHON}+from .other import *\n`, "shop/mail.py\n from .send import retry"],
  [
    "the import may fail",
    PYTHON,
    "shop/mail.py\n try:\n     from .send import retry\n except ImportError:\n     retry = None",
  ],
  ["another package has that module", PYTHON, "tools/mail.py\n from send import retry"],
  ["another file of the package has it", `${GO}send/again.go\n package send\n \n+func Retry() int { return 4 }\n`, ""],
  [
    "a generated file of the package has it",
    `${GO}send/zz_generated.go\n package send\n \n+func Retry() int { return 4 }\n`,
    "send/mail.go\n package send\n \n var limit = Retry()",
  ],
  ["a method has the name", GO, "send/mail.go\n package send\n \n var limit = mail.Retry()"],
  [
    "a variable has the name",
    GO,
    "send/mail.go\n package send\n \n func f() int {\n \tRetry := g()\n \treturn Retry()\n }",
  ],
  [
    "another package of that name is imported",
    GO,
    'mail/mail.go\n package mail\n \n import "example.com/other/send"\n \n var limit = send.Retry()',
  ],
  [
    "Go has one of its own",
    "a.go\n package a\n \n-func min(a, b int) int { return a }\nb.go\n package a\n \n var x = min(1, 2)\n",
    "",
  ],
  [
    "another module of Rust exports it",
    RUST,
    "src/lib.rs\n pub use other::send::retry;\nsrc/mail.rs\n use crate::send::retry;",
  ],
  [
    "a parent of the type may have it",
    "src/Kind.ts\n export class Kind extends Base {\n-  static second = 2;\n }\n",
    'src/mail.ts\n import { Kind } from "./Kind.ts";\n Kind.second;',
  ],
])("nothing is said when %s", async (_, gone, rest) => {
  expect(await placesFound(removedName, gone + rest)).toEqual([]);
});

test("code and texts that need the same name are one finding, code first", async () => {
  const example = `src/send.ts
-export function retryLimit(): number { return 3; }
+export function attemptLimit(): number { return 3; }
src/mail.ts
 import { retryLimit } from "./send.ts";
 export const limit = retryLimit();
README.md
 Call \`retryLimit()\`.`;
  const [hit] = await runCheck(removedName, example);
  expect(hit?.title).toBe("`retryLimit` is gone, but src/mail.ts still uses it");
  expect(await placesFound(removedName, example)).toEqual([["src/mail.ts:1", "README.md:1"]]);
});

test("typings that still declare what the code lost are a suggestion", async () => {
  const example = `lib/send.js
-export function retryLimit() { return 3; }
+export function attemptLimit() { return 3; }
lib/send.d.ts
 export function retryLimit(): number;`;
  const [hit] = await runCheck(removedName, example);
  expect(hit?.severity).toBe("suggestion");
  expect(await placesFound(removedName, example)).toEqual([["lib/send.d.ts:1"]]);
});

test.each([
  ["an import", "shop/mail.py\n from .send import retry", "shop/mail.py:1"],
  ["a use behind the module", "shop/mail.py\n from shop import send\n \n send.retry()", "shop/mail.py:3"],
])("a class that computes its attributes does not give its module the name: %s", async (_, rest, place) => {
  const gone = `${PYTHON}+class Sender:\n+    class Timer:\n+        def __getattr__(self, name): ...\n`;
  expect(await placesFound(removedName, gone + rest)).toEqual([[place]]);
});

test("a module that computes its names under a condition may have the name", async () => {
  const gone = `${PYTHON}+if True:\n+    def __getattr__(name): ...\n`;
  expect(await placesFound(removedName, `${gone}shop/mail.py\n from .send import retry`)).toEqual([]);
});

test("a name that a Python module computes is not gone", async () => {
  const example = `shop/send.py
-retry_limit = 3
+def __getattr__(name):
+    if name == "retry_limit":
+        return 3
README.md
 Set \`retry_limit\`.`;
  expect(await placesFound(removedName, example)).toEqual([]);
});

test.each([
  ["an import", 'src/mail.ts\n import send from "./send.js";', "src/mail.ts:1"],
  ["an import for its effects", 'src/mail.ts\n import "./send.js";', "src/mail.ts:1"],
  ["a require", 'src/mail.js\n const send = require("./send");', "src/mail.js:1"],
])("a removed module that code still loads is important: %s", async (_, rest, place) => {
  const example = `src/send.ts\n-export default 3;\n${rest}`;
  expect((await runCheck(removedPath, example)).map(({ severity }) => severity)).toEqual(["important"]);
  expect(await placesFound(removedPath, example)).toEqual([[place]]);
});

test("a package that has a name of its own does not need the module of that name", async () => {
  const example = `shop/__init__.py
-from . import send
+send = 3
shop/send.py
-retry = 3
mail.py
 from shop import send`;
  expect(await placesFound(removedPath, example)).toEqual([]);
});

test.each([
  ["a file of another form took its place", "src/send.ts\n-export default 3;\nsrc/send/index.ts\n+export default 3;"],
  ["only the ending changed", "src/send.js\n-export default 3;\nsrc/send.ts\n+export default 3;"],
])("a module is still there when %s", async (_, gone) => {
  expect(await placesFound(removedPath, `${gone}\nsrc/mail.js\n import send from "./send";`)).toEqual([]);
});
