/** Creates unique ids for the elements of one page. */
export interface Slugs {
  /** An id from a heading's text: `testing-assessment`, `testing-assessment-2` the second time. */
  take(words: string): string;
}

/** Starts with the ids that the page itself uses. */
export function createSlugs(reserved: Iterable<string>): Slugs {
  const taken = new Set(reserved);
  const counts = new Map<string, number>();
  return {
    take(words) {
      const base = slugOf(words);
      let count = counts.get(base) ?? 1;
      let slug = count === 1 ? base : `${base}-${count}`;
      while (taken.has(slug)) slug = `${base}-${++count}`;
      counts.set(base, count + 1);
      taken.add(slug);
      return slug;
    },
  };
}

function slugOf(words: string): string {
  const plain = words
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return plain === "" ? "section" : plain;
}
