import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import type { Finding } from "#model/finding.ts";
import { joinFindings } from "#steps/judge/cluster/join-findings.ts";
import { aFinding, aReviewer } from "../../../helpers/builders.ts";
import { judged } from "../../../helpers/judged.ts";

const REVIEWERS = ["ada", "brook", "cleo"];

const joined = (findings: readonly Finding[], analyzers: readonly string[] = []): string[][] =>
  joinFindings(profileFindings(findings.map((finding) => readFindingText(finding))), { analyzers: new Set(analyzers) })
    .groups.map((members) => members.map((at) => findings[at]!.id).sort())
    .sort();

const saying = (id: string, place: string | undefined, over: { title?: string; body?: string } = {}): Finding => {
  const [path = "", line] = (place ?? "").split(":");
  const lines = line === undefined ? {} : { start: Number(line), end: Number(line) };
  return aFinding({
    id,
    title: "The error is ignored",
    body: "The returned error is not checked.",
    quotes: [],
    fix: undefined,
    locations: place === undefined ? [] : [{ path, ...lines }],
    ...over,
  });
};

describe("the same generic sentence about many files", () => {
  test.each([1, 2, 10, 50, 51, 120])("%i files are as many problems, each of three reviewers", (files) => {
    const findings = REVIEWERS.flatMap((who) =>
      Array.from({ length: files }, (_, at) => saying(`${who}:I${at + 1}`, `src/unit${at}.go:12`)),
    );
    const groups = joined(findings);
    expect(groups).toHaveLength(files);
    expect(groups.every((members) => members.length === 3)).toBe(true);
  });

  const generic = fc.uniqueArray(
    fc.record({
      who: fc.constantFrom(...REVIEWERS),
      number: fc.integer({ min: 1, max: 40 }),
      file: fc.option(fc.integer({ min: 0, max: 6 }), { freq: 5 }),
      line: fc.integer({ min: 1, max: 60 }),
      title: fc.constantFrom("The error is ignored", "Error is ignored here", "Missing test", "Tests are missing"),
    }),
    { selector: ({ who, number }) => `${who}:${number}`, minLength: 2, maxLength: 30 },
  );

  test("two files never share a problem, with or without findings that have no place, in any order", () => {
    fc.assert(
      fc.property(generic, (list) => {
        const findings = list.map(({ who, number, file, line, title }) =>
          saying(`${who}:I${number}`, file === null ? undefined : `src/unit${file}.go:${line}`, { title }),
        );
        const fileOf = new Map<string, string | undefined>(
          findings.map(({ id, locations }) => [id, locations[0]?.path]),
        );
        const clusters = judged(findings).map(({ members }) => members.map(({ finding }) => finding));
        for (const members of clusters) {
          const files = new Set(members.map((id) => fileOf.get(id)).filter((path) => path !== undefined));
          expect(files.size).toBeLessThanOrEqual(1);
        }
        const sets = (all: readonly (readonly string[])[]) => all.map((members) => members.toSorted().join()).sort();
        const reversed = judged(findings.toReversed());
        expect(sets(reversed.map(({ members }) => members.map(({ finding }) => finding)))).toEqual(sets(clusters));
      }),
      { numRuns: 60 },
    );
  });

  test("a finding without a place joins the one file that it fits, and none of two", () => {
    const one = [saying("ada:I1", "a.go:3"), saying("brook:I1", undefined)];
    expect(joined(one)).toEqual([["ada:I1", "brook:I1"]]);
    expect(joined([...one, saying("cleo:I1", "b.go:9")])).toEqual([["ada:I1"], ["brook:I1"], ["cleo:I1"]]);
  });

  test("distant lines of one file are different problems, a few lines apart are one", () => {
    expect(joined([saying("ada:I1", "a.go:10"), saying("brook:I1", "a.go:14")])).toHaveLength(1);
    expect(joined([saying("ada:I1", "a.go:10"), saying("brook:I1", "a.go:300")])).toHaveLength(2);
  });

  test("a root file is not the file of the same name in a folder, where the commit tells them", () => {
    const findings = [saying("ada:I1", "package.json:3"), saying("brook:I1", "web/package.json:3")];
    const groundings = findings.map(({ id, locations }) => ({
      finding: id,
      summary: { status: "unchecked" as const, why: "no quote" },
      quotes: [],
      fixes: [],
      places: locations.map((cited) => ({ cited, path: cited.path, status: "exists" as const, why: "it is there" })),
    }));
    expect(judged(findings)).toHaveLength(1);
    expect(judged(findings, { groundings: groundings as never })).toHaveLength(2);
  });
});

