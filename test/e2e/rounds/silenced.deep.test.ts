import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { beginWith, kept, type Life, verdictOf } from "./life.ts";

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
    expect(verdictOf({ verdict })).toBe(`checks-only, ${severity}`);
    expect(verdict.because).toMatch(
      /^static checks: \d+ findings?; [CI]1 is \w+ and stands; nobody has judged [^;]+; [CI]1 is silenced by this change and still counts until/,
    );
    const silencedBy = { path: "src/more.js", line: 1, reason: "the inspector is started by hand" };
    expect(findings.find((finding) => finding.check === check)?.silencedBy).toEqual(silencedBy);
    expect(stdout).toMatch(/\(silenced by this change\)[^]*silenced by a comment at src\/more\.js:1: the inspector is/);
    expect(fileOf("report.md")).toContain("silenced by this change");
    expect(fileOf("report.html")).toContain(">silenced by this change</span>");
    expect(fileOf("report.sarif")).toContain("Silenced by this change, by a comment at src/more.js:1");
  });

  test.each([
    ["/* the inspector is started by hand */ debugger;\n", false],
    ["/* started\n   by hand */ debugger;\n", false],
    ["/* deep-review-ignore hazard-lint/debugger: by hand */ debugger;\n", true],
  ])("does not hide what stands behind it on the line: %j", async (text, isSilenced) => {
    begin();
    change("src/more.js", text);
    expect((await review(variables)).code).toBe(1);
    const [finding] = life.record().findings;
    expect(finding?.check).toBe("hazard-lint/debugger");
    expect(finding?.silencedBy !== undefined).toBe(isSilenced);
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
    expect([code, verdictOf(life.record())]).toEqual([0, "checks-only, nothing"]);
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

describe.each(PLACES)("lines that the change moves, %s", (_, variables) => {
  const BY_HAND = "  // deep-review-ignore hazard-lint/debugger: by hand\n  debugger;\n";
  const HALTED = KETTLE.replace("  return", `${BY_HAND}  return`);
  const MORE = "export function cool(water) {\n  return water;\n}\n";

  test.each([
    ["are indented", HALTED, HALTED.replace(BY_HAND, `  if (water) {\n${BY_HAND.replaceAll("  ", "    ")}  }\n`)],
    ["stand further down", HALTED + MORE, KETTLE + MORE.replace("  return", `${BY_HAND}  return`)],
  ])("stay silenced with their comment where they %s", async (_how, before, after) => {
    begin(before);
    change("src/kettle.js", after);
    expect((await review(variables)).code).toBe(0);
    const { findings, receipt } = life.record();
    expect(findings.filter(({ check }) => check === "hazard-lint/debugger")).toEqual([]);
    expect(receipt.switchedOff).toMatchObject([{ check: "hazard-lint/debugger", by: "comment", count: 1 }]);
    expect(receipt.switchedOff?.[0]).not.toHaveProperty("added");
  });

  test("are not silenced a second time", async () => {
    begin(HALTED);
    change("src/kettle.js", HALTED + MORE.replace("  return", `${BY_HAND}  return`));
    expect((await review(variables)).code).toBe(1);
    expect(life.record().findings).toMatchObject([{ silencedBy: { path: "src/kettle.js" } }]);
  });

  test.each([{ ignore: ["legacy/**"] }, { paths: { "legacy/**": ["hazard-lint"] } }])(
    "are not out of sight where the base says %j",
    async (config) => {
      const long = Array.from({ length: 20 }, (_row, at) => `export const row${at} = ${at};\n`).join("");
      life = beginWith({
        "src/kettle.js": long,
        "legacy/old.js": KETTLE,
        "deep-review.config.json": JSON.stringify(config),
      });
      life.git("mv", "src/kettle.js", "legacy/kettle.js");
      change("legacy/kettle.js", `${long}debugger;\n`);
      expect((await review(variables)).code).toBe(1);
      expect(kept(life.record())).toHaveLength(1);
      // What the base has there is as it was.
      change("legacy/old.js", KETTLE.replace("  return", "  debugger;\n  return"));
      expect((await review(variables)).code).toBe(1);
      expect(kept(life.record())).toHaveLength(1);
    },
  );
});

describe.each(PLACES)("a remark to another linter, %s", (_, variables) => {
  test("does not silence what is important", async () => {
    life = beginWith({ "src/kettle.js": KETTLE });
    change("src/kettle.js", KETTLE.replace("  return", "  debugger; // eslint-disable-line no-debugger\n  return"));
    expect((await review(variables)).code).toBe(1);
    expect(kept(life.record())).toHaveLength(1);
    expect((await life.cli("audit", "--json")).stdout).toContain("hazard-lint/debugger");
  });
});

test.each(["not ", "-", "lambda: ", "1 if water else "])(
  "a file that parsers break down over (%j) does not silence the checks for the others",
  async (run) => {
    life = beginWith({ "shop.py": "def total(orders):\n    return sum(orders)\n" });
    life.put("a.py", `water = ${run.repeat(20_000)}1\n`);
    change("shop.py", "def total(orders):\n    breakpoint()\n    return sum(orders)\n");
    expect((await review({ CI: "true" })).code).not.toBe(0);
    expect(life.record().findings.map(({ check }) => check)).toContain("hazard-lint/debugger");
  },
);

test("in CI whoever branches off an old commit is reviewed by what the base branch says now", async () => {
  const CONFIG = "deep-review.config.json";
  life = beginWith({ "src/kettle.js": KETTLE, [CONFIG]: '{ "checks": { "hazard-lint/debugger": "off" } }' });
  change("src/kettle.js", KETTLE.replace("  return", "  debugger;\n  return"));
  life.git("checkout", "-q", "main");
  life.put(CONFIG, '{ "failOn": "important" }');
  life.commit("No debuggers");
  life.git("checkout", "-q", "feature");
  for (const asked of [[], ["--base", "main"], ["main...feature"], ["feature"]]) {
    const { code, stdout } = await life.cliWith({ CI: "true" }, ...asked, "--again");
    expect([code, asked], stdout).toEqual([1, asked]);
  }
});

describe("what the change switches off in the configuration, locally", () => {
  const CONFIG = "deep-review.config.json";
  const DEBUGGED = KETTLE.replace("  return", "  debugger;\n  return");
  const OFF = '{ "checks": { "hazard-lint/debugger": "off" } }';
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
    expect(verdict.because).toContain(`I1 is silenced by this change and still counts until`);
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

  test.each([
    ["the file that its link leads to", "team/review.json", (): void => life.put("team/review.json", OFF)],
    [
      "the link",
      "team/review.json",
      (): void => {
        rmSync(join(life.folder, CONFIG));
        symlinkSync("team/off.json", join(life.folder, CONFIG));
      },
    ],
    [
      "a link that its link leads to",
      "team/current.json",
      (): void => {
        rmSync(join(life.folder, "team/current.json"));
        symlinkSync("off.json", join(life.folder, "team/current.json"));
      },
    ],
  ])("silences nothing by %s", async (_how, target, turn) => {
    life = beginWith({ "src/kettle.js": KETTLE, "team/review.json": "{}", "team/off.json": OFF });
    life.git("checkout", "-q", "main");
    symlinkSync("review.json", join(life.folder, "team/current.json"));
    symlinkSync(target, join(life.folder, CONFIG));
    life.commit("Settings of the team");
    life.git("checkout", "-qB", "feature");
    turn();
    change("src/kettle.js", DEBUGGED);
    expect((await review({})).code).toBe(1);
    expect(life.record().findings).toMatchObject([{ silencedBy: { path: CONFIG } }]);
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
