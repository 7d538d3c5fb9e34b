// Chosen on all links between rounds of 66 published reports that were read and judged one by one, by one reader who saw
// the confidences. Pair models had not seen the pull request; left-out pull requests would choose 0.91 to 0.94 and 0.93 to
// 0.99 (`npm run bench:rounds`, docs/decisions/0017-identity.md).

/** From this confidence on a finding counts as a known problem met again: the lowest at which 85 of 100 links are right. */
export const RECOGNISE_AT = 0.92;

/** From this confidence on a declined problem is not shown again: the lowest at which 90 of 100 links are right. */
export const SUPPRESS_AT = 0.94;
