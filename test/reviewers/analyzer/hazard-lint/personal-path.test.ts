import { expect, test } from "vitest";
import { homesIn } from "#reviewers/analyzer/hazard-lint/personal-path.ts";

test.each([
  ['root = "/Users/mhuber/projects/shop"', "/Users/mhuber"],
  ["COPY /home/mhuber/src/shop /app", "/home/mhuber"],
  ["config: /home/m.huber/settings.json", "/home/m.huber"],
  ['path = "C:\\\\Users\\\\mhuber\\\\shop\\\\a.txt"', "C:\\\\Users\\\\mhuber"],
  ["file:///Users/mhuber/shop/a.txt", "/Users/mhuber"],
  ["cp /home/user/projects/a b", undefined],
  ["cache: /Users/runner/work/shop", undefined],
  ["fetch('/home/settings/profile')", undefined],
  ["https://example.org/home/mhuber/src/a.txt", undefined],
  ["GET /Users/2819c223-7f76/groups", undefined],
  ["$ROOT/home/mhuber/src/a", undefined],
  ["/home/${name}/src/a", undefined],
  ["/Users/<name>/src", undefined],
])("%s: %s", (line, home) => {
  expect([...homesIn(line)]).toEqual(home === undefined ? [] : [home]);
});