describe("different files are one problem where the texts say so", () => {
  const body = "The handler and the table disagree, so a request without a tenant is served.";

  test("one names the other's file", () => {
    const title = "Requests without a tenant are served";
    const plain = [
      saying("ada:I1", "src/handler.go:3", { title, body }),
      saying("brook:I1", "src/table.go:8", { title, body }),
    ];
    expect(joined(plain)).toHaveLength(2);
    const naming = saying("brook:I1", "src/table.go:8", { title, body: `${body} See \`handler.go\`.` });
    expect(joined([plain[0]!, naming])).toHaveLength(1);
  });

  test("both titles name the same thing, unless a dozen other files speak of it too", () => {
    const title = "`resolveTenant` serves requests without a tenant";
    const pair = [
      saying("ada:I1", "src/handler.go:3", { title, body }),
      saying("brook:I1", "src/table.go:8", { title, body }),
    ];
    expect(joined(pair)).toHaveLength(1);
    const others = Array.from({ length: 12 }, (_, at) =>
      saying(`cleo:I${at + 1}`, `src/part${at}.go:5`, { title, body }),
    );
    expect(joined([...pair, ...others])).toHaveLength(14);
  });

  test("a third finding cites both places", () => {
    const both = aFinding({
      ...saying("cleo:I1", "a.go:3"),
      locations: [
        { path: "a.go", start: 3, end: 3 },
        { path: "b.go", start: 9, end: 9 },
      ],
    });
    expect(joined([saying("ada:I1", "a.go:3"), saying("brook:I1", "b.go:9"), both])).toHaveLength(1);
  });

  test("a reviewer's own findings about two files stay two, whatever they name", () => {
    const title = "`resolveTenant` serves requests without a tenant";
    const own = [
      saying("ada:I1", "src/handler.go:3", { title, body }),
      saying("ada:I2", "src/table.go:8", { title, body }),
    ];
    expect(joined([...own, saying("brook:I1", "src/handler.go:3", { title, body })])).toEqual([
      ["ada:I1", "brook:I1"],
      ["ada:I2"],
    ]);
  });
});

describe("built-in checks", () => {
  const hit = (id: string, place: string, check: string) =>
    saying(id, place, { body: `The error disappears here.\n\nCheck: \`${check}\`` });

  test("hundreds of hits of one check with the same words stay apart, in one file and in many", () => {
    const hits = Array.from({ length: 600 }, (_, at) =>
      hit(`hazard-lint:I${at + 1}`, at % 2 === 0 ? `src/one.ts:${at + 1}` : `src/unit${at}.ts:7`, "hazard-lint/catch"),
    );
    const reviewers = [aReviewer({ id: "hazard-lint", kind: "analyzer" })];
    expect(judged(hits, { reviewers })).toHaveLength(600);
  });

  test("each hit of a check is a problem: with one title at one place, and with the very same words", () => {
    const hits = ["commit 1", "commit 2", "commit 2"].map((body, at) => ({
      ...hit(`hazard-lint:C${at + 1}`, "k.py", "hazard-lint/secret"),
      body,
    }));
    expect(joined(hits)).toHaveLength(1);
    expect(joined(hits, ["hazard-lint"])).toHaveLength(3);
  });

  test("two checks never join, even on the same line; an agent may join one of them", () => {
    const hits = [
      hit("hazard-lint:I1", "a.ts:4", "hazard-lint/catch"),
      hit("loose-ends:I1", "a.ts:4", "loose-ends/old-message"),
    ];
    expect(joined(hits)).toHaveLength(1);
    expect(joined(hits, ["hazard-lint", "loose-ends"])).toHaveLength(2);
    expect(joined([...hits, hit("claude:I1", "a.ts:4", "none/none")], ["hazard-lint", "loose-ends"])).toHaveLength(2);
  });

  test("two checks of one reviewer never join on the same line, whether their texts name them or only the field does", () => {
    const named = ["shell", "catch"].map((check, at) =>
      hit(`hazard-lint:I${at + 1}`, "a.ts:4", `hazard-lint/${check}`),
    );
    const field = named.map((finding, at) => aFinding({ ...finding, body: "It breaks.", check: `hazard-lint/${at}` }));
    for (const hits of [named, field]) {
      expect(joined(hits, ["hazard-lint"])).toEqual([["hazard-lint:I1"], ["hazard-lint:I2"]]);
    }
  });

  test("findings of agents about the same line never bring two checks into one problem, as secondary members neither", () => {
    const checks = ["hazard-lint/shell", "hazard-lint/catch", "loose-ends/old-message"];
    const hits = checks.map((check, at) => hit(`${check.split("/")[0]}:I${at + 1}`, "a.ts:4", check));
    const agents = ["claude", "codex", "gemini"].map((who) => saying(`${who}:I1`, "a.ts:4"));
    const reviewers = ["hazard-lint", "loose-ends"].map((id) => aReviewer({ id, kind: "analyzer" }));
    const isCheck = ({ finding }: { readonly finding: string }) => !finding.startsWith("c") && !finding.startsWith("g");
    const clusters = judged([...hits, ...agents], { reviewers });
    expect(clusters.map(({ members }) => members.filter(isCheck).length)).toEqual([1, 1, 1]);
    expect(clusters.some(({ members }) => members.some(isCheck) && !members.every(isCheck))).toBe(true);
  });
});

test("thousands of copies of one sentence without a place are one problem, and take no time for each pair", () => {
  const findings = Array.from({ length: 2_000 }, (_, at) => saying(`${REVIEWERS[at % 3]}:I${at + 1}`, undefined));
  expect(joined(findings)).toHaveLength(1);
});
