import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultGround, killAndResume, prepareGround } from "../../bench/lib/fault-round.ts";

let ground: FaultGround;
beforeAll(() => {
  ground = prepareGround();
});
afterAll(() => ground.close());

test.each([0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1])(
  "a round killed after %d of its time and resumed says the same, and no reviewer runs twice",
  async (share) => {
    expect(await killAndResume(ground, `kill-${share}`, share * ground.roundMilliseconds)).toBeUndefined();
  },
);
