import { expect, test } from "vitest";
import { describePublication, publicationJson } from "#steps/plan-publication/describe-publication.ts";
import { aRound, plan, published } from "./publishable.ts";

const report = aRound([
  { id: "I1", start: 41, end: 43 },
  { id: "S1", path: "src/old.ts", start: 3 },
  { id: "S2", start: 90 },
]);

test("a dry run shows every post with its words and place, and what is not posted", () => {
  const publication = plan({ report });
  const text = describePublication(publication);
  expect(text).toContain(
    "Review with 2 comments, on 9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72\n  <!-- deep-review:review ",
  );
  expect(text).toContain("Comment about I1 at src/deliver.ts:41-43\n  <!-- deep-review:finding ");
  expect(text).toContain("Comment about S1 at src/old.ts:3 (before the change)\n");
  expect(text).toContain(
    "New summary; links to the new comments are put in when they are posted\n  <!-- deep-review:summary ",
  );
  expect(text).toContain(
    'New check "Deep Review" on 9f2c4e6a8b0d1f3e5c7a9b2d4f6e8a0c1b3d5f72: neutral, 2 annotations\n',
  );
  expect(text).toContain("Findings without a comment of their own:\n  S2: its lines are not in the diff\n");
  expect(JSON.parse(publicationJson(publication))).toEqual(publication);
});

test("a dry run on what is there already says so", () => {
  const pull = published({ report });
  expect(describePublication(plan({ report, pull }))).toMatch(
    /^Nothing would be written: everything is already posted\.\n/,
  );
});
