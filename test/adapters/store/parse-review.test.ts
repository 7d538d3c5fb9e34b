import { expect, test } from "vitest";
import { parseReview } from "#adapters/store/parse-review.ts";
import { UserError } from "#util/errors.ts";
import { aReview } from "../../helpers/builders.ts";

const record = () => JSON.parse(JSON.stringify(aReview()));

function whyOf(value: unknown): string {
  try {
    parseReview(typeof value === "string" ? value : JSON.stringify(value), "review.json");
  } catch (error) {
    if (error instanceof UserError) return `${error.what}: ${error.why}`;
    throw error;
  }
  return "accepted";
}

test("a record comes back as it was written", () => {
  expect(parseReview(JSON.stringify(aReview()), "review.json")).toEqual(aReview());
});

test("a record of an earlier program that guesses how likely a problem is real still reads, without the guess", () => {
  const earlier = record();
  earlier.schemaVersion = 1;
  earlier.clusters[0].standing = { probability: 0.6, level: "medium", because: "another reviewer says it too" };
  expect(parseReview(JSON.stringify(earlier), "review.json")).toEqual(aReview());
});

test("a wrong field is named by its path", () => {
  const broken = record();
  broken.findings[1].severity = "terrible";
  expect(whyOf(broken)).toMatch(/^review\.json is not a valid review record: findings\[1\]\.severity: /);
});

test("a newer version is said to be newer, whatever else is in it", () => {
  expect(whyOf({ schemaVersion: 3, other: true })).toBe(
    "review.json was written by a newer deep-review: it has schema version 3, this program reads up to 2",
  );
});

test("text that is no JSON is said to be none", () => {
  expect(whyOf("{ nope")).toMatch(/^review\.json is not JSON: /);
});

test("a record whose ledger was edited does not add up", () => {
  const edited = record();
  edited.ledger.entries[2].because = "because I say so";
  expect(whyOf(edited)).toBe("review.json does not add up: ledger.entries[2] (codex:I1) is not what the clusters say");
});

test("a record that lost a finding from its clusters does not add up", () => {
  const edited = record();
  edited.clusters[0].members.pop();
  expect(whyOf(edited)).toBe("review.json does not add up: codex:I1 is in no cluster");
});

test("a round of ours drops for no reason that only an imported report may give, also without an author", () => {
  const edited = record();
  edited.origin = { kind: "round", tool: "deep-review 0.1.0" };
  edited.clusters[0].ruling = { kind: "drop", reason: "judged-minor", because: "not worth it" };
  expect(whyOf(edited)).toMatch(/^review\.json does not add up: cluster .* is dropped as judged-minor/);
});

test.each(["null", "[]", "3", '"x"', "{}"])("%s is refused without a crash", (text) => {
  expect(whyOf(text)).toMatch(/not a valid review record/);
});
