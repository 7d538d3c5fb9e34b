import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginWith, type Life, verdictOf } from "./life.ts";

let life: Life;
beforeEach(() => {
  life = beginWith({
    "README.md": "# Kettle\n",
    "src/kettle.js": "export function boil(water) {\n  return water;\n}\n",
    "src/use.js": 'import { boil } from "./kettle.js";\nboil(1);\n',
    "lib/kettle.js": "export const old = 1;\n",
    "test/kettle.test.js": 'import { boil } from "../src/kettle.js";\ntest("boils", () => boil(1));\n',
  });
  life.put("src/kettle.js", "export function boil(water) {\n  const hot = water + 1;\n  return hot;\n}\n");
  life.put(
    "test/kettle.test.js",
    'import { boil } from "../src/kettle.js";\ntest("boils", () => expect(boil(1)).toBe(2));\n',
  );
  life.commit("Boil hotter");
});
afterEach(() => life.close());

const at = (artifactLocation: object, startLine = 2) => ({
  locations: [{ physicalLocation: { artifactLocation, region: { startLine } } }],
});
const RESULT = { ruleId: "leak", level: "error", message: { text: "The socket is never closed." } };
const PLACED = { ...RESULT, ...at({ uri: "src/kettle.js" }) };
const logOf = (results: unknown, run: object = {}): string =>
  JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "Scanner" } }, results, ...run }] });

async function reviewWith(log: string) {
  life.put(".git/out.sarif", log);
  const ended = await life.cli("--base", "main", "--fail-on", "important", "--sarif", ".git/out.sarif", "--again");
  const run = (): unknown => life.record().runs.find(({ reviewer }) => reviewer === "scanner");
  return { ...ended, run };
}

describe("a tool that found nothing, or nothing that counts", () => {
  test.each([
    ["found nothing", logOf([])],
    ["ended well", logOf([], { invocations: [{ executionSuccessful: true }] })],
    [
      "gives a warning of its own",
      logOf([], { invocations: [{ toolExecutionNotifications: [{ level: "warning" }] }] }),
    ],
    ["has one on a line that was there before", logOf([{ ...RESULT, ...at({ uri: "src/kettle.js" }, 1) }])],
    ["has one in a file of somebody else", logOf([{ ...RESULT, ...at({ uri: "file:///usr/include/stdio.h" }) }])],
    ["has one in a package", logOf([{ ...RESULT, ...at({ uri: "node_modules/hot/kettle.js" }) }])],
    ["was told so outside of the code", logOf([{ ...PLACED, suppressions: [{ kind: "external" }] }])],
    ["says that all is well", logOf(["pass", "notApplicable", "informational"].map((kind) => ({ ...PLACED, kind })))],
  ])("that %s leaves the verdict as it is", async (_, log) => {
    const { code, stdout } = await reviewWith(log);
    expect([code, verdictOf(life.record())], stdout).toEqual([0, "checks-only, nothing"]);
  });

  test("says what is left out, and why", async () => {
    const { run } = await reviewWith(
      logOf([
        { ...PLACED, suppressions: [{ kind: "external" }] },
        { ...PLACED, kind: "pass" },
        { ...PLACED, kind: "pass" },
      ]),
    );
    expect(run()).toMatchObject({ message: "3 results are left out: 1 suppressed, 2 no failure" });
  });
});

describe("a tool that did not do its work is a reviewer that failed", () => {
  const ERROR = { level: "error", message: { text: "out of memory" } };
  test.each([
    ["says so", { invocations: [{ executionSuccessful: false }] }, "the tool's run did not succeed"],
    [
      "says so in one of its steps",
      { invocations: [{ executionSuccessful: true }, { executionSuccessful: false }] },
      "succeed",
    ],
    ["says so in a word", { invocations: [{ executionSuccessful: "false" }] }, "did not succeed"],
    ["says it in no form", { invocations: "crashed" }, "did not succeed"],
    [
      "had an error",
      { invocations: [{ executionSuccessful: true, toolExecutionNotifications: [ERROR] }] },
      "out of memory",
    ],
    ["was set up wrongly", { invocations: [{ toolConfigurationNotifications: [ERROR] }] }, "out of memory"],
  ])("where it %s", async (_, more, why) => {
    const { code, run } = await reviewWith(logOf([], more));
    expect([code, life.record().verdict.kind]).toEqual([3, "incomplete"]);
    expect(run()).toMatchObject({ outcome: "failed", message: expect.stringContaining(why) });
    expect(life.record().verdict.because).toContain("Scanner did not end and is required");
  });

  test("and what it found until then counts", async () => {
    await reviewWith(logOf([PLACED], { invocations: [{ executionSuccessful: false }] }));
    expect(life.record().verdict).toMatchObject({
      kind: "incomplete",
      because: expect.stringMatching(/^I1 is important/),
    });
  });
});

