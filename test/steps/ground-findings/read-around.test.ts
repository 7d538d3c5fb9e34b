import { describe, expect, test } from "vitest";
import type { GroundedFinding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import { type AroundSource, readAround } from "#steps/ground-findings/read-around.ts";
import { aFinding } from "../../helpers/builders.ts";

const LINES = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
const files = new Map([["src/deliver.ts", LINES]]);
const source: AroundSource = {
  readLines: async (path) => files.get(path),
  readBaseLines: async () => LINES.filter((line) => line !== "line 6"),
  addedLines: () => new Set([5]),
  linesBesideRemoved: () => new Set(),
  changedPaths: ["src/deliver.ts"],
};

function citing(cited: Location, path: string | undefined): GroundedFinding {
  const finding = aFinding({ locations: [cited] });
  const place = { cited, status: "exists" as const, why: "", path };
  const summary = { status: "unchecked" as const, why: "" };
  const rest = { quotes: [], class: { differs: false, why: "" }, fixes: [], claims: [] };
  return { finding, grounding: { finding: finding.id, commit: "9f2c4e6", summary, places: [place], ...rest } };
}

async function check(cited: Location, path: string | undefined, lines: readonly string[]): Promise<void> {
  const around = await readAround([citing(cited, path)], source);
  expect(around(cited).map(({ text }) => text)).toEqual(lines);
}

describe("the lines around a cited place", () => {
  test("are three more on each side, of the file that was meant", () =>
    check({ path: "deliver.ts", start: 5, end: 6 }, "src/deliver.ts", LINES.slice(1, 9)));
  test("end with the file", () =>
    check({ path: "src/deliver.ts", start: 11, end: 40 }, "src/deliver.ts", LINES.slice(7)));
  test("begin with the file", () =>
    check({ path: "src/deliver.ts", start: 1, end: 1 }, "src/deliver.ts", LINES.slice(0, 4)));
  test("are none for a whole file", () => check({ path: "src/deliver.ts" }, "src/deliver.ts", []));
  test("are none for a file that is not there", () => check({ path: "src/gone.ts", start: 1, end: 1 }, undefined, []));
  const isAtBase = async (over: Partial<AroundSource> = {}, line = 7) => {
    const cited = { path: "src/deliver.ts", start: line, end: line };
    const around = await readAround([citing(cited, "src/deliver.ts")], { ...source, ...over });
    return around(cited)
      .filter((line) => line.isAtBase)
      .map(({ text }) => text);
  };
  test("say which stood there before: not added, and in the file at the base", async () =>
    expect(await isAtBase()).toEqual(["line 4", "line 7", "line 8", "line 9", "line 10"]));
  test("say of none that it stood there before where the change adds or removes what is cited", async () => {
    expect(await isAtBase({}, 5)).toEqual([]);
    expect(await isAtBase({ linesBesideRemoved: () => new Set([7]) })).toEqual([]);
  });
  test("say of none that it stood there before where that is not known", async () => {
    expect(await isAtBase({ readBaseLines: async () => undefined })).toEqual([]);
    expect(await isAtBase({ addedLines: () => new Set() })).toEqual([]);
  });
  test("are none for a place that nobody cites", async () =>
    expect((await readAround([], source))({ path: "src/deliver.ts", start: 1, end: 1 })).toEqual([]));
});
