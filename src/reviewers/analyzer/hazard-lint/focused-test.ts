import type { Language } from "#model/change/change-index.ts";
import {
  type AddedFile,
  findLines,
  type FoundLine,
  type LinePattern,
  addedPlace,
  writtenFiles,
} from "./added-files.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

/** Tests marked to run alone, which silences all others. */
export const focusedTest: CheckRunner = {
  check: {
    id: "hazard-lint/focused-test",
    title: "Test marked to run alone",
    about:
      "Looks for `.only`, `fdescribe`, `fit` and similar in added lines of tests. They skip all other tests, and the run still passes.",
    severity: "important",
    languages: ["typescript", "javascript", "ruby", "go"],
    catches: 'it.only("retries", () => {});',
    ignores: 'it("takes admins only", () => {});',
  },
  async find(index, signal) {
    return (await writtenFiles(index, signal)).flatMap((file) => {
      const places = focusedIn(file).map(({ line, at }) => addedPlace(file, line, at));
      return hitAt(focusedTest.check, {
        title: `${file.path} runs only the tests marked for it`,
        explanation: `${places.length === 1 ? "An added line focuses" : `${places.length} added lines focus`} a test or a group. The runner then skips the others without a failure.`,
        fix: "Remove the mark.",
        places,
        weight: 0.92,
      });
    });
  },
};

const SCRIPT: LinePattern = {
  words: ["only", "fdescribe", "fit", "fcontext", "ftest"],
  pattern:
    /^\s*(?:(?:Deno\.)?(?:describe|it|test|context|suite|specify|scenario)(?:\.(?:concurrent|sequential|serial|parallel|describe)){0,2}\.only\s*[.(<`]|(?:fdescribe|fit|fcontext|ftest)\s*\()/,
};
const RUBY: LinePattern = {
  words: ["fdescribe", "fit", "fcontext", "fscenario", "focus"],
  pattern:
    /^\s*(?:(?:fdescribe|fit|fcontext|fscenario)[ (]["'A-Z]|(?:it|describe|context|scenario)\b.*,\s*(?::focus\b|focus: true))/,
};
const GINKGO: LinePattern = {
  words: ["FDescribe", "FIt", "FContext", "FWhen", "FEntry", "FDescribeTable"],
  pattern: /^\s*(?:var _ = )?F(?:Describe|It|Context|When|Entry|DescribeTable)\("/,
};

const FOCUS: Partial<Record<Language, LinePattern>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  ruby: RUBY,
  go: GINKGO,
};

function focusedIn(file: AddedFile): FoundLine[] {
  if (file.facts.role !== "test") return [];
  const focus = FOCUS[file.facts.language];
  return focus === undefined ? [] : findLines(file, focus);
}