describe("what is not understood makes the review incomplete", () => {
  test.each([
    ["a word among the results", ["boom", PLACED], "1 of its 2 results were not understood"],
    ["results without anything in them", [{}, null, 3], "3 of its 3 results were not understood"],
    ["results that are no list", { 0: PLACED }, "they are not a list"],
    ["no results", undefined, "it has no list of results"],
  ])("%s", async (_, results, says) => {
    const { code } = await reviewWith(logOf(results));
    const { verdict } = life.record();
    expect([code, verdict.kind]).toEqual([3, "incomplete"]);
    expect(verdict.because).toContain(says);
  });

  test("and a file without any run is the user's error", async () => {
    const { code, stderr } = await reviewWith('{"version":"2.1.0","runs":[]}');
    expect(code).toBe(2);
    expect(stderr).toMatch(/out\.sarif is not a SARIF file[^]*its list of `runs` is empty[^]*name another file/);
    expect((await life.cli("merge", ".git/out.sarif")).code).toBe(2);
  });
});

describe("a result counts", () => {
  const RULES = [{ id: "leak", defaultConfiguration: { level: "error" } }];
  const byRule = { message: RESULT.message, ...at({ uri: "src/kettle.js" }) };
  test.each([
    ["that somebody else must look at", { ...PLACED, kind: "review" }, {}],
    ["that is open", { ...PLACED, kind: "open" }, {}],
    ["whose suppression was rejected", { ...PLACED, suppressions: [{ kind: "external", status: "rejected" }] }, {}],
    [
      "whose suppression is under review",
      { ...PLACED, suppressions: [{ kind: "inSource", status: "underReview" }] },
      {},
    ],
    ["whose suppression is not readable", { ...PLACED, suppressions: [true] }, {}],
    ["without a place", RESULT, {}],
    ["with a place that names no file", { ...RESULT, ...at({}) }, {}],
    ["of a level that nobody knows", { ...PLACED, level: "fatal" }, {}],
    [
      "of a file in the table",
      { ...RESULT, ...at({ index: 0 }) },
      { artifacts: [{ location: { uri: "src/kettle.js" } }] },
    ],
    ["of a file on another machine", { ...RESULT, ...at({ uri: "file:///home/ci/relay/src/kettle.js" }) }, {}],
    ["of a file on Windows", { ...RESULT, ...at({ uri: "file:///D:/a/relay/src/kettle.js" }) }, {}],
    ["of a file below the folder of the tool", { ...RESULT, ...at({ uri: "relay/src/kettle.js" }) }, {}],
    ["of a file named from a folder of ours", { ...RESULT, ...at({ uri: "kettle.js" }) }, {}],
    [
      "of a file below a base",
      { ...RESULT, ...at({ uri: "kettle.js", uriBaseId: "SRC" }) },
      { originalUriBaseIds: { SRC: { uri: "src/", uriBaseId: "ROOT" }, ROOT: { uri: "file:///home/ci/relay/" } } },
    ],
    [
      "of a rule of an extension",
      { ...byRule, rule: { index: 0, toolComponent: { index: 0 } } },
      { tool: { driver: { name: "Scanner", rules: [{ id: "mild" }] }, extensions: [{ name: "pack", rules: RULES }] } },
    ],
  ])("%s", async (_, result, run) => {
    const { code, stdout } = await reviewWith(logOf([result], run));
    expect([code, verdictOf(life.record())], stdout).toEqual([1, "checks-only, important"]);
    const [finding] = life.record().findings;
    if (finding?.locations.length !== 0) expect(finding?.locations[0]?.path).toBe("src/kettle.js");
    for (const format of ["md", "html", "sarif", "json"])
      expect((await life.cli("render", "last", "--format", format)).stdout).toContain("The socket is never closed");
  });

  test("that the change silences in the code, and says so", async () => {
    const suppressions = [{ kind: "inSource", justification: "closed by the caller" }];
    const { code } = await reviewWith(logOf([{ ...PLACED, suppressions }]));
    const { verdict, findings } = life.record();
    expect([code, verdictOf({ verdict })]).toEqual([1, "checks-only, important"]);
    expect(verdict.because).toContain("I1 is silenced by this change");
    expect(findings[0]?.silencedBy).toEqual({ path: "src/kettle.js", line: 2, reason: "closed by the caller" });
  });

  test.each([
    ["a suggestion", { ...PLACED, level: "warning" }],
    ["what stood there before", { ...RESULT, ...at({ uri: "src/kettle.js" }, 1) }],
  ])("but not %s that is silenced in the code", async (_, result) => {
    const { code, run } = await reviewWith(logOf([{ ...result, suppressions: [{ kind: "inSource" }] }]));
    expect([code, verdictOf(life.record())]).toEqual([0, "checks-only, nothing"]);
    expect(run()).toMatchObject({ message: expect.stringContaining("1 result is left out: 1 ") });
  });
});

