import { describe, expect, test } from "vitest";
import { findRoute } from "#steps/judge/ruling/find-route.ts";
import { aFinding } from "../../../helpers/builders.ts";

type Over = Parameters<typeof aFinding>[0];

function factsOf(lines: readonly string[], isNew: (line: number) => boolean = () => false) {
  return { linesAround: () => lines.map((text, at) => ({ text, isAtBase: !isNew(at) })) };
}

function check(over: Over, lines: readonly string[], to: string | undefined): void {
  expect(findRoute(aFinding({ id: "claude:S1", ...over }), factsOf(lines))?.to).toBe(to);
}

describe("a limitation that the code admits goes to the limitations", () => {
  const title = "Delivery retries are unbounded for a subscriber that is gone";
  const todo = ["  // TODO: retries are unbounded when the", "  // subscriber is gone", "  retry();"];

  test("when a marked comment says it", () => check({ title }, todo, "limitations"));
  test("when it was raised as important", () => check({ id: "claude:I1", title }, todo, "limitations"));
  test("never when it was raised as critical", () => check({ id: "claude:C1", title }, todo, undefined));
  test("when a comment behind the code says it", () =>
    check({ title }, ["retry(); # FIXME: delivery retries unbounded, subscriber gone"], "limitations"));
  test("when a comment without a mark admits it", () =>
    check(
      { title },
      ["/* Delivery retries are unbounded for a subscriber that is gone: acceptable", " * for one user. */"],
      "limitations",
    ));
  test("not when an unmarked comment only tells what the code does", () =>
    check({ title }, ["// Delivery retries, unbounded, for a subscriber that is gone."], undefined));
  test("not when an unmarked comment admits something important", () =>
    check({ id: "claude:I1", title }, ["// Delivery retries are unbounded for a gone subscriber, for now"], undefined));
  test("not when the mark is about something else", () => check({ title }, ["// TODO: rename this module"], undefined));
  test("not when the words stand in the code", () =>
    check({ title }, ['log("TODO delivery retries unbounded subscriber gone")'], undefined));
  test("not when the finding is about the comment", () =>
    check({ title: "The comment on delivery retries is stale" }, ["// TODO: delivery retries"], undefined));
  test("not when no line is cited", () => check({ title, locations: [{ path: "src/deliver.ts" }] }, todo, undefined));
  test("not when a heading of a document says it", () =>
    check({ title, locations: [{ path: "docs/limits.md", start: 3, end: 3 }] }, [`# TODO ${title}`], undefined));
  test("and the reader sees which words", () => {
    expect(findRoute(aFinding({ title }), factsOf(todo))?.because).toContain(
      '"TODO: retries are unbounded when the subscriber',
    );
  });
});

describe("a comment that the change adds", () => {
  const title = "Delivery retries are unbounded for a subscriber that is gone";
  const todo = ["  // TODO: delivery retries are unbounded when the", "  // subscriber is gone", "  retry();"];
  const route = (id: string, isNew: (line: number) => boolean) =>
    findRoute(aFinding({ id, title }), factsOf(todo, isNew))?.to;

  test.each(["claude:I1", "claude:S1"])("routes nothing, also where it goes on with one that was there: %s", (id) => {
    expect(route(id, () => true)).toBeUndefined();
    expect(route(id, (line) => line === 0)).toBeUndefined();
    expect(route(id, (line) => line === 1)).toBeUndefined();
  });
  test("does not hide one that stood there before", () =>
    expect(route("claude:I1", (line) => line === 2)).toBe("limitations"));
});

describe("a mild finding whose author asks for nothing is an observation", () => {
  test("when no change is needed", () =>
    check({ body: "The lock is held briefly.\n\nNo change needed." }, [], "design"));
  test("when the comment documents it already", () =>
    check({ body: "The comment documents this. No fix is required." }, [], "limitations"));
  test("when it is tagged as one", () => check({ body: "Two writers.\n\n(suggestion, observation)" }, [], "design"));
  test("not when that holds under a condition", () =>
    check({ body: "No fix needed if the gateway has a limit." }, [], undefined));
  test("not when the words stand in quoted code", () =>
    check({ body: "```\nno fix needed\n```\nBad." }, [], undefined));
  test("not when it was raised as important", () =>
    check({ id: "claude:I1", body: "No change needed." }, [], undefined));
});

describe("what people keep among the findings stays there", () => {
  test("a missing test", () => check({ title: "No test for the 410 answer" }, [], undefined));
  test("a stale document", () => check({ title: "README still names the old flag" }, [], undefined));
  test("a misleading commit message", () =>
    check({ title: "Misleading commit message", locations: [] }, [], undefined));
});
