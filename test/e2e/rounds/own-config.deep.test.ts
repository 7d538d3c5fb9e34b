import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { beginWith, EMPTY_SHIFT, type Life, QUEUE } from "./life.ts";

let life: Life;
afterEach(() => life.close());

const FILE = "deep-review.config.json";
const CLEAN = "export const hot = 90;\n";
/** Something important that a built-in reviewer sees. */
const HALTED = "export const hot = 90;\ndebugger;\n";

type Written = Readonly<Record<string, unknown>>;
type Edit = readonly [before: Written | undefined, after: Written | undefined];
/** A repository with one configuration at the base; the change has another, or none where that is undefined. */
function begin([before, after]: Edit, code = CLEAN): void {
  life = beginWith({
    "README.md": "# Kettle\n",
    ...(before === undefined ? {} : { [FILE]: JSON.stringify(before) }),
  });
  if (after === undefined) rmSync(join(life.folder, FILE));
  else life.put(FILE, JSON.stringify(after));
  life.put("src/kettle.js", code);
  life.commit("Boil hotter");
}
const review = async (...args: string[]) => {
  const { code, stdout, stderr } = await life.cli("--base", "main", ...args);
  return { code, told: `${stdout}${stderr}`.replaceAll(/\s+/g, " ") };
};
const house = (...seats: unknown[]): Written => ({ panels: { house: seats } });

