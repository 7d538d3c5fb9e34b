import { comparePair, countNames } from "#likeness/compare.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import type { Finding } from "#model/finding.ts";
import { mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch } from "#model/history/lineage.ts";

/** The simplest way: a known problem with the same file and the same title, but for layout and case. */
export function sameFileAndTitle(finding: Finding, known: readonly EarlierProblem[]): EarlierMatch | undefined {
  const same = known.find(({ wordings }) => wordings.some((wording) => isSameFileAndTitle(finding, wording)));
  return same && { of: same.ref, tier: "exact", confidence: 1, because: "the same file and title" };
}

/** Whether two findings have a file and the title in common. */
export function isSameFileAndTitle(one: Finding, other: Finding): boolean {
  const plain = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  if (plain(one.title) !== plain(other.title)) return false;
  return one.locations.some((a) => other.locations.some((b) => mayBeSameFile(a.path, b.path)));
}

/** From this cosine of TF-IDF vectors on two texts count as alike, as in the merge bench. */
export const WORDS_ALIKE = 0.3;

/** The usual way: the known problem whose words are most alike, if they are alike enough. */
export function alikeByWords(
  findings: readonly Finding[],
  known: readonly EarlierProblem[],
): [string, EarlierMatch | undefined][] {
  const wordings = known.flatMap(({ ref, wordings: said }) => said.map((finding) => ({ ref, finding })));
  const portraits = profileFindings(
    [...findings, ...wordings.map(({ finding }) => finding)].map((each) => readFindingText(each)),
  );
  const names = countNames(portraits);
  return findings.map((finding, at) => {
    let best: { readonly share: number; readonly of: EarlierMatch["of"] } | undefined;
    for (const [to, { ref }] of wordings.entries()) {
      const share = comparePair(portraits[at]!, portraits[findings.length + to]!, names).allWords;
      if (share >= WORDS_ALIKE && share > (best?.share ?? 0)) best = { share, of: ref };
    }
    return [finding.id, best && { of: best.of, tier: "meaning", confidence: best.share, because: "words alike" }];
  });
}
