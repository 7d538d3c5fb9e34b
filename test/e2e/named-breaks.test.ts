import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { requireSandbox } from "../adapters/sandbox/require-sandbox.ts";
import { newestIn } from "../helpers/run-program.ts";
import { makeSmallRepository, type SmallRepository } from "../helpers/small-repository.ts";

const sandbox = await requireSandbox();

const SOURCE = `export const most = 9;
export function limit(count) {
  if (count < 0) {
    throw new RangeError("negative");
  }
  return Math.min(count, most);
}
`;
const TESTS = `import { test } from "node:test";
import assert from "node:assert";
import { limit } from "./limit.mjs";
test("limits", () => assert.equal(limit(12), 9));
test("takes anything", () => { try { limit(-1); } catch {} });
`;

const mutation = (...lines: readonly string[]): string =>
  ["```diff mutation", "--- a/limit.mjs", "+++ b/limit.mjs", "@@ -1,7 +1,7 @@", ...lines, "```"].join("\n");

const SAYS = `## Findings

### Important Issues

I1. **No test looks at the guard** — \`limit.mjs:3-5\` (important, gap)

${mutation("-  if (count < 0) {", '-    throw new RangeError("negative");', "-  }", "   return Math.min(count, most);")}

I2. **The upper limit has no test** — \`limit.mjs:6\` (important, gap)

${mutation("-  return Math.min(count, most);", "+  return count;")}

I3. **Callers cannot tell the errors apart** — \`limit.mjs:4\` (important, gap)

${mutation('-    throw new RangeError("negative");', '+    throw new TypeError("negative");')}

I4. **A test for fractions is missing** — \`limit.mjs:6\` (important, gap)

${mutation("-  return Math.floor(count);", "+  return count;")}
`;

let here: SmallRepository;
let review: Review;

const reviews = (): string => join(here.folder, ".deep-review/reviews");
const fileOf = (name: string): string => join(reviews(), newestIn(reviews()), name);
const record = (): Review => JSON.parse(readFileSync(fileOf("review.json"), "utf8")) as Review;
const put = (path: string, text: string): void => writeFileSync(join(here.folder, path), text);
const commit = (message: string): void => {
  here.git("add", ".");
  here.git("commit", "-qm", message);
};
const OPTIONS = ["--allow-run", "--scripted", "script.json"];
const finding = (title: string, { findings } = review) => findings.find((each) => each.title === title);
const runOf = (title: string, from = review) =>
  from.demonstrations?.find((each) => each.finding === finding(title, from)?.id);

beforeAll(() => {
  here = makeSmallRepository();
  if (sandbox === undefined) return;
  put("limit.mjs", "export const most = 9;\n");
  put("limit.test.mjs", TESTS);
  put("deep-review.config.json", JSON.stringify({ probe: { test: "node --test", budget: "3m" } }));
  put("script.json", JSON.stringify({ reviewers: [{ id: "reader", name: "Reader", says: SAYS }] }));
  commit("Relay");
  here.git("checkout", "-qb", "change");
  put("limit.mjs", SOURCE);
  commit("Limit");
  const { stderr, status } = here.run("HEAD", "--base", "main", ...OPTIONS);
  expect(status, stderr).toBe(0);
  review = record();
});
afterAll(() => here.remove());

describe.skipIf(sandbox === undefined)("breaks that reviewers name", () => {
  test("a break that no test notices proves the finding about the missing test", () => {
    expect(runOf("No test looks at the guard")).toMatchObject({ outcome: "shown", runs: [{ exitCode: 0 }] });
  });

  test("and is in no finding of the probe", () => {
    const own = review.findings.filter(({ reviewer }) => reviewer === "probe");
    expect(own.some(({ body }) => body.includes("-  if (count < 0) {\n-    throw"))).toBe(false);
  });

  test("a break that tests notice speaks against the finding, and is counted", () => {
    const run = runOf("The upper limit has no test");
    expect(run).toMatchObject({ outcome: "not-shown", why: expect.stringContaining("the suite notices the break") });
    expect(run?.runs[0]?.exitCode).not.toBe(0);
    expect(readFileSync(fileOf("report.html"), "utf8")).toContain(
      "1 noticed by the suite although a reviewer names it",
    );
  });

  test("a survivor named by a finding about something else is a finding of the probe", () => {
    expect(runOf("Callers cannot tell the errors apart")).toBeUndefined();
    const own = review.findings.filter(({ check }) => check === "probe/survivor");
    expect(own.some(({ body }) => body.includes("TypeError"))).toBe(true);
  });

  test("what cannot be made is listed with the reason", () => {
    const left = review.probe?.left.map(({ why }) => why) ?? [];
    expect(left).toContainEqual(expect.stringMatching(/^named by reader .*not made: the patch does not apply/));
  });

  test("equal contents are run once, and each result says who named it", () => {
    const breaks = review.probe?.breaks ?? [];
    expect(new Set(breaks.map(({ break: { diff } }) => diff)).size).toBe(breaks.length);
    const named = breaks.flatMap(({ break: { namedBy = [] } }) => namedBy.map((author) => author.finding));
    expect(named.toSorted()).toEqual(["reader:I1", "reader:I2", "reader:I3"]);
    const byProbe = breaks.filter(({ break: { kind, namedBy } }) => kind !== "named" && namedBy !== undefined);
    expect(byProbe.map(({ break: { namedBy } }) => namedBy?.[0]?.finding)).toContain("reader:I1");
  });

  const shownBy = (from: Review) => ({
    // What the suite prints holds times.
    findings: from.findings.map((each) => ({ ...each, body: each.body.replaceAll(/duration_ms.*/g, "") })),
    clusters: from.clusters,
    verdict: from.verdict,
    runs: from.demonstrations?.map(({ finding: id, outcome, why }) => ({ id, outcome, why })),
    breaks: from.probe?.breaks.map(({ break: each, outcome }) => ({ each, outcome })),
    left: from.probe?.left,
  });

  test.each([
    ["after they were run", (line: string) => line !== ""],
    ["before they were run", (line: string) => line !== "" && !line.startsWith('{"type":"named"')],
  ])("a round that ended %s and is resumed says the same", (_, keeps) => {
    const journal = fileOf("events.jsonl");
    const lines = readFileSync(journal, "utf8").split("\n");
    expect(lines.some((line) => line.startsWith('{"type":"named"'))).toBe(true);
    writeFileSync(journal, `${lines.filter(keeps).join("\n")}\n`);
    rmSync(fileOf("review.json"));
    const { status, stderr } = here.run("resume", ...OPTIONS);
    expect(status, stderr).toBe(0);
    expect(shownBy(record())).toEqual(shownBy(review));
  });
});