describe("a change that weakens its own panel makes the review incomplete", () => {
  test.each<[string, Edit, string[], string]>([
    [
      "a built-in reviewer is taken off",
      [house("loose-ends", "hazard-lint"), house("loose-ends")],
      ["--panel", "house"],
      `this change takes Hazard Lint off the panel house in ${FILE}`,
    ],
    [
      "an agent is taken off",
      [house("loose-ends", "claude"), house("loose-ends")],
      ["--panel", "house"],
      `this change takes Claude off the panel house in ${FILE}`,
    ],
    [
      "one of two of a kind is taken off",
      [
        house("loose-ends", { use: "claude", optional: true }, { use: "claude", id: "second", name: "Second" }),
        house("loose-ends", { use: "claude", optional: true }),
      ],
      ["--panel", "house"],
      `this change takes Second off the panel house in ${FILE}`,
    ],
    [
      "a model is taken off",
      [house("loose-ends", "openai/gpt-5"), house("loose-ends")],
      ["--panel", "house"],
      `this change takes openai/gpt-5 off the panel house in ${FILE}`,
    ],
    [
      "an agent is made optional",
      [house("loose-ends", "claude"), house("loose-ends", { use: "claude", optional: true })],
      ["--panel", "house"],
      `this change makes Claude optional on the panel house in ${FILE}`,
    ],
    [
      "a panel that everybody has gets another meaning",
      [undefined, { panels: { quick: ["loose-ends"] } }],
      ["--panel", "quick"],
      `this change takes Test Scout, Hazard Lint off the panel quick in ${FILE}`,
    ],
    [
      "a place that is named on the command line is filled with somebody else",
      [house({ use: "hazard-lint", id: "guard" }), house({ use: "loose-ends", id: "guard" })],
      ["--reviewers", "guard"],
      `this change takes Hazard Lint off the panel in ${FILE}`,
    ],
    [
      "a built-in reviewer is switched off",
      [{}, { reviewers: { "test-scout": false } }],
      [],
      `this change switches off Test Scout in ${FILE}`,
    ],
    [
      "the whole configuration is removed",
      [{ panels: { quick: ["loose-ends", "test-scout", "hazard-lint", "claude"] } }, undefined],
      ["--panel", "quick"],
      `this change takes Claude off the panel quick by removing the configuration (${FILE})`,
    ],
  ])("%s", async (_, edit, args, says) => {
    begin(edit);
    const { code, told } = await review(...args);
    expect(told).toContain(says);
    expect(code).toBe(3);
    expect(life.record().verdict.kind).toBe("incomplete");
  });

  test("the key in package.json is a configuration, too", async () => {
    const manifest = (config: unknown): string => JSON.stringify({ name: "kettle", "deep-review": config });
    life = beginWith({ "package.json": manifest(house("loose-ends", "hazard-lint")) });
    life.put("package.json", manifest(house("loose-ends")));
    life.commit("Boil hotter");
    const { code, told } = await review("--panel", "house");
    expect(told).toContain("this change takes Hazard Lint off the panel house in package.json");
    expect(code).toBe(3);
  });

  test.each([
    ["is not JSON", '{ "failOn": "suggestion", }'],
    ["is not valid", '{ "failOn": "suggestion", "pannels": {} }'],
  ])("a gate that nobody could read because the configuration %s is not gone without a word", async (_, text) => {
    life = beginWith({ "README.md": "# Kettle\n", [FILE]: text });
    life.put(FILE, "{}");
    life.put("src/kettle.js", CLEAN);
    life.commit("Boil hotter");
    const { code, told } = await review();
    expect([code, told]).toEqual([
      3,
      expect.stringContaining(`this change replaces ${FILE}, and what the base says there is`),
    ]);
  });

  /** The base has these files and links, the change does this; it adds nothing that a check would find. */
  async function reviewOver(base: (life: Life) => void, change: (life: Life) => void) {
    life = beginWith({ "README.md": "# Kettle\n" });
    life.git("checkout", "-q", "main");
    base(life);
    life.commit("Settings of the team");
    life.git("checkout", "-qB", "feature");
    change(life);
    life.put("src/kettle.js", CLEAN);
    life.commit("Boil hotter");
    return review();
  }
  const STRICT = '{ "failOn": "suggestion" }';
  const WEAK = '{ "ignore": ["src/**"] }';
  const link = (target: string, path: string): void => symlinkSync(target, join(life.folder, path));
  const remove = (path: string): void => rmSync(join(life.folder, path));

  test.each<[string, () => void, () => void]>([
    [
      "one of two configurations is removed",
      () => {
        life.put(FILE, "{}");
        life.put("deep-review.config.mjs", "export default {};\n");
      },
      () => remove("deep-review.config.mjs"),
    ],
    [
      "a link to no file is removed",
      () => link("nowhere.mjs", "deep-review.config.mjs"),
      () => remove("deep-review.config.mjs"),
    ],
    [
      "a folder on the way is another one",
      () => {
        life.put("strict/c.json", STRICT);
        life.put("weak/c.json", WEAK);
        link("strict", "team");
        link("team/c.json", FILE);
      },
      () => {
        remove("team");
        link("weak", "team");
      },
    ],
    [
      "the last of many links is another one",
      () => {
        life.put("strict.json", STRICT);
        life.put("weak.json", WEAK);
        link("strict.json", "l12");
        for (let at = 11; at >= 1; at--) link(`l${at + 1}`, `l${at}`);
        link("l1", FILE);
      },
      () => {
        remove("l12");
        link("weak.json", "l12");
      },
    ],
  ])("nothing is lost without a word where %s", async (_, base, change) => {
    const { code, told } = await reviewOver(base, change);
    expect([code, told]).toEqual([3, expect.stringMatching(/this change (?:replaces|ignores|loosens)/)]);
  });

  test("a folder whose name looks like a line of git's listing is no configuration", async () => {
    life = beginWith({ "README.md": "# Kettle\n", "docs/sample.json": WEAK });
    life.git("checkout", "-q", "main");
    const blob = life.git("rev-parse", "HEAD:docs/sample.json").trim();
    life.put(`100644 blob ${blob}\t${FILE}/readme.txt`, "x\n");
    life.commit("Odd name");
    life.git("checkout", "-qB", "feature");
    life.put("src/kettle.js", HALTED);
    life.commit("Boil hotter");
    const { code } = await life.cliWith({ CI: "true" }, "--base", "main", "--fail-on", "important");
    expect(code).toBe(1);
  });

  test("a configuration of the change that cannot be read does not stop a review in CI", async () => {
    life = beginWith({ "README.md": "# Kettle\n" });
    link("/etc/hostname", FILE);
    life.put("src/kettle.js", HALTED);
    life.commit("Boil hotter");
    const { code } = await life.cliWith({ CI: "true" }, "--base", "main", "--fail-on", "important");
    expect(code).toBe(1);
  });

  test("a configuration that is written while the review starts does not apply unseen", async () => {
    life = beginWith({ "README.md": "# Kettle\n" });
    life.put("src/kettle.js", HALTED);
    const bin = join(life.folder, ".git/bin");
    mkdirSync(bin);
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    // As if somebody saved the file right after the snapshot was taken.
    const lines = [
      "#!/bin/sh",
      `"${real}" "$@"`,
      "code=$?",
      `case "$*" in *commit-tree*) echo '${WEAK}' > "${join(life.folder, FILE)}";; esac`,
      "exit $code",
      "",
    ];
    writeFileSync(join(bin, "git"), lines.join("\n"), { mode: 0o755 });
    const path = `${bin}:${process.env["PATH"]}`;
    const { code, stderr } = await life.cliWith({ PATH: path }, "--uncommitted", "--fail-on", "suggestion");
    expect([code, stderr]).toEqual([2, expect.stringContaining("was edited while the review started")]);
    expect((await life.cli("--uncommitted")).code).toBe(3);
  });

  test("a configuration that is code and was never run is not known to say nothing", async () => {
    life = beginWith({ "deep-review.config.mjs": 'export default { failOn: "important" };\n' });
    life.git("mv", "deep-review.config.mjs", FILE);
    life.put(FILE, "{}");
    life.commit("Boil hotter");
    const { code, told } = await review();
    expect(told).toContain("this change replaces deep-review.config.mjs, and what the base says there is not known");
    expect(code).toBe(3);
  });

  test("a configuration that is code, and that the user has allowed, is compared", async () => {
    life = beginWith({ "deep-review.config.mjs": 'export default { failOn: "important" };\n' });
    expect((await life.cli("config", "--trust")).code).toBe(0);
    life.git("rm", "-q", "deep-review.config.mjs");
    life.put("src/kettle.js", HALTED);
    life.commit("Boil hotter");
    expect((await review()).code).toBe(1);
  });
});

