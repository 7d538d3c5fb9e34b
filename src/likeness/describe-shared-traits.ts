import type { Traits } from "./compare.ts";

/** What two findings have in common, in words: at most four facts, the clearest first. */
export function describeSharedTraits(traits: Traits): string {
  const facts = [
    traits.nearLines === 1 ? "the same lines" : traits.nearLines > 0.3 ? "lines close by" : "",
    traits.nearLines <= 0.3 && traits.sameFile === 1 ? "the same file" : "",
    traits.someCode === 1 ? "the same quoted code" : "",
    traits.edits > 0 ? "the same edit proposed" : "",
    traits.ownName === 1 ? "a name that only they use" : traits.names > 0.2 ? "the same names" : "",
    alike("titles", traits.titleWords),
    alike("words", traits.allWords),
    traits.concepts > 0.5 ? "the same kind of trouble" : "",
  ].filter((fact) => fact !== "");
  return facts.length === 0 ? "words in common" : facts.slice(0, 4).join(", ");
}

function alike(what: string, share: number): string {
  return share >= 0.2 ? `${what} ${Math.round(share * 100)} % alike` : "";
}
