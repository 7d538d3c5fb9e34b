import type { FindingProfile } from "#likeness/finding-profile.ts";

/** Of findings that say the same to the letter about the same place: the first, and all others. */
export type Repeats = ReadonlyMap<number, readonly number[]>;

/** Finds what needs no comparing: a thousand copies of one sentence are one thing to look at. */
export function findRepeats(profiles: readonly FindingProfile[]): Repeats {
  const firsts = new Map<string, number>();
  const repeats = new Map<number, number[]>();
  for (const [at, { finding, places }] of profiles.entries()) {
    const { title, body, severity, class: origin } = finding;
    const key = JSON.stringify([title, body, severity, origin, places]);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else if (repeats.get(first)?.push(at) === undefined) repeats.set(first, [at]);
  }
  return repeats;
}