test("a model that is changed on a place that stays is told", async () => {
  const seat = { use: "claude", optional: true };
  begin([house("loose-ends", seat), { ...house("loose-ends", seat), agents: { claude: { model: "haiku" } } }]);
  const { told } = await review("--panel", "house");
  expect(told).toContain(`this change changes the model or effort of Claude on the panel house in ${FILE}`);
});

describe("a change that moves the archive", () => {
  test("does not make earlier rounds unknown without a word", async () => {
    life = beginWith({ "README.md": "# Queue\n" });
    life.put("src/queue.ts", QUEUE);
    life.commit("Add the queue");
    await life.round({ ada: { findings: [{ ...EMPTY_SHIFT, label: "C1" }] } }, {}, "--base", "main");
    life.put(FILE, '{ "archive": ".reviews" }');
    life.commit("Move the archive");
    const { code, told } = await review();
    expect(told).toContain(`this change moves the archive to .reviews in ${FILE}, so earlier rounds are not known`);
    expect(code).toBe(3);
    expect((await review("--archive", ".deep-review")).told).not.toContain("moves the archive");
  });

  test("that holds no round yet loses nothing", async () => {
    begin([undefined, { archive: ".reviews" }]);
    expect((await review()).code).toBe(0);
  });
});

describe("what fails a review", () => {
  test.each<[string, Written | undefined]>([
    ["is no more", {}],
    ["is less", { failOn: "critical" }],
    ["goes with the file", undefined],
    ["is more", { failOn: "suggestion" }],
  ])("is the stricter of both where it %s", async (_, after) => {
    begin([{ failOn: "important" }, after], HALTED);
    const { code, told } = await review();
    expect(code).toBe(1);
    expect(told.includes("this change loosens failOn")).toBe(after?.["failOn"] !== "suggestion");
    // A second time it is taken from the archive.
    expect((await review()).code).toBe(1);
  });

  test("is what the command line says", async () => {
    begin([{ failOn: "important" }, {}], HALTED);
    const { code, told } = await review("--fail-on", "critical");
    expect(code).toBe(0);
    expect(told).not.toContain("loosens failOn");
  });

  test("is the user's word where the change does not touch it", async () => {
    begin([{ failOn: "important" }, { failOn: "important" }], HALTED);
    life.put(FILE, "{}");
    expect((await life.cli("main..feature")).code).toBe(0);
  });
});

describe("how many agents must have read each hunk", () => {
  test.each<[string, Edit, number]>([
    ["none took part", [{ readers: 2 }, { readers: 2 }], 3],
    ["the change asks for fewer", [{ readers: 2 }, { readers: 1 }], 3],
    ["the change asks for more", [undefined, { readers: 2 }], 3],
    ["one is asked for", [{ readers: 1 }, { readers: 1 }], 0],
  ])("counts: %s", async (_, edit, expected) => {
    begin(edit);
    const { code, told } = await review();
    expect(code).toBe(expected);
    expect(told.includes("2 agents must have read each hunk, and none took part")).toBe(expected === 3);
  });

  test("counts in CI", async () => {
    begin([{ readers: 2 }, {}]);
    const { code, stdout } = await life.cliWith({ CI: "true" }, "--base", "main");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("2 agents must have read each hunk, and none took part");
    expect(code).toBe(3);
  });
});

test.each<[string, Edit, string[]]>([
  ["adds a stricter one", [undefined, { failOn: "important", reviewers: { "test-scout": true } }], []],
  ["names a reviewer that is gone", [{}, { reviewers: { "house-rules": false } }], []],
  ["adds a panel", [undefined, house("loose-ends")], ["--panel", "house"]],
  ["adds somebody to a panel", [house("loose-ends"), house("hazard-lint", "loose-ends")], ["--panel", "house"]],
  ["changes a panel that nobody asked for", [house("loose-ends", "hazard-lint"), house("loose-ends")], []],
  ["switches off whom nobody asked", [{}, { reviewers: { "test-scout": false } }], ["--reviewers", "loose-ends"]],
  ["removes one that says nothing", [{}, undefined], []],
  ["gives more time and larger bundles", [{}, { timeout: "1h", bundle: { most: 8 }, budget: 5 }], []],
])("a change of the configuration stays quiet and green where it %s", async (_, edit, args) => {
  begin(edit);
  const { code, told } = await review(...args);
  expect(code).toBe(0);
  expect(told).not.toContain("this change");
});
