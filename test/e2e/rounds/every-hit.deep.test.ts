import { afterEach, describe, expect, test } from "vitest";
import { beginWith, kept, type Life, verdictOf } from "./life.ts";

let life: Life;
afterEach(() => life.close());

const begin = (files: Readonly<Record<string, string>> = {}): Life => {
  life = beginWith({ "README.md": "# Kettle\n", ...files });
  return life;
};
const review = (...args: string[]) => life.cli("--quiet", ...args);

/** A value of the form of a token, another for each number; in two parts, so that scanners do not take it for one. */
const token = (number: number): string =>
  `${"ghp_"}${Array.from({ length: 36 }, (_, at) => SIGNS[(at * 7 + number * 13 + ((number * at) % 17)) % SIGNS.length]).join("")}`;
const SIGNS = "bcdfghjkmnpqrtvwxyzBCDFGHJKLMNPQRSTVWXYZ2346789";
const CONFLICT = "<<<<<<< HEAD\nlimit = 3\n=======\nlimit = 5\n>>>>>>> other\n";
const INJECTION =
  'on: pull_request_target\njobs:\n  greet:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "${{ github.event.pull_request.title }}"\n';
const debugged = (name: string): string => `export function ${name}(water) {\n  debugger;\n  return water;\n}\n`;

describe("no limit takes the worst away", () => {
  test.each([10, 11, 200])("%i credentials in one file are as many criticals", async (count) => {
    begin();
    const lines = Array.from({ length: count }, (_, at) => `  "${token(at)}",\n`);
    life.put("src/keys.js", `export const keys = [\n${lines.join("")}];\n`);
    life.commit("Keys");
    expect((await review("--fail-on", "critical")).code).toBe(1);
    const { verdict, clusters, findings } = life.record();
    expect(verdictOf({ verdict })).toBe("checks-only, critical");
    expect(findings.filter(({ check }) => check === "hazard-lint/secret")).toHaveLength(count);
    expect(clusters.filter(({ ruling }) => ruling.kind === "keep" && ruling.severity === "critical")).toHaveLength(
      count,
    );
    expect(verdict.because.length).toBeLessThan(300);
  });

  test("conflicts in eleven files are eleven criticals", async () => {
    begin();
    for (let at = 0; at < 11; at++) life.put(`conf/part${at}.ini`, CONFLICT);
    life.commit("Merge");
    expect((await review("--fail-on", "critical")).code).toBe(1);
    expect(life.record().verdict.decidedBy).toHaveLength(11);
  });

  test("three decoys do not hide a workflow injection", async () => {
    begin();
    for (const name of ["one", "two", "three", "four"])
      life.put(`src/${name}.js`, `export const ${name} = "${token(name.length * 7 + name.charCodeAt(0))}";\n`);
    life.put(".github/workflows/greet.yml", INJECTION);
    life.commit("Greet");
    await review();
    expect(
      kept(life.record())
        .map(({ words }) => words?.title)
        .join("\n"),
    ).toContain("is inserted into a script");
  });
});

describe("a decision is about the places that it was made for", () => {
  test("of five hits three are declined, and the two others stand all along", async () => {
    begin();
    for (const name of ["one", "two", "three", "four", "five"]) life.put(`src/${name}.js`, debugged(name));
    life.commit("Boil");
    await review();
    expect(kept(life.record())).toHaveLength(5);
    const three = kept(life.record())
      .slice(0, 3)
      .map(({ id }) => id);
    expect((await life.cli("decline", ...three, "--because", "the inspector is started by hand")).code).toBe(0);
    expect((await review("--fail-on", "important")).code).toBe(1);
    const second = life.record();
    expect(kept(second)).toHaveLength(2);
    expect(verdictOf(second)).toBe("checks-only, important");
    expect(second.verdict.decidedBy).toEqual(["I4", "I5"]);
  });

  test("of two credentials that look the same one is declined, and the other stands", async () => {
    begin();
    life.put("src/keys.js", `export const keys = [\n  "${token(1)}",\n  "${token(2)}",\n];\n`);
    life.commit("Keys");
    await review();
    const [first, second] = kept(life.record());
    await life.cli("decline", second?.id ?? "", "--because", "it was revoked");
    await review();
    const again = kept(life.record());
    expect(again.map(({ words }) => words?.locations)).toEqual([first?.words?.locations]);
    expect(verdictOf(life.record())).toBe("checks-only, critical");
  });

  test("a finding with two places that was declined is shown again when it has a third", async () => {
    begin();
    life.put("src/kettle.js", debugged("boil"));
    life.commit("Boil");
    await review();
    await life.cli("decline", "I1", "--because", "the inspector is started by hand");
    await review();
    expect(kept(life.record())).toEqual([]);
    life.put("src/kettle.js", debugged("boil") + debugged("cool"));
    life.commit("Cool");
    await review();
    expect(kept(life.record())).toHaveLength(1);
    expect(verdictOf(life.record())).toBe("checks-only, important");
  });
});

describe("what a check says of many places", () => {
  const queue = (at: number): string => `export const SAVE_QUEUE_${at} = "drafts-of-part-${at}";\n`;

  test("is folded where it is shown, and counts in full", async () => {
    const parts = Array.from({ length: 12 }, (_, at) => at);
    begin({ "src/names.js": parts.map(queue).join("") });
    for (const at of parts) life.put(`src/save${at}.js`, queue(at));
    life.commit("Save");
    const { code, stdout } = await life.cli("--fail-on", "suggestion");
    expect(code).toBe(1);
    const { findings, ledger } = life.record();
    const own = findings.filter(({ check }) => check === "hazard-lint/duplicate-constant").map(({ id }) => id);
    expect(own).toHaveLength(12);
    expect(ledger.entries.filter(({ finding, fate }) => fate === "kept" && own.includes(finding))).toHaveLength(12);
    expect(stdout).toMatch(/and 7 more of hazard-lint\/duplicate-constant, in the report: src\/save\d+\.js:1, /);
    expect(stdout).toContain(`${kept(life.record()).length} kept`);
  });

  test("in one finding is shown again when a place is added", async () => {
    begin();
    const sing = (verse: number): void =>
      life.put(`docs/verse${verse}.md`, "# Song\n\nThe kettle sings the the song.\n");
    for (let verse = 0; verse < 7; verse++) sing(verse);
    life.commit("Sing");
    await review();
    expect(kept(life.record())).toHaveLength(1);
    await life.cli("decline", "S1", "--because", "that is how the song goes");
    await review();
    expect(verdictOf(life.record())).toBe("checks-only, nothing");
    sing(7);
    life.commit("Sing on");
    await review();
    const [again] = kept(life.record());
    expect(again?.lineage?.shownBecause).toContain("other places than the decision");
  });
});
