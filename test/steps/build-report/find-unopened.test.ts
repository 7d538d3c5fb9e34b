import { expect, test } from "vitest";
import type { Review } from "#model/review.ts";
import { findUnopened } from "#steps/build-report/find-unopened.ts";
import { anAgentReview } from "../../helpers/agent-review.ts";

const claim = (reviewer: string, path: string) => ({ reviewer, pass: 1, path, claim: "clean", labels: [] });

/** Of the agents of the builder, claude never opened `src/schema.ts`. */
function unopened(reviewer: string): readonly string[] {
  const review = anAgentReview();
  const ids = ["claude", "acp", "loose-ends"];
  const claims = ids.flatMap((id) =>
    ["src/schema.ts", "src/deliver.ts", "src/not-there.ts"].map((path) => claim(id, path)),
  );
  const receipt = { ...review.receipt, claims: claims as unknown as Review["receipt"]["claims"] };
  return findUnopened({ ...review, receipt }, reviewer as Review["reviewers"][number]["id"]).map(({ path }) => path);
}

test("names files that an agent says it reviewed and never opened", () =>
  expect(unopened("claude")).toEqual(["src/schema.ts"]));

test("accuses nobody whose tools cannot be watched, and no check", () => {
  expect(unopened("acp")).toEqual([]);
  expect(unopened("loose-ends")).toEqual([]);
});
