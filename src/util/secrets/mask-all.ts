import type { Mask } from "./mask-secrets.ts";

/**
 * The same value with every string in it masked, including keys. All strings are masked as one text, which takes a
 * fraction of the time; no credential extends beyond their separator.
 */
export function maskAll<Value>(value: Value, mask: Mask): Value {
  const texts: string[] = [];
  walk(value, (text) => {
    texts.push(text);
    return text;
  });
  const masked = maskTexts(texts, mask);
  if (masked === undefined) return value;
  let at = 0;
  return walk(value, () => masked[at++] ?? "") as Value;
}

const BETWEEN = "\n\0\n";
/** Characters masked at once: the length of a string is limited. */
const BATCH = 16_000_000;

/** Undefined if nothing had to be masked. */
function maskTexts(texts: readonly string[], mask: Mask): readonly string[] | undefined {
  const masked: string[] = [];
  let isChanged = false;
  for (let from = 0; from < texts.length;) {
    let to = from;
    for (let size = 0; to < texts.length && (to === from || size < BATCH); to++) size += texts[to]?.length ?? 0;
    const batch = texts.slice(from, to);
    const whole = batch.join(BETWEEN);
    const result = mask(whole);
    isChanged ||= result !== whole;
    let at = 0;
    for (const { length } of batch) {
      masked.push(result.slice(at, at + length));
      at += length + BETWEEN.length;
    }
    from = to;
  }
  return isChanged ? masked : undefined;
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), walk(item, change)]));
}
