import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { reviewJsonSchema } from "#model/json-schema.ts";
import { aReview } from "../helpers/builders.ts";

const committed = JSON.parse(readFileSync(new URL("../../schema/review.schema.json", import.meta.url), "utf8"));

test("the published schema is the one the model makes; `npm run schema` writes it", () => {
  expect(committed).toEqual(JSON.parse(JSON.stringify(reviewJsonSchema())));
});

test("another validator accepts our records by it and refuses broken ones", () => {
  const validate = new Ajv2020({ strict: false }).compile(committed);
  const record = JSON.parse(JSON.stringify(aReview()));
  expect(validate(record), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...record, kind: "party" })).toBe(false);
  expect(validate({ ...record, surprise: 1 })).toBe(false);
});
