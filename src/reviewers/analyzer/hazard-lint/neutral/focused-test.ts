import { type AddedFile, findLines, type FoundLine, placeOf, type TellingLine } from "./added-file.ts";
import type { NeutralRule } from "./neutral-rule.ts";

/** Tests marked to run alone, which silences all others. */
export const focusedTest: NeutralRule = {
  check: {
    id: "hazard-lint/focused-test",
    title: "Test marked to run alone",
    about:
      "Looks for `.only`, `fdescribe`, `fit` and their kin in added lines of tests. With one of them the other tests are skipped and the run is green.",
    severity: "important",
    languages: ["typescript", "javascript", "ruby", "go"],
    catches: 'it.only("retries", () => {});',
    ignores: 'it("takes admins only", () => {});',
  },
  find(files) {
    return files.flatMap((file) => {
      const [first, ...rest] = focusedIn(file).map(({ line, at }) => placeOf(file, line, at));
      if (first === undefined) return [];
      return [
        {
          check: focusedTest.check.id,
          severity: focusedTest.check.severity,
          class: "regression" as const,
          title: `${file.path} runs only the tests marked for it`,
          explanation: `${rest.length === 0 ? "An added line focuses" : `${rest.length + 1} added lines focus`} a test or a group. The runner then skips the others, and nothing says so when the run is green.`,
          fix: "Remove the mark.",
          places: [first, ...rest] as const,
          weight: 0.92,
        },
      ];
    });
  },
};

const SCRIPT: TellingLine = {
  words: ["only", "fdescribe", "fit", "fcontext", "ftest"],
  pattern:
    /^\s*(?:(?:Deno\.)?(?:describe|it|test|context|suite|specify|scenario)(?:\.(?:concurrent|sequential|serial|parallel|describe)){0,2}\.only\s*[.(<`]|(?:fdescribe|fit|fcontext|ftest)\s*\()/,
};
const RUBY: TellingLine = {
  words: ["fdescribe", "fit", "fcontext", "fscenario", "focus"],
  pattern:
    /^\s*(?:(?:fdescribe|fit|fcontext|fscenario)[ (]["'A-Z]|(?:it|describe|context|scenario)\b.*,\s*(?::focus\b|focus: true))/,
};
const GINKGO: TellingLine = {
  words: ["FDescribe", "FIt", "FContext", "FWhen", "FEntry", "FDescribeTable"],
  pattern: /^\s*(?:var _ = )?F(?:Describe|It|Context|When|Entry|DescribeTable)\("/,
};

function focusedIn(file: AddedFile): FoundLine[] {
  if (file.facts.role !== "test") return [];
  const focus = focusOf(file);
  if (focus === undefined) return [];
  return findLines(file, focus);
}

function focusOf({ facts }: AddedFile): TellingLine | undefined {
  if (facts.language === "typescript" || facts.language === "javascript") return SCRIPT;
  if (facts.language === "ruby") return RUBY;
  return facts.language === "go" ? GINKGO : undefined;
}
