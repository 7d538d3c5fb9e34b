import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { beginWith, kept, type Life, verdictOf } from "./life.ts";

let life: Life;
afterEach(() => life.close());

type Files = Readonly<Record<string, string>>;

/** Reviews a change from these files to those; empty ones are taken away. */
async function review(base: Files, head: Files) {
  life = beginWith({ "README.md": "# Kettle\n", ...base });
  for (const [path, text] of Object.entries(head)) {
    if (text === "") rmSync(join(life.folder, path));
    else life.put(path, text);
  }
  life.commit("Change it");
  const { code } = await life.cli("--quiet", "--fail-on", "important");
  const record = life.record();
  return { code, verdict: record.verdict, titles: kept(record).map(({ words }) => words?.title) };
}

const many = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join("");
const LONG = many(400, (at) => `word${at} `);
const TOTAL = "def total(orders):\n    return sum(orders)\n";
const HALTED = "def total(orders):\n    breakpoint()\n    return sum(orders)\n";
const run = (script: string): string =>
  `on: push\njobs:\n  go:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${script}\n`;

describe("a debugger call", () => {
  test.each<[string, string]>([
    ["among much else", `${HALTED}\n\ndef more():\n    return [alpha, beta, gamma, delta]\n`],
    ["below a comment full of brackets", `# ${"(".repeat(300)}\n${HALTED}`],
    ["in a long file", HALTED + many(15_000, (at) => `VALUE_${at} = "some text of ${at}"\n`)],
    ["on a long line", HALTED.replace("breakpoint()", `len("${LONG}"); breakpoint()`)],
    ["beside a remark to another linter", HALTED.replace("point()\n", "point()  # noqa\n")],
    ["below such a remark about the whole file", `# flake8: noqa\n${HALTED}`],
    ["beside a syntax error", `${HALTED}\n\ndef more(:\n    pass\n`],
  ])("is told %s", async (_, text) => {
    const { code, verdict, titles } = await review({ "src/total.py": TOTAL }, { "src/total.py": text });
    expect(titles).toEqual([expect.stringMatching(/breakpoint\(\).* is left in src\/total\.py/)]);
    expect([code, verdictOf({ verdict })]).toEqual([1, "checks-only, important"]);
  });

  test("is told in a file that makes parsers break down", async () => {
    const deep = `${HALTED}x = ${"not ".repeat(200_000)}1\n`;
    const { code, titles } = await review({ "src/total.py": TOTAL }, { "src/total.py": deep });
    expect(titles).toEqual(["`breakpoint()` is left in src/total.py"]);
    expect(code).not.toBe(0);
  });
});

describe("a long line hides", () => {
  test.each<[string, Files]>([
    ["no debugger call", { "src/boil.js": `export function boil() {\n  /* ${LONG} */ debugger;\n}\n` }],
    ["no conflict", { "conf/a.ini": `<<<<<<< HEAD ${LONG}\na = 1\n=======\na = 2\n>>>>>>> other\n` }],
    ["no text of strangers in a script", { ".github/workflows/a.yml": run(`echo "${LONG} \${{ github.head_ref }}"`) }],
    ["no path of one machine", { "src/cache.js": `export const cache = ["${LONG}", "/Users/mhuber/shop/cache"];\n` }],
    ["no focused test", { "src/boil.test.js": `it("boils", () => {});\nit.only("${LONG}", () => {});\n` }],
    [
      "no credential",
      { "src/keys.js": `export const keys = ["${LONG}", "${"ghp_"}R7kQ2mXv9LpTz4WcY8sBn3HdJf6GaE1uKoVi"];\n` },
    ],
  ])("%s", async (_, head) => {
    const { code, titles } = await review({}, head);
    expect(titles).toHaveLength(1);
    expect(code).toBe(1);
  });
});

