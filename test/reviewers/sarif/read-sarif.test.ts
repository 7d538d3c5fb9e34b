import { describe, expect, test } from "vitest";
import { readSarif } from "#reviewers/sarif/read-sarif.ts";

const scope = {
  addedLines: (path: string) => new Set(path === "src/deliver.ts" ? [10, 11] : []),
  root: "/build/relay",
};

function log(results: object[], rules: object[] = []) {
  return JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "CodeQL", rules } }, results }] });
}

const result = (over: object = {}, startLine = 10, uri = "src/deliver.ts") => ({
  ruleId: "js/leak",
  message: { text: "The socket is never closed. Close it." },
  locations: [
    { physicalLocation: { artifactLocation: { uri }, region: { startLine, snippet: { text: "open()\n" } } } },
  ],
  ...over,
});

function hits(results: object[], rules: object[] = []) {
  const read = readSarif(log(results, rules), scope);
  return read.ok ? (read.reviews[0]?.hits ?? []) : [];
}

describe("readSarif", () => {
  test("a result on an added line becomes a hit of its tool", () => {
    expect(hits([result()])).toMatchObject([
      {
        check: "CodeQL/js/leak",
        severity: "suggestion",
        title: "The socket is never closed",
        places: [{ location: { path: "src/deliver.ts", start: 10, end: 10 }, quote: "open()" }],
      },
    ]);
  });

  test.each([
    ["on a line that was there before", result({}, 40)],
    ["in a file that the change does not touch", result({}, 10, "src/other.ts")],
    ["that the file suppresses", result({ suppressions: [{ kind: "inSource" }] })],
    ["that the baseline already has", result({ baselineState: "unchanged" })],
    ["that is informational", result({ kind: "informational" })],
  ])("a result %s is left out and counted", (_, one) => {
    const read = readSarif(log([one]), scope);
    expect(read).toMatchObject({ ok: true, reviews: [{ hits: [], leftOut: 1 }] });
  });

  test("a result without a location is a hit without a place", () =>
    expect(hits([result({ locations: [] })])).toMatchObject([{ places: [] }]));

  test("a shortened name that fits several files is looked for in all of them", () => {
    const paths = new Set(["src/deliver.ts", "lib/deliver.ts"]);
    const read = readSarif(log([result({}, 10, "deliver.ts")]), { ...scope, paths });
    expect(read).toMatchObject({ reviews: [{ hits: [{ places: [{ location: { path: "src/deliver.ts" } }] }] }] });
  });

  test("bases that stand on each other end", () => {
    const originalUriBaseIds = { A: { uri: "a/", uriBaseId: "B" }, B: { uri: "b/", uriBaseId: "A" } };
    const locations = [{ physicalLocation: { artifactLocation: { uri: "x.ts", uriBaseId: "A" } } }];
    const run = { tool: { driver: { name: "T" } }, originalUriBaseIds, results: [result({ locations })] };
    expect(readSarif(JSON.stringify({ runs: [run] }), scope)).toMatchObject({ ok: true, reviews: [{ leftOut: 1 }] });
  });

  test.each([
    [{ level: "error" }, [], "important"],
    [{ level: "note" }, [], "suggestion"],
    [{}, [{ id: "js/leak", defaultConfiguration: { level: "error" } }], "important"],
    [{}, [{ id: "js/leak", properties: { "security-severity": "9.8" } }], "critical"],
    [{}, [{ id: "js/leak", properties: { "security-severity": "7.5" } }], "important"],
  ])("%j with rules %j is %s", (over, rules, severity) =>
    expect(hits([result(over)], rules)[0]?.severity).toBe(severity),
  );

  test.each(["file:///build/relay/src/deliver.ts", "./src/deliver.ts", "src%2Fdeliver.ts"])(
    "%s names the file",
    (uri) => expect(hits([result({}, 10, uri)])).toHaveLength(1),
  );

  test.each(["", "[]", "null", '{"runs":3}', '{"runs":[1]}', "{ nope"])("%j is no SARIF, with a reason", (text) =>
    expect(readSarif(text, scope).ok).toBe(false),
  );
});
