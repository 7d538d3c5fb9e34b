/** More names than this are counted, so that the line can be read. */
const MAX_NAMED = 10;

/** `C1, C2`; `C1, C2, … and 190 more` where there are too many to be read. */
export function listSome(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(", ");
  return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
}
