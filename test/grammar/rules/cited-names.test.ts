import { expect, test } from "vitest";
import { citedNames } from "#grammar/rules/cited-names.ts";

const names = (text: string) => citedNames(text).map(({ kind, name }) => `${kind} ${name}`);

test("paths and names that only code writes so are cited", () => {
  expect(
    names("`SessionWriter` in `src/server/session.ts:10-20` calls `db.runQuery(a, b)`; see `docs/` and `MAX_ROWS`."),
  ).toEqual(["symbol SessionWriter", "path src/server/session.ts", "symbol runQuery", "path docs", "symbol MAX_ROWS"]);
});

test.each([
  "`npm run lint` and `git push --force`",
  "`--timeout=0`, `-x`, `true`, `nil`, `retries`, `Create`",
  "`https://example.org/a/b`, `@acme/kit`, `/etc/hosts`, `../up/x`",
  "Do not use `innerHtmlOf`; never call `evalCode()`.",
  "Replaced `OldWriter`. Formerly `old_writer`.",
  "`${HOME}/x` and `a && bC` and `src/**/*.ts`",
])("nothing is cited by: %s", (text) => {
  expect(names(text)).toEqual([]);
});

test("a warning is about its own sentence only", () => {
  expect(names("Never call `evalCode()`. Handlers use `SessionWriter`.")).toEqual(["symbol SessionWriter"]);
});
