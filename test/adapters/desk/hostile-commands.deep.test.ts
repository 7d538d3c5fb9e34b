import { rmSync } from "node:fs";
import { afterAll, describe, expect, test, vi } from "vitest";
import { HOSTILE_CASES } from "../../../bench/hostile/cases.ts";
import { makeHostilePlace } from "../../../bench/hostile/place.ts";
import { runHostile } from "../../../bench/hostile/run-case.ts";
import { makeVisibleFolder } from "../sandbox/require-sandbox.ts";

const around = makeVisibleFolder();
// The place has a home of its own.
vi.stubEnv("HOME", process.env["HOME"]);
const place = await makeHostilePlace(around);
if (place === undefined) console.log("SKIPPED: hostile commands, which need a sandbox");

afterAll(async () => {
  await place?.close();
  vi.unstubAllEnvs();
  rmSync(around, { recursive: true, force: true });
});

describe.skipIf(place === undefined)("a hostile command of a repository acts on nothing outside its copy", () => {
  test.each(HOSTILE_CASES.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    expect((await runHostile(one, place!)).faults).toEqual([]);
  });
});
