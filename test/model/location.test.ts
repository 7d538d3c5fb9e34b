import { expect, test } from "vitest";
import { formatLocations, locationSchema } from "#model/location.ts";

test("ranges of one path are printed together", () => {
  const locations = [
    { path: "a.go", start: 10, end: 12 },
    { path: "a.go", start: 20, end: 20 },
    { path: "b/c.go" },
    { path: "a.go", start: 1, end: 2 },
  ];
  expect(formatLocations(locations)).toEqual(["a.go:10-12,20", "b/c.go", "a.go:1-2"]);
});

test.each([{ path: "a", start: 3, end: 2 }, { path: "a", start: 3 }, { path: "a", start: 0, end: 1 }, { path: "" }])(
  "%j is no location",
  (value) => expect(locationSchema.safeParse(value).success).toBe(false),
);
