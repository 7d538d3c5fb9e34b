import { describe, expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import { groundFixVerdict } from "#steps/ground-findings/ground-fix-verdict.ts";
import { aSource } from "./a-source.ts";

const source = aSource({
  base: { "src/mail.ts": "while (busy) {\n  await retryForEver(message);\n}\n", "src/queue.ts": "open();\n" },
  head: {
    "src/mail.ts": "for (let at = 0; at < limit; at++) {\n  await retry(message);\n}\n",
    "src/queue.ts": "open();\nconst waiting = messages.filter(isDue);\n",
  },
});

const aVerdict = (over: Partial<FixVerdict> = {}): FixVerdict => ({
  reviewer: reviewerId("ada"),
  pass: 1,
  of: "R2.I3",
  closes: "yes",
  locations: [{ path: "src/mail.ts", start: 1, end: 3 }],
  quotes: [],
  text: "closes",
  ...over,
});

const grounded = async (over: Partial<FixVerdict>): Promise<boolean | undefined> =>
  (await groundFixVerdict(aVerdict(over), source)).isGrounded;

describe("the quotes of a verdict on a fix", () => {
  test("stand at the cited place, whatever their layout", async () => {
    expect(await grounded({ quotes: ["for (let at = 0; at < limit; at++) {\n    await retry(message);"] })).toBe(true);
  });

  test("may stand in another file than the cited one", async () => {
    expect(await grounded({ quotes: ["const waiting = messages.filter(isDue);"] })).toBe(true);
    expect(await grounded({ locations: [], quotes: ["const waiting = messages.filter(isDue);"] })).toBe(true);
  });

  test("one that stands is enough", async () => {
    expect(await grounded({ quotes: ["this was invented by me", "await retry(message);"] })).toBe(true);
  });

  test("that were invented do not stand", async () => {
    expect(await grounded({ quotes: ["if (tries > maximum) return giveUp();"] })).toBe(false);
  });

  test("of code that the change removed do not stand", async () => {
    expect(await grounded({ quotes: ["await retryForEver(message);"] })).toBe(false);
  });

  test("that are too short to tell one place from another prove nothing", async () => {
    expect(await grounded({ quotes: ["}", "open()"] })).toBeUndefined();
    expect(await grounded({ quotes: [] })).toBeUndefined();
  });

  test("of a file that is not there are looked for elsewhere", async () => {
    const locations = [{ path: "src/gone.ts", start: 1, end: 1 }, { path: "src/" }];
    expect(await grounded({ locations, quotes: ["for (let at = 0; at < limit; at++) {"] })).toBe(true);
    expect(await grounded({ locations, quotes: ["for (let at = 0; at < 5; at++) { // quoted"] })).toBe(false);
  });
});
