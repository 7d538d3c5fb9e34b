import { expect, test } from "vitest";
import { resolveConfig } from "#config/resolve-config.ts";
import { UserError } from "#util/errors.ts";

const known = { reviewers: ["loose-ends", "test-scout"], checks: ["loose-ends/removed-name"] };

function whyOf(value: unknown): string {
  try {
    resolveConfig({ name: "deep-review.config.json", value }, known);
  } catch (error) {
    if (error instanceof UserError) return `${error.what}: ${error.why}`;
    throw error;
  }
  return "accepted";
}

test("without a file everything is at its default", () => {
  expect(resolveConfig(undefined, known)).toMatchObject({
    archive: ".deep-review",
    failOn: undefined,
    ignore: [],
    origins: { archive: "default" },
  });
});

test("names the source of each value", () => {
  const config = resolveConfig(
    {
      name: "package.json",
      value: { failOn: "important", reviewers: { "test-scout": false }, checks: { "loose-ends/removed-name": "off" } },
    },
    known,
  );
  expect(config.off).toEqual(["test-scout", "loose-ends/removed-name"]);
  expect(config.origins).toMatchObject({
    archive: "default",
    failOn: "package.json",
    reviewers: "package.json",
    checks: "package.json",
    paths: "default",
    ignore: "default",
  });
  expect(config.from).toBe("package.json");
});

test("reports all problems at once, with spelling suggestions", () => {
  expect(whyOf({ failon: "important", ignor: [] })).toBe(
    "deep-review.config.json has 2 problems: unknown key failon, did you mean failOn?; unknown key ignor, did you mean ignore?",
  );
  expect(whyOf({ reviewers: { "loose-end": false }, checks: { "loose-ends/removed-nam": "off" } })).toBe(
    "deep-review.config.json has 2 problems: reviewers: there is no loose-end, did you mean loose-ends?; checks: there is no loose-ends/removed-nam, did you mean loose-ends/removed-name?",
  );
  expect(whyOf({ failOn: "important", paths: { "a/**": ["loose-end", "loose-ends/removed-name"] }, chekcs: {} })).toBe(
    "deep-review.config.json has 2 problems: unknown key chekcs, did you mean checks?; paths.a/**: there is no loose-end, did you mean loose-ends?",
  );
  expect(whyOf({ paths: { "a/**": [] } })).toMatch(/has a problem: paths\.a\/\*\*: /);
  expect(whyOf({ failOn: "terrible" })).toMatch(/^deep-review\.config\.json has a problem: failOn: /);
  expect(whyOf([])).toMatch(/has a problem/);
});

test("a check can be switched off for some files", () => {
  const paths = { "legacy/**": ["test-scout", "loose-ends/removed-name"] };
  const config = resolveConfig({ name: "deep-review.config.json", value: { paths } }, known);
  expect(config.offIn).toEqual([{ glob: "legacy/**", ids: ["test-scout", "loose-ends/removed-name"] }]);
  expect(config.off).toEqual([]);
  expect(config.origins.paths).toBe("deep-review.config.json");
});

test("a reviewer or check of an earlier version may be named, and has no effect", () => {
  const known = { reviewers: ["loose-ends"], checks: [], removed: ["house-rules", "hazard-lint/empty-catch"] };
  const value = {
    reviewers: { "house-rules": true, "loose-ends": false },
    checks: { "hazard-lint/empty-catch": "off" },
    paths: { "legacy/**": ["house-rules", "loose-ends"], "old/**": ["house-rules"] },
  };
  const { off, offIn, removed } = resolveConfig({ name: "deep-review.config.json", value }, known);
  expect(off).toEqual(["loose-ends"]);
  expect(offIn).toEqual([{ glob: "legacy/**", ids: ["loose-ends"] }]);
  expect(removed).toEqual(["house-rules", "hazard-lint/empty-catch"]);
});
