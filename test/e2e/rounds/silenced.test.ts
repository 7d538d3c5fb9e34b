import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { beginWith, kept, type Life } from "./life.ts";

let life: Life;
afterEach(() => life.close());

const KETTLE = "export function boil(water) {\n  return water;\n}\n";
const CALLED =
  "export function boil(water) {\n  // deep-review-ignore hazard-lint/debugger: by hand\n  cool();\n  return water;\n}\n";
const begin = (kettle = KETTLE): void => {
  life = beginWith({
    "README.md": "# Kettle\n",
    "src/kettle.js": kettle,
    "src/use.js": 'import { boil } from "./kettle.js";\nboil(1);\n',
  });
};
const change = (path: string, text: string): void => {
  life.put(path, text);
  life.commit("Boil hotter");
};
const ignored = (check: string, line: string): string =>
  `// deep-review-ignore ${check}: the inspector is started by hand\n${line}\n`;
/** The form of a token; in two parts, so that scanners do not take it for one. */
const TOKEN = `export const key = "${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi";`;

/** Locally, and where a job runs. */
const PLACES = [
  ["locally", {}],
  ["in CI", { CI: "true" }],
] as const;
const review = (variables: Readonly<Record<string, string>>, ...args: string[]) =>
  life.cliWith(variables, "--base", "main", "--fail-on", "important", ...args);
const fileOf = (name: string): string => {
  const reviews = join(life.folder, ".deep-review/reviews");
  return readFileSync(join(reviews, readdirSync(reviews).sort().at(-1) ?? "", name), "utf8");
};

describe.each(PLACES)("a comment that the change adds, %s", (_, variables) => {
  test.each([
    ["important", "hazard-lint/debugger", "debugger;"],
    ["critical", "hazard-lint/secret", TOKEN],
  ])("does not silence what is %s", async (severity, check, line) => {
    begin();
    change("src/more.js", ignored(check, line));
    const { code, stdout } = await review(variables);
    expect(code).toBe(1);
    const { verdict, findings } = life.record();
    expect(verdict.kind).toBe(severity === "critical" ? "rework" : "merge-with-fixes");
    expect(verdict.because).toMatch(/^[CI]1 is \w+ and stands; [CI]1 is silenced by this change, which counts once/);
    const silencedBy = { path: "src/more.js", line: 1, reason: "the inspector is started by hand" };
    expect(findings.find((finding) => finding.check === check)?.silencedBy).toEqual(silencedBy);
    expect(stdout).toMatch(/\(silenced by this change\)[^]*silenced by a comment at src\/more\.js:1: the inspector is/);
    expect(fileOf("report.md")).toContain("silenced by this change");
    expect(fileOf("report.html")).toContain(">silenced by this change</span>");
    expect(fileOf("report.sarif")).toContain("Silenced by this change, by a comment at src/more.js:1");
  });

  test("silences a suggestion, which is counted", async () => {
    begin();
    change(
      "docs/kettle.md",
      "# Kettle\n\n<!-- deep-review-ignore hazard-lint/doubled-word: a song -->\nIt boils the the water.\n",
    );
    expect((await review(variables, "--fail-on", "suggestion")).code).toBe(0);
    const { receipt } = life.record();
    expect(kept(life.record())).toEqual([]);
    expect(receipt.switchedOff).toMatchObject([
      { check: "hazard-lint/doubled-word", by: "comment", added: true, count: 1 },
    ]);
  });

  test("stands no more once somebody has decided so at the base", async () => {
    begin();
    change("src/more.js", ignored("hazard-lint/debugger", "debugger;"));
    await review(variables);
    expect((await life.cli("decline", "I1", "--because", "the inspector is started by hand")).code).toBe(0);
    const decided = readFileSync(join(life.folder, ".deep-review/decisions.jsonl"), "utf8");
    life.git("checkout", "-q", "main");
    life.put(".deep-review/decisions.jsonl", decided);
    life.commit("We decided");
    life.git("checkout", "-q", "feature");
    life.git("rebase", "-q", "main");
    const { code } = await review(variables);
    expect([code, life.record().verdict.kind]).toEqual([0, "merge"]);
  });
});

describe("a comment that stood at the base", () => {
  test("says nothing of code that came later below it", async () => {
    begin(CALLED);
    change("src/kettle.js", CALLED.replace("cool();", "debugger;"));
    expect((await review({})).code).toBe(1);
    expect(life.record().findings).toMatchObject([{ silencedBy: { path: "src/kettle.js", line: 2 } }]);
  });

  test("counts for the line that it stood at, also where both have moved", async () => {
    life = beginWith({
      "src/kettle.js": 'export const retries = Number(process.env["KETTLE_RETRIES"] ?? 3);\n',
      "run.sh":
        "#!/bin/sh\n# deep-review-ignore loose-ends/removed-setting: for old installations\nKETTLE_RETRIES=4 node src/kettle.js\n",
    });
    life.put(
      "run.sh",
      "#!/bin/sh\nset -e\n\n# deep-review-ignore loose-ends/removed-setting: for old installations\nKETTLE_RETRIES=4 node src/kettle.js\n",
    );
    change("src/kettle.js", 'export const retries = Number(process.env["KETTLE_ATTEMPTS"] ?? 3);\n');
    await review({});
    const { findings, receipt } = life.record();
    expect(findings.filter(({ check }) => check === "loose-ends/removed-setting")).toEqual([]);
    expect(receipt.switchedOff?.map(({ at, added }) => [at, added])).toEqual([["run.sh:4", undefined]]);
  });
});

describe("what the change switches off in the configuration, locally", () => {
  const CONFIG = "deep-review.config.json";
  const DEBUGGED = KETTLE.replace("  return", "  debugger;\n  return");
  const switchOff = (config: object): void => {
    begin();
    life.put(CONFIG, JSON.stringify(config));
    change("src/kettle.js", DEBUGGED);
  };

  test.each([
    [{ checks: { "hazard-lint/debugger": "off" } }, "this change switches off hazard-lint/debugger in"],
    [{ paths: { "src/**": ["hazard-lint"] } }, "this change switches off hazard-lint for src/** in"],
  ])("%j silences nothing that is important", async (config, says) => {
    switchOff(config);
    expect((await review({})).code).toBe(1);
    const { verdict, findings } = life.record();
    expect(verdict.because).toContain(`I1 is silenced by this change, which counts once`);
    expect(verdict.because).toContain(`${says} ${CONFIG}`);
    expect(findings).toMatchObject([{ silencedBy: { path: CONFIG } }]);
  });

  test.each([
    [{ reviewers: { "hazard-lint": false } }, "this change switches off Hazard Lint in"],
    [{ ignore: ["src/*.js"] }, "this change ignores src/kettle.js in"],
  ])("%j makes the review incomplete", async (config, says) => {
    switchOff(config);
    expect((await review({})).code).toBe(3);
    expect(life.record().verdict).toMatchObject({ kind: "incomplete", because: expect.stringContaining(says) });
  });

  test("holds where it stood at the base, or where the user alone has it", async () => {
    life = beginWith({ "src/kettle.js": KETTLE, [CONFIG]: '{ "checks": { "hazard-lint/debugger": "off" } }' });
    change("src/kettle.js", DEBUGGED);
    expect((await review({})).code).toBe(0);
    life.put(CONFIG, '{ "ignore": ["src/kettle.js"], "checks": { "hazard-lint/debugger": "off" } }');
    await life.cli("--base", "main", "HEAD", "--quiet");
    expect(life.record().verdict.because).not.toContain("this change");
  });
});
