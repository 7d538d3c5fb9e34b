/** How many problems were seen by how many reviewers. */
export interface Incidence {
  readonly voices: number;
  /** Index 0: problems that exactly one reviewer has seen; and so on. Its length is the number of reviewers. */
  readonly seenBy: readonly number[];
}

/** An estimate of the unseen problems, with its 95 % confidence interval under the model. */
export interface UnseenEstimate {
  readonly unseen: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Capture-recapture: Chao's estimator for incidences, bias-corrected, with a log-normal interval. Returns the reason if
 * there is too little data.
 */
export function estimateUnseen({ voices, seenBy }: Incidence): UnseenEstimate | { readonly why: string } {
  const found = sum(seenBy);
  const shared = found - (seenBy[0] ?? 0);
  if (voices < MIN_VOICES) return { why: "it takes at least three independent reviewers" };
  if (found < MIN_PROBLEMS) return { why: `it takes at least ${MIN_PROBLEMS} problems` };
  if (shared < MIN_SHARED) {
    return { why: `it takes at least ${MIN_SHARED} problems that more than one reviewer saw` };
  }
  return chao({ voices, seenBy }, found);
}

/** In whole problems, the interval rounded outwards. */
export function inWholeProblems({ unseen, low, high }: UnseenEstimate): UnseenEstimate {
  return { unseen: Math.round(unseen), low: Math.floor(low), high: Math.ceil(high) };
}

// Below these the interval is too wide to be useful: `npm run bench:unseen` shows what they exclude, and how far an
// estimate from two reviewers would be off.
const MIN_VOICES = 3;
const MIN_PROBLEMS = 5;
const MIN_SHARED = 2;

/** The 97.5 % point of the normal distribution. */
const Z = 1.96;

function chao({ voices, seenBy }: Incidence, found: number): UnseenEstimate {
  const once = seenBy[0] ?? 0;
  const twice = seenBy[1] ?? 0;
  const share = (voices - 1) / voices;
  const unseen = (share * once * (once - 1)) / (2 * (twice + 1));
  if (unseen === 0) return withoutSingles(seenBy, found);
  const spread = (share * share * once * (2 * once - 1) ** 2) / (4 * (twice + 1) ** 2);
  const variance =
    twice > 0
      ? unseen + spread + (share * share * once * once * twice * (once - 1) ** 2) / (4 * (twice + 1) ** 4)
      : unseen + spread - (share * share * once ** 4) / (4 * (found + unseen));
  return logNormal(unseen, variance);
}

/** If nearly everything was seen more than once, the estimate is zero, with an interval from how often it was seen. */
function withoutSingles(seenBy: readonly number[], found: number): UnseenEstimate {
  const sightings = seenBy.reduce((total, count, at) => total + count * (at + 1), 0);
  const missed = Math.exp(-sightings / found);
  const centre = found / (1 - missed) - found;
  const reach = (Z * Math.sqrt(found * missed * (1 - missed))) / (1 - missed);
  return { unseen: 0, low: 0, high: centre + reach };
}

/** The number of unseen problems cannot be negative, so its logarithm is assumed to be normal. */
function logNormal(unseen: number, variance: number): UnseenEstimate {
  const reach = Math.exp(Z * Math.sqrt(Math.log(1 + Math.max(0, variance) / unseen ** 2)));
  return { unseen, low: unseen / reach, high: unseen * reach };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
