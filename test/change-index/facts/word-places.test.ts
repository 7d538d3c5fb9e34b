import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanFor, WordPlaces } from "#change-index/facts/word-places.ts";

const piece = fc.constantFrom("a", "ab", "b_1", "ä", "-", "--", " ", "\n", ".", "😀", "a.b", "a-a");
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

describe("the places of words", () => {
  test("are the same however often one asks", () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 30, maxLength: 40 }), (haystack, needles) => {
        const places = new WordPlaces(haystack);
        for (const needle of needles) {
          const short = needle.slice(0, 6);
          expect(places.find(short), JSON.stringify([haystack, short])).toEqual(scanFor(haystack, short));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("hold whole words only, at the very start and end too", () => {
    const places = new WordPlaces("retry retries retry");
    for (let time = 0; time < 20; time++) expect(places.find("retry")).toEqual([0, 14]);
    expect(places.find("retr")).toEqual([]);
    expect(places.find("")).toEqual([]);
  });
});
