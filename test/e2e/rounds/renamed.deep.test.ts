import { afterEach, beforeEach, expect, test } from "vitest";
import { beginLife, EMPTY_SHIFT, type Life, QUEUE, type Said, statuses } from "./life.ts";

let life: Life;
beforeEach(async () => {
  life = beginLife();
  await life.round({ ada: { findings: [EMPTY_SHIFT] } });
});
afterEach(() => life.close());

const inTasks = (text: string): string => text.replaceAll("jobs", "tasks").replaceAll("drain", "flush");
const again = (at: string): Said => ({ ...EMPTY_SHIFT, at, quote: inTasks(EMPTY_SHIFT.quote ?? "") });

test("a problem whose symbols were merely renamed is still open, whether or not somebody raises it again", async () => {
  life.put("src/queue.ts", inTasks(QUEUE));
  life.commit("Rename");
  const silent = await life.round({ ada: {} });
  expect(statuses(silent)).toEqual(["R1.I1 open"]);
  expect(silent.previous[0]?.text).toMatch(/^Only names in its code changed, by \w+ \(Rename\)/);
  expect(silent.verdict.because).toBe("R1.I1 is important and still open");
  expect(statuses(await life.round({ ada: { findings: [again("src/queue.ts:8-9")] } }))).toEqual(["R1.I1 open"]);
});

test("in a renamed file it is open at its new place, and recognized there", async () => {
  life.git("mv", "src/queue.ts", "src/tasks.ts");
  life.put("src/tasks.ts", inTasks(QUEUE));
  life.commit("Rename all");
  const second = await life.round({ ada: { findings: [again("src/tasks.ts:8-9")] } });
  expect(statuses(second)).toEqual(["R1.I1 open"]);
  expect(second.previous[0]).toMatchObject({
    locations: [{ path: "src/tasks.ts", start: 8, end: 9 }],
    raisedAgain: ["I1"],
  });
});

test("one that is about a name is settled by another name", async () => {
  const named: Said = {
    ...EMPTY_SHIFT,
    title: "The name `jobs` does not say what is queued",
    body: "Call it `tasks`.",
  };
  await life.round({ ada: { findings: [named] } });
  life.put("src/queue.ts", inTasks(QUEUE));
  life.commit("Rename");
  const { previous } = await life.round({ ada: {} });
  expect(previous.find(({ title }) => title.startsWith("The name"))?.status).toBe("fixed");
});
