import { locationsInProse } from "#grammar/locations.ts";
import type { Location } from "#model/location.ts";
import { nearness, type Portrait } from "./compare.ts";
import { containment, likeness, type Profile, type Vocabulary } from "./text-profile.ts";

/** A passage of the report that may be about a finding. */
export interface Remark {
  readonly text: string;
}

/** Remarks with what they are compared by, worked out once. */
export class RemarkShelf<T extends Remark> {
  readonly items: readonly { readonly remark: T; readonly profile: Profile; readonly locations: readonly Location[] }[];

  constructor(remarks: readonly T[], vocabulary: Vocabulary) {
    this.items = remarks.slice(0, MAX_REMARKS).map((remark) => ({
      remark,
      profile: vocabulary.profile(remark.text),
      locations: locationsInProse(remark.text),
    }));
  }
}

/** A real report has some dozens. */
const MAX_REMARKS = 500;

/** The remarks by how likely they are about the problem, the likeliest first. */
export function rankRemarks<T extends Remark>(
  shelf: RemarkShelf<T>,
  portrait: Portrait,
): { remark: T; score: number }[] {
  return shelf.items
    .map(({ remark, profile, locations }) => {
      const words = 0.5 * containment(portrait.title, profile) + 0.5 * likeness(portrait.text, profile);
      return { remark, score: 0.8 * words + 0.2 * nearness(portrait.locations, locations) };
    })
    .sort((a, b) => b.score - a.score);
}
