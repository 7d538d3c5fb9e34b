import { expect, test } from "vitest";
import { findFixElsewhere } from "#steps/history/trace/find-fix-elsewhere.ts";
import { aVerdict, fix } from "../problems.ts";

const older = { id: "000011112222", subject: "Guard" };
const changes = new Map([
  ["src/caller.ts", { isAfter: true, commit: fix }],
  ["src/guard.ts", { isAfter: true, commit: older }],
  ["src/old.ts", { isAfter: false }],
]);
const since = { commits: [older, fix], lastChange: (path: string) => Promise.resolve(changes.get(path)) };
const at = (...paths: string[]) => paths.map((path) => ({ path, start: 4, end: 6 }));

test("the code that closes a problem elsewhere leads to the commits that wrote it, oldest first", async () => {
  const verdicts = [
    aVerdict({ isGrounded: true, locations: at("src/caller.ts", "src/guard.ts", "src/old.ts", "nowhere.ts") }),
  ];
  expect(await findFixElsewhere(verdicts, since)).toEqual([older, fix]);
  expect(await findFixElsewhere(verdicts, undefined)).toEqual([]);
});

test("a verdict that says no, has no evidence or names a whole file leads to none", async () => {
  const verdicts = [
    aVerdict({ isGrounded: true, closes: "no", locations: at("src/caller.ts") }),
    aVerdict({ locations: at("src/caller.ts") }),
    aVerdict({ isGrounded: true, locations: [{ path: "src/caller.ts" }] }),
  ];
  expect(await findFixElsewhere(verdicts, since)).toEqual([]);
});