describe("a review of ours that is merged", () => {
  const FILES = ["review.json", "report.md", "report.sarif"];
  const fileOf = (name: string): string => {
    const reviews = join(life.folder, ".deep-review/reviews");
    return join(reviews, readdirSync(reviews).sort().at(-1) ?? "", name);
  };
  const merge = async (name: string) => {
    const { code } = await life.cli("merge", fileOf(name), "--format", "json,md,sarif", "--out", "merged");
    const { review } = JSON.parse(readFileSync(join(life.folder, "merged/report.json"), "utf8"));
    return { code, verdict: review.verdict as { kind: string; because: string } };
  };
  const script = (says: string, more: object[] = []): string => {
    life.put(".git/script.json", JSON.stringify({ reviewers: [{ id: "ada", name: "Ada", says }, ...more] }));
    return ".git/script.json";
  };
  const NOTHING =
    "## Findings\n\n### Critical Issues\n\nNone.\n\n### Important Issues\n\nNone.\n\n### Suggestions\n\nNone.\n";
  const say = (letter: "C" | "I"): string =>
    NOTHING.replace(
      letter === "C" ? /(Critical Issues\n\n)None\./ : /(Important Issues\n\n)None\./,
      `$1${letter}1. **\`boil\` heats twice** — \`src/kettle.js:2\` (regression)\n\nIt adds one, and so does its caller.`,
    );

  test.each(FILES)("as %s is green where it was", async (name) => {
    await life.cli("--base", "main", "--scripted", script(NOTHING));
    expect(life.record().verdict.kind).toBe("merge");
    expect(await merge(name)).toMatchObject({ code: 0, verdict: { kind: "merge" } });
  });

  test.each(FILES)("as %s stays incomplete, and says why", async (name) => {
    life.put("src/tank.js", "\0\0\0");
    life.commit("Add a tank");
    await life.cli("--base", "main", "--scripted", script(NOTHING));
    expect(life.record().verdict).toMatchObject({ kind: "incomplete", because: expect.stringContaining("tank.js") });
    const { code, verdict } = await merge(name);
    expect([code, verdict.kind]).toEqual([3, "incomplete"]);
    expect(verdict.because).toContain(name);
    expect(verdict.because).toContain("src/tank.js");
  });

  test.each(FILES)("as %s does not forget what was still open", async (name) => {
    await life.cli("--base", "main", "--scripted", script(say("I")));
    life.put("README.md", "# Kettle\n\nIt boils.\n");
    life.commit("Say what it does");
    await life.cli("--base", "main", "--scripted", script(NOTHING));
    expect(life.record().verdict).toMatchObject({
      kind: "merge-with-fixes",
      because: expect.stringContaining("R1.I1"),
    });
    const { verdict } = await merge(name);
    if (name === "report.sarif") expect(verdict.kind).toBe("merge-with-fixes");
    else expect(verdict).toMatchObject({ kind: "incomplete", because: expect.stringContaining("R1.I1 (important)") });
  });

  test.each(FILES.flatMap((name) => [[name, "C", "rework"] as const, [name, "I", "merge-with-fixes"] as const]))(
    "as %s keeps the severity of %s1",
    async (name, letter, kind) => {
      await life.cli("--base", "main", "--scripted", script(say(letter)));
      expect(life.record().verdict.kind).toBe(kind);
      expect((await merge(name)).verdict.kind).toBe(kind);
    },
  );

  test("counts what was raised again as less than it was", async () => {
    await life.cli("--base", "main", "--scripted", script(say("C")));
    life.put("README.md", "# Kettle\n\nIt boils.\n");
    life.commit("Say what it does");
    await life.cli("--base", "main", "--scripted", script(say("I")));
    expect(life.record().verdict).toMatchObject({ kind: "rework", because: expect.stringMatching(/^C1 is critical/) });
    expect((await merge("report.sarif")).verdict.kind).toBe("rework");
    // These hold what the reviewers of the last round said, and that is less.
    for (const name of ["review.json", "report.md"])
      expect((await merge(name)).verdict).toMatchObject({
        kind: "incomplete",
        because: expect.stringMatching(/has earlier findings that are, or may be, still open: R1\.C1 \(critical\)/),
      });
  });

  test("as SARIF on a panel is a reviewer that failed where it was incomplete", async () => {
    life.put("src/tank.js", "\0\0\0");
    life.commit("Add a tank");
    await life.cli("--base", "main", "--scripted", script(NOTHING));
    life.git("reset", "-q", "--hard", "HEAD~1");
    const { code } = await life.cli("--base", "main", "--sarif", fileOf("report.sarif"));
    expect([code, life.record().verdict.kind]).toEqual([3, "incomplete"]);
    expect(life.record().runs.find(({ reviewer }) => reviewer === "deep-review")?.message).toContain("src/tank.js");
  });
});
