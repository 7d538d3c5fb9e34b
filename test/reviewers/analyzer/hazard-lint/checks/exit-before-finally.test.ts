import { expect, test } from "vitest";
import type { Language } from "#model/change/change-index.ts";
import { exitAfterDefer } from "#reviewers/analyzer/hazard-lint/checks/exit-after-defer.ts";
import { findLines } from "./find-lines.ts";

test.each<[Language, string, number[]]>([
  ["typescript", "try {\n  run();\n  process.exit(0);\n} finally {\n  rmSync(dir);\n}", [3]],
  ["javascript", "try {\n  run();\n} catch (error) {\n  process.exit(1);\n} finally {\n  rmSync(dir);\n}", [4]],
  ["java", "try (Reader r = open()) {\n  System.exit(1);\n} finally {\n  lock.delete();\n}", [2]],
  [
    "csharp",
    "try {\n  Environment.Exit(1);\n} catch (IOException e) when (e.Gone) {\n} finally {\n  Drop(dir);\n}",
    [2],
  ],
])("%s: %s", (language, source, expected) => {
  expect(findLines(exitAfterDefer, language, source)).toEqual(expected);
});

test.each([
  ["there is no finally", "try {\n  process.exit(0);\n} catch {\n  next();\n}"],
  ["it comes after the finally", "try {\n  run();\n} finally {\n  rmSync(dir);\n}\nprocess.exit(0);"],
  [
    "the finally holds nothing that outlives the process",
    "try {\n  process.exit(0);\n} finally {\n  clearTimeout(timer);\n}",
  ],
  ["a callback exits later", "try {\n  on(() => {\n    process.exit(0);\n  });\n} finally {\n  rmSync(dir);\n}"],
])("not when %s", (_, source) => {
  expect(findLines(exitAfterDefer, "typescript", source)).toEqual([]);
});
