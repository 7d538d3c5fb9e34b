import type { Check, CheckPlace } from "#model/change/analyzer.ts";
import type { ChangeIndex, FileFacts, Language } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import { plural } from "#util/words.ts";
import { type CheckRunner, hitAt } from "../check-runner.ts";

const check: Check = {
  id: "test-scout/idle-test",
  title: "Added test is skipped",
  about:
    "Lists added tests that are always skipped, so they pass whatever the code does. Conditional skips, and skips that explain themselves in a sentence or with a link, are left out.",
  severity: "suggestion",
  catches: 'it.skip("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
  ignores: 'it("retries twice", () => {\n  expect(retry()).toBe(2);\n});',
};

/** One hit on all added tests that are always skipped. */
export const idleTest: CheckRunner = {
  check,
  async find(index, signal) {
    const places = await findIdleTests(index, signal);
    const hits = hitAt(check, {
      title: `${plural(places.length, "added test is", "added tests are")} skipped`,
      explanation:
        "A skipped test passes whatever the code does. Enable it, or explain next to it why it is skipped, in a sentence or with a link.",
      places,
      weight: 0.5,
    });
    return hits.map((hit) => ({ ...hit, class: "gap" }));
  },
};

async function findIdleTests(index: ChangeIndex, signal: AbortSignal): Promise<CheckPlace[]> {
  const idle: CheckPlace[] = [];
  for (const diff of index.change.diffs) {
    signal.throwIfAborted();
    const { path, listed } = diff.file;
    const added = index.addedLines(path);
    const facts = added.size === 0 || listed !== undefined ? undefined : await index.head.facts(path);
    const text = facts?.role === "test" ? await index.head.tree.read(path) : undefined;
    if (facts === undefined || text === undefined) continue;
    const lines = text.split(/\r?\n/);
    for (const line of skippedIn({ diff, facts, lines, added })) {
      idle.push({ location: { path, start: line, end: line }, quote: lines[line - 1] ?? "", note: "skipped" });
    }
  }
  return idle;
}

const SCRIPT =
  /^\s*(?:(?:describe|it|test|context|suite|specify)(?:\.(?:concurrent|sequential|serial|describe)){0,2}\.skip|xit|xdescribe|xtest|xcontext)\s*\(\s*["'`]/;

/** A skip with a reason, in a sentence or a link, is intended. */
const HAS_REASON = /["'`](?:[^"'`]*(?:https?:|#\d)|\S+(?: \S+){3})/;

/** Whether a comment line explains the skip. */
function isReason(line: string): boolean {
  return /^\s*(?:\/\/|#(?!\[)|\*|\/\*).*(?:ignor|skip|disabl|flaky|unstable|TODO|until|issue|https?:)/i.test(line);
}

/** Unconditional skips. Skips that depend on a platform or a tool are left out. */
const SKIPS: Partial<Record<Language, RegExp>> = {
  typescript: SCRIPT,
  javascript: SCRIPT,
  python: /^\s*@(?:pytest\.mark\.skip|unittest\.skip)\b/,
  // Deeper ones are inside a condition or a subtest.
  go: /^\tt\.Skip(?:f|Now)?\(/,
  rust: /^\s*#\[ignore\b/,
  java: /^\s*@(?:Disabled|Ignore)\b/,
  ruby: /^\s*(?:xit|xdescribe|xcontext|xspecify)\b/,
  csharp: /^\s*\[(?:Ignore\b|(?:Fact|Theory)\(Skip\b)/,
};

interface TestFile {
  readonly diff: FileDiff;
  readonly facts: FileFacts;
  readonly lines: readonly string[];
  readonly added: ReadonlySet<number>;
}

function skippedIn({ diff, facts, lines, added }: TestFile): number[] {
  const skip = SKIPS[facts.language];
  if (skip === undefined) return [];
  const skipped = [...added].filter((line) => {
    const head = (lines[line - 1] ?? "").slice(0, MAX_HEAD);
    // In JavaScript the text is the title of the test.
    if (!skip.test(head) || lines.slice(Math.max(0, line - 4), line - 1).some(isReason)) return false;
    if (facts.language === "csharp" && !isOfTest(lines, line)) return false;
    return skip === SCRIPT || !HAS_REASON.test(head);
  });
  // A skip that was only moved or reformatted existed before.
  const gone = diff.hunks.flatMap((hunk) => hunk.lines.filter(({ kind }) => kind === "removed"));
  if (skipped.length <= gone.filter(({ text }) => skip.test(text.slice(0, MAX_HEAD))).length) return [];
  const texts = new Set(gone.map(({ text }) => text.trim()));
  return skipped.filter((line) => !texts.has((lines[line - 1] ?? "").trim()));
}

const MAX_HEAD = 300;

/** Whether an attribute of C# is about a test. Other libraries have an `[Ignore]` too. */
function isOfTest(lines: readonly string[], line: number): boolean {
  return lines
    .slice(Math.max(0, line - 4), line + 3)
    .some((text) =>
      /\[[^\]]*\b(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod|TestFixture|TestClass)\b/.test(text),
    );
}
