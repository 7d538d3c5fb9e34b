import { describe, expect, test } from "vitest";
import { clusterId } from "#model/ids.ts";
import type { Post, Publication } from "#model/pull/publication.ts";
import { anInput, aRound, plan, published } from "./publishable.ts";

type Of<K extends Post["kind"]> = Extract<Post, { kind: K }>;

function only<K extends Post["kind"]>({ posts }: Publication, kind: K): Of<K> {
  const found = posts.filter((post): post is Of<K> => post.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Of<K>;
}

describe("what people decided against since the review", () => {
  const report = aRound([{ id: "I1" }, { id: "S1", start: 45 }, { id: "S2", path: "README.md" }]);
  const posted = published({ report });
  const options = { ...anInput({ report }).options, failOn: "important" } as const;
  const decided = new Map([
    [clusterId("I1"), "it was declined"],
    [clusterId("S2"), "it was accepted as a risk"],
  ]);

  test("is not counted, annotated or told, but named", () => {
    const next = plan({ report, decided, options });
    const { conclusion, annotations, title, text } = only(next, "check");
    expect(conclusion).toBe("neutral");
    expect(annotations.map((annotation) => annotation.title)).toEqual(["S1: Problem S1"]);
    expect(title).toContain(": 1 suggestion");
    expect(text).not.toContain("Problem I1");
    const { body } = only(next, "summary");
    expect(body).toContain("I1 (it was declined), S2 (it was accepted as a risk)");
    expect(body).toContain("**1 suggestion** at");
    expect(body).not.toMatch(/Problem (?:I1|S2)/);
    expect(plan({ report, decided, options, pull: published({ report, decided, options }) }).posts).toEqual([]);
  });
  test("leaves nothing to stand where it was all", () => {
    const all = new Map([...decided, [clusterId("S1"), "it was declined"]]);
    const next = plan({ report, decided: all, options });
    expect(only(next, "check").conclusion).toBe("success");
    expect(only(next, "summary").body).toContain("Nothing remains at");
  });
  test("keeps its thread", () => {
    const { left, posts } = plan({ report, decided, options, pull: posted });
    expect(left).toEqual([{ thread: posted.threads[0]?.id, of: "I1", why: "it was declined" }]);
    expect(posts.map(({ kind }) => kind)).toEqual(["summary", "check"]);
  });
});
