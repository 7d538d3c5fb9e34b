import { expect, test } from "vitest";
import { safeUrl } from "#steps/render/html/escape.ts";

test.each(["https://example.org/a?b#c", "http://example.org", "mailto:a@example.org"])("%s may be linked", (address) =>
  expect(safeUrl(address)).toBe(address),
);

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "//example.org",
  "/path",
  "https://",
  'https://example.org/"onclick=x',
  "https://example.org/\u202Egpj.exe",
  "",
])("%j may not", (address) => expect(safeUrl(address)).toBeUndefined());
