import { describe, expect, test } from "vitest";
import { readFindingLine } from "#grammar/finding-line.ts";
import { formatLocation } from "#model/location.ts";

/** The line as one string: marker, title, locations, and what else it says. */
function shown(line: string): string | undefined {
  const read = readFindingLine(line);
  if (read === undefined) return undefined;
  const { marker, title, locations, places, attributions, notes } = read;
  return [
    marker.letter === undefined ? (marker.number ?? marker.severity) : `${marker.letter}${marker.number}`,
    title,
    locations.map(formatLocation).join(" "),
    ...places.map((place) => `at ${place}`),
    ...(read.taggedSeverity === undefined ? [] : [read.taggedSeverity]),
    ...(read.class === undefined ? [] : [read.class]),
    ...attributions.map((name) => `[${name}]`),
    ...notes.map((note) => `(${note})`),
    ...(read.struck ? ["struck"] : []),
    ...(read.invalid ? ["invalid"] : []),
  ].join(" | ");
}

describe("finding lines", () => {
  test.each([
    [
      "I1. **Retries never stop** — `relay.go:4-9` (important, regression)",
      "I1 | Retries never stop | relay.go:4-9 | important | regression",
    ],
    ["**I1. Retries never stop** — `relay.go:4`", "I1 | Retries never stop | relay.go:4"],
    [
      "**I1. Retries never stop — `relay.go:4, 9`** *(important, gap)*",
      "I1 | Retries never stop | relay.go:4 relay.go:9 | important | gap",
    ],
    [
      "**I1. Retries — for ever — `relay.go:4` (important, gap)**",
      "I1 | Retries — for ever | relay.go:4 | important | gap",
    ],
    ["**S2 — `err2` is a poor name**", "S2 | `err2` is a poor name | "],
    ["**I1.** Retries never stop — `relay.go:4`", "I1 | Retries never stop | relay.go:4"],
    [
      "#### S1. Retries never stop — `relay.go:4` (suggestion, gap)",
      "S1 | Retries never stop | relay.go:4 | suggestion | gap",
    ],
    ["### C2: Retries never stop", "C2 | Retries never stop | "],
    [
      "1. **Retries never stop** -- `relay.go:4` `(important, gap)`",
      "1 | Retries never stop | relay.go:4 | important | gap",
    ],
    [
      "2.  **Retries never stop** (critical, regression) — `relay.go:4`",
      "2 | Retries never stop | relay.go:4 | critical | regression",
    ],
    ["**[CRITICAL] relay.go:4 — Retries never stop**", "critical | Retries never stop | relay.go:4"],
    ["### **[SUGGESTION] relay.go:4–9 — `Retry` never stops**", "suggestion | `Retry` never stops | relay.go:4-9"],
    [
      "**IMPORTANT** relay.go:4, queue.go:7 — Retries never stop",
      "important | Retries never stop | relay.go:4 queue.go:7",
    ],
    [
      "I1. Retries never stop — `relay.go:4` (important, gap)",
      "I1 | Retries never stop | relay.go:4 | important | gap",
    ],
    ["- **I1. Retries never stop** — `relay.go:4`", "I1 | Retries never stop | relay.go:4"],
  ])("%s", (line, expected) => {
    expect(shown(line)).toBe(expected);
  });

  test("names and class stand in either order, one or more to a bracket", () => {
    expect(shown("I1. **T** — `a.go:1` [Ada 2, Bob 3.1 Pro] (important, gap)")).toBe(
      "I1 | T | a.go:1 | important | gap | [Ada 2] | [Bob 3.1 Pro]",
    );
    expect(shown("I1. **T** — `a.go:1` (important, gap) [Ada 2][Bob 3.1 Pro]")).toBe(
      "I1 | T | a.go:1 | important | gap | [Ada 2] | [Bob 3.1 Pro]",
    );
  });

  test("what is said about a name stays with it", () => {
    expect(shown("S1. **T** — `a.go` [Ada 2 (as S5, S6), Bob 3, verified]")).toBe(
      "S1 | T | a.go | [Ada 2 (as S5, S6)] | [Bob 3, verified]",
    );
  });

  test("other remarks in brackets are notes", () => {
    expect(shown("S1. **T** — `a.go` [Ada 2] (Round 4 S6 unaddressed)")).toBe(
      "S1 | T | a.go | [Ada 2] | (Round 4 S6 unaddressed)",
    );
    expect(shown("S1. **T** — `a.go` [carry-over from Round 9 I1]")).toBe(
      "S1 | T | a.go | (carry-over from Round 9 I1)",
    );
    expect(shown("S1. **T** — `a.go` (suggestion, gap — re-raises Round 1 S7)")).toBe(
      "S1 | T | a.go | suggestion | gap | (re-raises Round 1 S7)",
    );
    expect(shown("1. **T** -- `a.go` [Ada 2] *(deferred to upstream)*")).toBe(
      "1 | T | a.go | [Ada 2] | (deferred to upstream)",
    );
  });

  test("dashes, brackets and files inside the title do not end it", () => {
    expect(shown("I1. **`a.go` — `x[0]` — is stale** — `b.go:2`")).toBe("I1 | `a.go` — `x[0]` — is stale | b.go:2");
    expect(shown("**I1. Glob `**/*.go` misses files** — `b.go:2`")).toBe("I1 | Glob `**/*.go` misses files | b.go:2");
  });

  test("struck-out and invalid items say so", () => {
    expect(shown("2. ~~**Deletion deadlocks**~~ **INVALID** — `a.go:1` [Ada 2]")).toBe(
      "2 | Deletion deadlocks | a.go:1 | [Ada 2] | struck | invalid",
    );
    expect(shown("~~2. **Deletion deadlocks** -- FIXED: waits now~~")).toContain("struck");
  });

  test("a class without severity, and a word that is no class", () => {
    expect(shown("1. **T** — `a.go:1` (gap/regression)")).toBe("1 | T | a.go:1 | gap");
    expect(shown("1. **T** — `a.go:1` (important, logic error)")).toBe("1 | T | a.go:1 | important | (logic error)");
  });

  test.each([
    "I3's retry path is the same",
    "I1 and I2 belong together",
    "1. plain list item",
    "**Important** is what we call it",
    "**Critical Issues**",
    "See I1. It is bold elsewhere.",
    "",
  ])("no finding line: %s", (line) => {
    expect(readFindingLine(line)).toBeUndefined();
  });

  test.each(["(", "[", "`", "*", " — ", "~~", "[a](", "`a` "])(
    "a long line of %j is read, and does not take for ever",
    (sign) => {
      expect(readFindingLine(`I1. **T** ${sign.repeat(3900 / sign.length)}`)?.marker.number).toBe(1);
    },
  );
});
