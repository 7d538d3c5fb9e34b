import { expect, test } from "vitest";
import { breakBehindNothing } from "./broken-elsewhere.ts";
import { breakIntoProse, breakReview, breakUnsectioned } from "./broken-review.ts";
import { isGreen, judgeReview } from "./judge-review.ts";
import { seededRandom } from "./random.ts";

// `npx tsx bench/reader.ts` tries 100,000.
const CASES = 1200;
const SEED = 77_000;
const WRITERS = [breakReview, breakReview, breakUnsectioned, breakBehindNothing];

test(`${CASES} reviews in broken forms: none that says something severe is green, none that says nothing is read as a finding`, () => {
  const wrong: string[] = [];
  const counts = { severe: 0, empty: 0 };
  for (let index = 0; index < CASES; index += 1) {
    const write = WRITERS[index % WRITERS.length] ?? breakReview;
    const { text, planted, how } = write(seededRandom(SEED + index));
    const { verdict, read } = judgeReview(text);
    const isSevere = planted.some((severity) => severity !== "suggestion");
    if (isSevere) counts.severe += 1;
    if (planted.length === 0) counts.empty += 1;
    if (isSevere && isGreen(verdict)) wrong.push(`green, seed ${SEED + index}: ${how.join(", ")}`);
    if (planted.length === 0 && read.findings.length > 0)
      wrong.push(`misread, seed ${SEED + index}: ${how.join(", ")}`);
  }
  expect(wrong).toEqual([]);
  expect(counts.severe).toBeGreaterThan(CASES / 2);
  expect(counts.empty).toBeGreaterThan(CASES / 40);
});

test("a review in prose alone is never green", () => {
  const verdicts = Array.from({ length: 200 }, (_, at) => judgeReview(breakIntoProse(seededRandom(at))).verdict);
  expect(verdicts.filter(isGreen)).toEqual([]);
});
