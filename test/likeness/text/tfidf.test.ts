import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lexicon } from "#likeness/text/lexicon.ts";
import { cosine, cosines } from "#likeness/text/tfidf.ts";

const words = (text: string) => text.split(" ").filter((word) => word !== "");

function vectorsOf(documents: readonly (readonly string[])[]) {
  const lexicon = new Lexicon(documents);
  return documents.map((tokens) => lexicon.vector(tokens));
}

function likeness(a: string, b: string, ...others: string[]): number {
  const [left, right] = vectorsOf([a, b, ...others].map(words));
  return cosine(left!, right!);
}

describe("likeness of texts", () => {
  test("the same words are fully alike in any order, other words not at all", () => {
    expect(likeness("lock leak", "leak lock")).toBeCloseTo(1);
    expect(likeness("lock leak", "wrong name")).toBe(0);
  });

  test("a word that all documents have says less than a rare one", () => {
    const common = ["cache x", "cache y", "cache z"];
    expect(likeness("cache lock", "cache name", ...common)).toBeLessThan(
      likeness("lock cache", "lock name", ...common),
    );
  });

  test("an empty text is like nothing", () => {
    expect(likeness("", "lock")).toBe(0);
    expect(likeness("", "")).toBe(0);
  });

  test("likeness is the same both ways, between 0 and 1, and 1 with itself", () => {
    const document = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(document, { minLength: 2, maxLength: 6 }), (documents) => {
        const [a, b] = vectorsOf(documents);
        expect(cosine(a!, b!)).toBe(cosine(b!, a!));
        expect(cosine(a!, b!)).toBeGreaterThanOrEqual(0);
        expect(cosine(a!, b!)).toBeLessThanOrEqual(1);
        expect(cosine(a!, a!)).toBeCloseTo(1);
      }),
    );
  });

  test("each with each is the same as pair by pair", () => {
    const document = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), (documents) => {
        const vectors = vectorsOf(documents);
        cosines(vectors).forEach((row, i) =>
          row.forEach((value, j) => expect(value).toBeCloseTo(cosine(vectors[i]!, vectors[j]!))),
        );
      }),
    );
  });
});
