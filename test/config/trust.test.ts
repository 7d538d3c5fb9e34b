import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isTrusted, trust } from "#config/trust.ts";

let home = "";
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "deep-review-trust-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("exactly what was allowed is: not another text, another file or another repository", async () => {
  const env = { HOME: home };
  const file = { root: "/a", name: "deep-review.config.ts", text: "export default {};" };
  expect(await isTrusted(file, env)).toBe(false);
  const note = await trust(file, env);
  expect(note.startsWith(home)).toBe(true);
  expect(await isTrusted(file, env)).toBe(true);
  expect(await isTrusted({ ...file, text: `${file.text}\n` }, env)).toBe(false);
  expect(await isTrusted({ ...file, root: "/b" }, env)).toBe(false);
  expect(await isTrusted({ ...file, name: "deep-review.config.js" }, env)).toBe(false);
  expect(await isTrusted(file, { XDG_CONFIG_HOME: join(home, "other") })).toBe(false);
});
