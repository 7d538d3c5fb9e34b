import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { writtenConfigSchema, type WrittenConfig, configJsonSchema } from "#config/config.ts";
import type { WrittenConfig as PublishedConfig } from "../../schema/config.d.ts";
import { configTypes } from "../../tools/config-types.ts";

const published = (name: string): string => readFileSync(new URL(`../../schema/${name}`, import.meta.url), "utf8");
const committed = JSON.parse(published("config.schema.json"));

test("the published schema and types are the ones the program checks by; `npm run schema` writes them", () => {
  expect(committed).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  expect(published("config.d.ts")).toBe(configTypes(configJsonSchema()));
});

test("the published types mean what the program reads", () => {
  // The compiler does the work: each must fit into the other.
  const ours: WrittenConfig = { failOn: "important", checks: { a: "off" } } satisfies PublishedConfig;
  const theirs: PublishedConfig = ours;
  expect(writtenConfigSchema.parse(theirs)).toEqual(ours);
});

test.each([
  [{}, true],
  [{ $schema: "node_modules/deep-review/schema/config.schema.json", archive: "reviews", failOn: "critical" }, true],
  [{ reviewers: { "test-scout": false }, checks: { "a/b": "off" }, paths: { "x/**": ["a/b"] }, ignore: ["y"] }, true],
  [{ failOn: "terrible" }, false],
  [{ failon: "critical" }, false],
  [{ archive: "" }, false],
  [{ checks: { "a/b": false } }, false],
  [{ paths: { "x/**": [] } }, false],
  [{ paths: { "x/**": "a/b" } }, false],
  [[], false],
])("another validator and ours agree on %j", (value, isValid) => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(committed);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(isValid);
  expect(writtenConfigSchema.safeParse(value).success).toBe(isValid);
});
