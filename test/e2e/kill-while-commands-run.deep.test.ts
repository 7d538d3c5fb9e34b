import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KillGround, prepareKills } from "../../bench/kills/ground.ts";
import { makeVisibleFolder, requireSandbox } from "../adapters/sandbox/require-sandbox.ts";

const sandbox = await requireSandbox();
const around = makeVisibleFolder();
let ground: KillGround | undefined;
beforeAll(async () => {
  if (sandbox !== undefined) ground = await prepareKills(around);
});
afterAll(() => {
  ground?.close();
  rmSync(around, { recursive: true, force: true });
});

/** Ten moments over the whole run, none of them chosen by chance. */
const MOMENTS = Array.from({ length: 10 }, (_, at) => (at + 0.5) / 10);

test.skipIf(sandbox === undefined).each(MOMENTS)(
  "kill -9 after %f of a run of gates and repros leaves the checkout, no process, and no folder after the next start",
  async (moment) => {
    const { faults } = await ground!.kill(ground!.milliseconds * moment);
    expect(faults).toEqual([]);
  },
);
