import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { beginLife, EMPTY_SHIFT, LOUD_LOG, OFF_BY_ONE, editQueue, SHIFT, SHIFT_FIXED } from "./life.ts";

const life = beginLife();
afterEach(() => void vi.useRealTimers());
afterAll(() => life.close());

/** What the system's clock says; timers run on. */
const setClock = (now: string): void => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
const ids = async (): Promise<string[]> => (await life.cli("list", "--ids")).stdout.trim().split("\n");
const last = async (): Promise<string> => (await life.cli("show", "last")).stdout;

test("the last round is the last that was made, whatever the clock says", async () => {
  setClock("2026-11-16T11:00:00Z");
  const first = await life.round({ rosa: { findings: [EMPTY_SHIFT] } });
  editQueue(life, [SHIFT, SHIFT_FIXED], "Leave the loop");
  setClock("2026-11-16T10:05:00Z");
  const second = await life.round({ rosa: { findings: [OFF_BY_ONE] } });
  expect(second.round.date).toContain("10:05");
  expect(second.series?.entries.map(({ review }) => review)).toEqual([first.id]);
  expect(await last()).toContain("101 jobs");
  expect(await ids()).toEqual([first.id, second.id]);
  // An hour later the first one's time has come, and nothing has changed.
  setClock("2026-11-16T11:30:00Z");
  expect(await last()).toContain("101 jobs");
  life.put("more.ts", "export const more = 1;\n");
  life.commit("More");
  setClock("2026-11-16T11:00:00Z");
  const third = await life.round({ rosa: { findings: [LOUD_LOG] } });
  expect(third.series?.entries.map(({ review }) => review)).toEqual([first.id, second.id]);
  expect(await ids()).toEqual([first.id, second.id, third.id]);
});

test("two rounds of one second are told apart by their order, not by their names", async () => {
  setClock("2026-11-17T08:00:00Z");
  life.git("checkout", "-qb", "zebra");
  const one = await life.round({ rosa: { findings: [EMPTY_SHIFT] } }, {}, "--again");
  life.git("checkout", "-qb", "alpha");
  const two = await life.round({ rosa: { findings: [EMPTY_SHIFT] } }, {}, "--again");
  expect((await ids()).slice(-2)).toEqual([one.id, two.id]);
});

test("a record of a far future is never the last one", async () => {
  setClock("2026-11-18T08:00:00Z");
  const known = (await ids()).at(-1) ?? "";
  const text = readFileSync(join(life.folder, ".deep-review/reviews", known, "review.json"), "utf8");
  const far = "99991231-235959-feature";
  mkdirSync(join(life.folder, ".deep-review/reviews", far));
  writeFileSync(join(life.folder, ".deep-review/reviews", far, "review.json"), text.replaceAll(known, far));
  const before = await ids();
  expect(before[0]).toBe(far);
  const round = await life.cli(
    "merge",
    "--as",
    `rosa=.deep-review/reviews/${known}/raw/rosa.md`,
    "--archive",
    ".deep-review",
  );
  expect(round).toMatchObject({ code: 0 });
  expect((await ids()).at(-1)).toBe("20261118-080000-merged");
});