describe("an expression of a workflow is read", () => {
  test.each([
    ["behind a brace in quotes", "${{ format('}}{0}', github.head_ref) }}"],
    ["behind many blanks", `\${{ ${" ".repeat(600)}github.head_ref }}`],
    ["beside what looks like a comparison", "${{ format('<= {0}', github.head_ref) }}"],
    ["when it is written with brackets", "${{ github['head_ref'] }}"],
    ["over several lines", "${{\n            github.head_ref\n          }}"],
  ])("%s", async (_, expression) => {
    const { code, titles } = await review({}, { ".github/workflows/a.yml": run(`|\n          echo "${expression}"`) });
    expect(titles).toEqual(["`github.head_ref` is inserted into a script of .github/workflows/a.yml"]);
    expect(code).toBe(1);
  });
});

describe("who still uses what is gone is told", () => {
  const CALL = run("./scripts/deploy.sh");
  const GONE = { "scripts/deploy.sh": "", "src/x.js": "export const x = 2;\n" };
  const STOOD = { "scripts/deploy.sh": "#!/bin/sh\necho deploy\n", "src/x.js": "export const x = 1;\n" };
  const told = (steps: string) => many(20, (at) => `Step ${at}: ${steps}\n\n`);

  test.each<[string, Files, Files]>([
    [
      "though the change names it in many documents",
      { ".github/workflows/a.yml": CALL },
      { "docs/a.md": told("scripts/deploy.sh") },
    ],
    [
      "by twenty workflows",
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`.github/workflows/a${at}.yml`, CALL])),
      {},
    ],
    ["on a long line", { ".github/workflows/a.yml": run(`echo ${LONG} && ./scripts/deploy.sh`) }, {}],
  ])("%s", async (_, base, head) => {
    const { code, titles } = await review({ ...STOOD, ...base }, { ...GONE, ...head });
    expect(titles).toEqual([expect.stringContaining("`scripts/deploy.sh` is gone, but .github/workflows/a")]);
    expect(code).toBe(1);
  });

  test("though two hundred other files went with it", async () => {
    const others = Array.from({ length: 201 }, (_, at) => `a/part${at}.txt`);
    const base = {
      ...STOOD,
      ".github/workflows/a.yml": CALL,
      ...Object.fromEntries(others.map((path) => [path, `${path}\n`])),
    };
    const { code, titles } = await review(base, { ...GONE, ...Object.fromEntries(others.map((path) => [path, ""])) });
    expect(titles).toEqual([expect.stringContaining("`scripts/deploy.sh` is gone")]);
    expect(code).toBe(1);
  });

  test.each([
    [
      "a command",
      { "package.json": '{ "scripts": { "ship-it": "x" } }\n' },
      { "package.json": '{ "scripts": {} }\n' },
      "npm run ship-it",
    ],
    [
      "a setting",
      { "src/x.js": "export const x = process.env.ORDER_LIMIT;\n" },
      { "src/x.js": "export const x = 2;\n" },
      "ORDER_LIMIT=3 node x",
    ],
  ])("for %s that the change names in many documents, too", async (_, base, head, script) => {
    const stood = { ...base, ".github/workflows/a.yml": run(script) };
    const { code, titles } = await review(stood, { ...head, "docs/a.md": told(`\`${script}\``) });
    expect(titles[0]).toContain("is gone, but .github/workflows/a.yml");
    expect(code).toBe(1);
  });
});

test("an ordinary change has nothing that stands", async () => {
  const { code, verdict } = await review(
    { "src/total.py": TOTAL, "src/x.js": "export const x = 1;\n" },
    {
      "src/total.py": TOTAL.replace("sum(orders)", "sum(orders) * 2"),
      "src/new.py": "import os\n\n\ndef home():\n    return os.environ.get('KETTLE')  # noqa: S105\n",
      "src/x.js": `export const x = 2;\nexport const words = "${LONG}";\n`,
      "docs/a.md": "# Kettle\n\nIt boils.\n",
    },
  );
  expect([code, verdictOf({ verdict })]).toEqual([0, "checks-only, nothing"]);
  expect(verdict.because).not.toContain("did not look");
});
