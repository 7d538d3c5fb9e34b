import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { beginLife } from "./rounds/life.ts";

/** What every object has, and what a plain object cannot hold. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"] as const;
const CODE = "export function total(list) {\n  return list.reduce((sum, one) => sum + one.price);\n}\n";

const life = beginLife();
afterAll(() => life.close());

/** What one says of a file, rated by a word that may be any. */
const finding = (label: string, file: string, severity: string): string =>
  `${label}. **The sum of \`${file}\` begins with an object** — \`${file}:2\` (${severity}, ${severity})\n\n` +
  "`reduce` has no start, so that the first item itself is the sum.\n";

const review = (severity: string): string =>
  `## Executive Summary\n\nA change.\n\n## Findings\n\n### Important Issues\n\n${NAMES.map((name, at) =>
    finding(`I${at + 1}`, fileOf(name), severity),
  ).join("\n")}`;

const fileOf = (name: string): string => `${name}/${name}`;

/** Those that scripted reviewers bear, and those that tools bear. */
const SCRIPTED = ["constructor", "valueOf"] as const;
const TOOLS = ["__proto__", "toString", "hasOwnProperty"] as const;

const SARIF = JSON.stringify({
  version: "2.1.0",
  runs: TOOLS.map((name) => ({
    tool: { driver: { name, rules: NAMES.map((id) => ({ id, name: id, properties: { [name]: id } })) } },
    results: NAMES.map((rule) => ({
      ruleId: rule,
      level: name,
      message: { text: `The rule ${rule} of ${name} is broken.` },
      properties: { [name]: rule },
      locations: [{ physicalLocation: { artifactLocation: { uri: fileOf(rule) }, region: { startLine: 2 } } }],
    })),
  })),
});

const put = (name: string, text: string): string => {
  const path = join(life.folder, ".git", name);
  writeFileSync(path, text);
  return path;
};

describe("names that every object inherits are names like others", () => {
  test("as reviewer, model, family, severity, class, file, branch, tool and rule of a round", async () => {
    life.git("checkout", "-qb", "constructor");
    for (const name of NAMES) life.put(fileOf(name), CODE);
    life.commit("constructor: __proto__\n\ntoString: valueOf");
    const reviewers = SCRIPTED.map((name) => {
      return { id: name.toLowerCase(), name, model: name, family: name, says: review(name) };
    });
    const script = put("script.json", JSON.stringify({ reviewers }));
    const sarif = put("constructor.sarif", SARIF);
    const { code, stderr } = await life.cli("--scripted", script, "--sarif", sarif, "--fail-on", "important");
    expect(code, stderr).toBe(1);
    const record = life.record();
    expect(record.reviewers.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    expect(record.findings).toHaveLength(NAMES.length * NAMES.length);
    expect(record.ledger.entries).toHaveLength(record.findings.length);
    const placed = record.findings.map(({ locations }) => locations[0]?.path);
    expect(placed.sort()).toEqual(NAMES.flatMap((name) => NAMES.map(() => fileOf(name))).sort());
  });

  test.each(["md", "html", "json", "sarif", "terminal"])("and are shown as %s", async (format) => {
    const { code, stdout, stderr } = await life.cli("render", "last", "--format", format);
    expect(code, stderr).toBe(0);
    expect(NAMES.filter((name) => !stdout.includes(name))).toEqual([]);
    expect(stdout).not.toContain("native code");
  });

  test("and stand in the list and on the site", async () => {
    expect((await life.cli("list")).stdout).toContain("constructor");
    const out = join(life.folder, "pages");
    expect(await life.cli("site", ".deep-review", "--out", out)).toMatchObject({ code: 0 });
    const pages = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
    const text = pages.map((name) => readFileSync(join(out, name), "utf8")).join("");
    expect(NAMES.filter((name) => !text.includes(name))).toEqual([]);
    expect(text).not.toContain("native code");
  });

  test("as authors of reviews that are merged", async () => {
    const file = put("review.md", review("important"));
    const named = NAMES.flatMap((name) => ["--as", `${name}=${file}`]);
    const { code, stdout, stderr } = await life.cli("merge", ...named, "--format", "json");
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).review.reviewers).toHaveLength(NAMES.length);
    const findings = NAMES.map((name) => ({
      id: name,
      reviewer: name,
      severity: name,
      path: name,
      text: `On ${name}.`,
    }));
    const plain = await life.cli("merge", "--findings", put("findings.json", JSON.stringify({ findings })));
    expect(plain).toMatchObject({ code: 0 });
    expect(NAMES.filter((name) => !plain.stdout.includes(`"${name}"`))).toEqual([]);
  });

  test.each(NAMES)("%s is no panel, reviewer, check or key of the configuration, and no review", async (name) => {
    for (const args of [
      ["--panel", name],
      ["--reviewers", name],
      ["audit", "--check", name],
      ["show", name],
    ]) {
      expect(await life.cli(...args), args.join(" ")).toMatchObject({ code: 2 });
    }
    for (const config of [`{"${name}": {}}`, `{"reviewers": {"${name}": false}}`, `{"checks": {"${name}": "off"}}`]) {
      life.put("deep-review.config.json", config);
      const { code, stderr } = await life.cli("config");
      expect({ code, names: stderr.includes(name) }, config + stderr).toEqual({ code: 2, names: true });
    }
    life.git("checkout", "-q", "deep-review.config.json");
  });
});
