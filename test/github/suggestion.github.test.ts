import { afterAll, beforeAll, expect, test } from "vitest";
import { type Life, OFF_BY_ONE, type Said } from "../e2e/rounds/life.ts";
import { beginPublishing, reviewOnce } from "./publishing.ts";
import { useHub } from "./server/use-hub.ts";

const hub = useHub();
const FIX = "compare with `>=`.\n\n```diff\n-  if (jobs.length > 100) {\n+  if (jobs.length >= 100) {\n```";
const FIXABLE: Said = { ...OFF_BY_ONE, fix: FIX };
let reviewed: Life;

beforeAll(async () => {
  reviewed = await reviewOnce(FIXABLE);
});
afterAll(() => reviewed.close());

test("a fix that was applied to the reviewed commit can be committed from its comment", async () => {
  const desk = await beginPublishing(hub(), reviewed);
  try {
    const token = hub().tokenFor("deep-review[bot]");
    expect(await desk.publish(token)).toMatchObject({ code: 0 });
    const [thread] = desk.pull.threads;
    expect([thread?.startLine, thread?.line]).toEqual([undefined, 17]);
    const body = thread?.comments[0]?.body ?? "";
    expect(body).toContain("```suggestion\n  if (jobs.length >= 100) {\n```");
    expect(body).not.toContain("```diff");
    hub().log.clear();
    await desk.publish(token);
    expect(hub().writes()).toEqual([]);
  } finally {
    desk.close();
  }
});
