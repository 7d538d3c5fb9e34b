import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WRONG_INPUTS } from "../../bench/wrong-inputs/inputs.ts";
import { makeWrongPlace, type WrongPlace } from "../../bench/wrong-inputs/place.ts";

let place: WrongPlace;
beforeAll(() => {
  place = makeWrongPlace();
}, 60_000);
afterAll(() => place.remove());

// Every fourth, to keep the gate short; DEEP_REVIEW_ALL_INPUTS=1 runs all, and `npm run bench:wrong-inputs` prints them.
const chosen = process.env.DEEP_REVIEW_ALL_INPUTS === "1" ? WRONG_INPUTS : WRONG_INPUTS.filter((_, at) => at % 4 === 0);

describe("an input that cannot work ends with 2 and says what is wrong", () => {
  test.each(chosen.map((input) => [input.args.join(" "), input.in ?? "a repository", input] as const))(
    "deep-review %s, in %s",
    async (_line, _where, input) => {
      const { code, stdout, stderr } = await place.run(input);
      const said = stdout + stderr;
      expect(code, said).toBe(2);
      expect(said).toContain(input.says);
      // Words first; the system's code may follow in parentheses.
      expect(said).not.toMatch(/(?<!\()\bE[A-Z]{4,}\b(?!\))|^ +at /m);
      if (stderr.startsWith("error: ")) expect(stderr).toMatch(THREE_LINES);
    },
    90_000,
  );

  test("there are about two hundred of them, and each expects words of its own", () => {
    expect(WRONG_INPUTS.length).toBeGreaterThan(150);
    expect(WRONG_INPUTS.filter(({ says }) => says.length < 8)).toEqual([]);
  });
});

/** What, why and fix; or what the parser of the command line says, with where to read on. */
const THREE_LINES = /^error: .+\n(?: {2}why: .+\n {2}fix: .+|(?:\(Did you mean .+\)\n)?\(run .+\))\n$/;
