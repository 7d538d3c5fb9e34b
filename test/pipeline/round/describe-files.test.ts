import { expect, test } from "vitest";
import { describeRemarks } from "#pipeline/round/describe-files.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";
import { aScope } from "../../helpers/builders.ts";

test("a skipped file of decisions is counted in plain English", () => {
  const { listed } = classifyFile({ path: ".deep-review/decisions.jsonl", text: "{}\n", attributes: {} });
  const file = { path: ".deep-review/decisions.jsonl", change: "modified" as const, listed };
  expect(describeRemarks(aScope({ files: [file] }))).toEqual(["not read: 1 decisions file"]);
});
