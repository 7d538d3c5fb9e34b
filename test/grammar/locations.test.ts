import { describe, expect, test } from "vitest";
import { locationsInProse, readLocations } from "#grammar/locations.ts";
import { formatLocation } from "#model/location.ts";

function check(text: string, locations: readonly string[], places: readonly string[] = []): void {
  const read = readLocations(text);
  expect(read.locations.map(formatLocation)).toEqual(locations);
  expect(read.places).toEqual(places);
}

describe("places on a finding line", () => {
  test("a file, a line, a range", () => {
    check("`relay.go`", ["relay.go"]);
    check("`pkg/relay.go:7`", ["pkg/relay.go:7"]);
    check("`pkg/relay.go:7-9`", ["pkg/relay.go:7-9"]);
    check("`pkg/relay.go:7–9`", ["pkg/relay.go:7-9"]);
  });

  test("several ranges of one file, with and without a space", () => {
    check("`relay.go:1-3,7`", ["relay.go:1-3", "relay.go:7"]);
    check("`relay.go:1-3, 7-9`", ["relay.go:1-3", "relay.go:7-9"]);
  });

  test("a bare range goes on with the file before it", () => {
    check("`relay.go:1-3` and `82-84`", ["relay.go:1-3", "relay.go:82-84"]);
    check("`relay.go:1` vs lines 5, 7-8", ["relay.go:1", "relay.go:5", "relay.go:7-8"]);
    check("`82-84`", [], ["`82-84`"]);
  });

  test("files are joined by commas, and, vs, plus and semicolons, inside or outside the code marks", () => {
    check("`a.go:1`, `b.go:2` and `c.go` vs `d.go:4` + `e.go:5`", ["a.go:1", "b.go:2", "c.go", "d.go:4", "e.go:5"]);
    check("`a.go:1; docs/b.md:2-3`", ["a.go:1", "docs/b.md:2-3"]);
  });

  test("names without code marks count when they carry lines or an ending", () => {
    check("a.go:73, b.go:121", ["a.go:73", "b.go:121"]);
    check("NOTICE:9-10", ["NOTICE:9-10"]);
  });

  test("a folder keeps its slash", () => {
    check("`pkg/relay/`", ["pkg/relay/"]);
  });

  test("commits and free words are places of their own", () => {
    check("commit `1a2b3c4` body, PR description", [], ["commit `1a2b3c4` body", "PR description"]);
    check("`1a2b3c4`", [], ["`1a2b3c4`"]);
  });

  test("links: the checkout's folder is taken off, lines come from the anchor, the label or behind the link", () => {
    check("[relay.go](/home/ada/git/hookrelay/pkg/relay.go#L37)", ["pkg/relay.go:37"]);
    check("[pkg/relay.go:37-41](/home/ada/git/hookrelay/pkg/relay.go#L37)", ["pkg/relay.go:37-41"]);
    check("[relay.go](/private/tmp/review-codex-x1/pkg/relay.go):445-479, [b.md](/tmp/wt/docs/b.md)", [
      "pkg/relay.go:445-479",
      "docs/b.md",
    ]);
    check("[`relay.go:2`](\\/home\\/ada\\/git\\/hookrelay\\/pkg\\/relay.go#L2)", ["pkg/relay.go:2"]);
    check("[relay.go](https://code.example/ada/hookrelay/blob/main/pkg/relay.go#L5-L6)", ["pkg/relay.go:5-6"]);
  });

  test("lines that make no sense are left out, a reversed range is turned round", () => {
    check("`relay.go:0`", ["relay.go"]);
    check("`relay.go:9-7`", ["relay.go:7-9"]);
    check("`relay.go:12:5`", ["relay.go:12"]);
  });

  test("code that is no file is no location", () => {
    check("`ctx.Err()`", [], ["`ctx.Err()`"]);
    check("`example.org/pkg/wait`", [], ["`example.org/pkg/wait`"]);
  });

  test("a very long text is one place", () => {
    const text = "[".repeat(50_000);
    expect(readLocations(text)).toEqual({ locations: [], places: [text] });
  });
});

describe("locations in prose", () => {
  test("only what is surely a file counts", () => {
    const found = locationsInProse("`err.code` comes from `relay.go:4` (see retry.go:8-9), not from `Wait` or 10:30.");
    expect(found.map(formatLocation)).toEqual(["relay.go:4", "retry.go:8-9"]);
  });
});
