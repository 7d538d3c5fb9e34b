import { describe, expect, test } from "vitest";
import { undocumentedField } from "#reviewers/analyzer/loose-ends/checks/undocumented-field.ts";
import { runCheck } from "../run-check.ts";

const NAMES = ["host", "port", "workers", "log_file"];
const listed = (path: string, lines: readonly string[]) => [path, ...lines.map((line) => ` ${line}`)].join("\n");
const DOCUMENT = listed(
  "docs/setup.md",
  NAMES.map((name) => `- \`${name}\`: what it is`),
);
const config = (field: string) =>
  [
    "shop/config.go",
    " package shop",
    " type Config struct {",
    ...NAMES.map((name, at) => ` \tField${at} string \`yaml:"${name}"\``),
    `+\t${field}`,
    " }",
  ].join("\n");
const TIMEOUT = config('Timeout int `yaml:"timeout,omitempty"`');

const titles = async (...files: string[]) =>
  (await runCheck(undocumentedField, files.join("\n"))).map(({ title }) => title);

describe("a new field", () => {
  test("is missing in the document that lists the others, which is named", async () => {
    const [hit, ...more] = await runCheck(undocumentedField, `${TIMEOUT}\n${DOCUMENT}`);
    expect(more).toEqual([]);
    expect(hit?.title).toBe("`timeout` of `Config` is not in docs/setup.md, which lists the other fields");
    expect(hit?.explanation).toContain("names 4 of the 4 other fields");
    expect(hit?.places.map(({ location }) => location.path)).toEqual(["shop/config.go", "docs/setup.md"]);
  });

  test("is missing in a schema", async () => {
    const schema = listed(
      "shop/config.schema.json",
      NAMES.map((name) => `"${name}": {},`),
    );
    expect(await titles(TIMEOUT, schema)).toHaveLength(1);
  });

  test("of an interface is found too", async () => {
    const fields = ["hostName", "portNumber", "workerCount", "logFile"];
    const options = [
      "src/options.ts",
      " export interface Options {",
      ...fields.map((name) => `   ${name}: string;`),
      "+  timeLimit: number;",
      " }",
    ];
    const table = listed(
      "README.md",
      fields.map((name) => `| \`${name}\` | what it is |`),
    );
    expect(await titles(options.join("\n"), table)).toEqual([
      "`timeLimit` of `Options` is not in README.md, which lists the other fields",
    ]);
  });

  test.each([
    ["that is documented elsewhere", TIMEOUT, `${DOCUMENT}\n${listed("docs/limits.md", ["Set `timeout`."])}`],
    ["whose siblings are not listed", TIMEOUT, listed("docs/setup.md", ["- `host`: where", "- `port`: which"])],
    [
      "whose siblings are only words of a text",
      TIMEOUT,
      listed("docs/setup.md", ["The host has a port, workers and a log_file."]),
    ],
    ["of a status", TIMEOUT.replace("type Config", "type ShopStatus"), DOCUMENT],
    ["of a helper for tests", TIMEOUT.replace("shop/config.go", "testutil/config.go"), DOCUMENT],
    ["that users never write", config("timeout int"), DOCUMENT],
    ["that is hidden on purpose", config('Timeout int `yaml:"-" json:"timeout"`'), DOCUMENT],
    ["that only a sample of a test lists", TIMEOUT, DOCUMENT.replace("docs/setup.md", "tests/setup.md")],
    ["that only a changelog lists", TIMEOUT, DOCUMENT.replace("docs/setup.md", "docs/changelog.md")],
  ])("is left alone %s", async (_, code, documents) => {
    expect(await titles(code, documents)).toEqual([]);
  });
});
